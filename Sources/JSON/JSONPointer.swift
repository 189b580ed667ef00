/// JSON pointers (RFC 6901), built token by token.
public enum JSONPointer {
  /// `/` and the token, with `~` written as `~0` and `/` as `~1` (RFC 6901 §3).
  public static func token(_ name: String) -> String {
    let mustEscape = name.utf8.contains { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }
    guard mustEscape else { return "/" + name }
    var token = "/"
    for scalar in name.unicodeScalars {
      switch scalar {
      case "~": token += "~0"
      case "/": token += "~1"
      default: token.unicodeScalars.append(scalar)
      }
    }
    return token
  }

  /// The token of an array's element.
  public static func token(_ index: Int) -> String {
    "/" + String(index)
  }
}
