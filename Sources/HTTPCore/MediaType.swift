/// A media type with its parameters (RFC 9110 §8.3.1).
public struct MediaType: Hashable, Sendable {
  /// `application/json`, in lower case.
  public let essence: String
  /// The `charset` parameter in lower case, unquoted.
  public let charset: String?

  /// - Parameter value: of `Content-Type`.
  /// - Returns: nil when it is malformed.
  public init?(_ value: String) {
    let bytes = Array(value.utf8)
    var index = 0
    guard
      let type = Self.token(bytes, at: &index), index < bytes.count, bytes[index] == .slash
    else { return nil }
    index += 1
    guard let subtype = Self.token(bytes, at: &index) else { return nil }
    essence = type + "/" + subtype

    var charset: String?
    while true {
      Self.skipWhitespace(bytes, at: &index)
      if index == bytes.count { break }
      guard bytes[index] == .semicolon else { return nil }
      index += 1
      Self.skipWhitespace(bytes, at: &index)
      if index == bytes.count || bytes[index] == .semicolon { continue }
      guard
        let name = Self.token(bytes, at: &index), index < bytes.count, bytes[index] == .equals
      else { return nil }
      index += 1
      guard let value = Self.parameterValue(bytes, at: &index) else { return nil }
      if name == "charset" {
        guard charset == nil else { return nil }
        charset = value
      }
    }
    self.charset = charset
  }

  /// Whether this is one of the given types (lower case), in UTF-8 as far as it says.
  public func isUTF8(_ essences: String...) -> Bool {
    essences.contains(essence) && (charset == nil || charset == "utf-8")
  }

  private static func token(_ bytes: [UInt8], at index: inout Int) -> String? {
    let start = index
    while index < bytes.count, bytes[index].isTokenByte { index += 1 }
    guard index > start else { return nil }
    return String(decoding: bytes[start..<index].map(\.lowercased), as: UTF8.self)
  }

  /// A token or a quoted string (RFC 9110 §5.6.4), in lower case.
  private static func parameterValue(_ bytes: [UInt8], at index: inout Int) -> String? {
    guard index < bytes.count, bytes[index] == .quote else { return token(bytes, at: &index) }
    var text: [UInt8] = []
    index += 1
    while index < bytes.count, bytes[index] != .quote {
      if bytes[index] == .backslash { index += 1 }
      guard index < bytes.count, bytes[index].isFieldValueByte else { return nil }
      text.append(bytes[index].lowercased)
      index += 1
    }
    guard index < bytes.count else { return nil }
    index += 1
    return String(decoding: text, as: UTF8.self)
  }

  private static func skipWhitespace(_ bytes: [UInt8], at index: inout Int) {
    while index < bytes.count, bytes[index].isWhitespace { index += 1 }
  }
}
