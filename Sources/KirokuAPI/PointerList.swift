/// What a lenient client's request held too much, as the value of a header field.
enum PointerList {
  /// Elements that are listed at most.
  static let maxCount = 20
  /// Bytes of one of them, before encoding.
  static let maxBytes = 100

  /// Comma-separated. A field of a body is a JSON pointer in the form of a URI fragment without `#` (RFC 6901 §6), a
  /// parameter is its name after a `?`: what is not visible ASCII, and `%`, `,` and `"`, is percent-encoded. What is
  /// left out, of a list or of a long name, has `...` in its place.
  static func text(_ pointers: [String]) -> String {
    let listed = pointers.prefix(maxCount).map(encoded)
    return (pointers.count > maxCount ? listed + ["..."] : listed).joined(separator: ", ")
  }

  private static func encoded(_ pointer: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in pointer.utf8.prefix(maxBytes) {
      if byte > 0x20, byte < 0x7F, !Array("%,\"".utf8).contains(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
      }
    }
    let text = String(decoding: bytes, as: UTF8.self)
    return pointer.utf8.count > maxBytes ? text + "..." : text
  }
}
