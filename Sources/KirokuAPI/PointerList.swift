/// JSON pointers as the value of a header field.
enum PointerList {
  /// Comma-separated, each in the form of a URI fragment without `#` (RFC 6901 §6): what is not
  /// visible ASCII, and `%`, `,` and `"`, is percent-encoded. At most 20 are listed.
  static func text(_ pointers: [String]) -> String {
    pointers.prefix(20).map(encoded).joined(separator: ", ")
  }

  private static func encoded(_ pointer: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in pointer.utf8.prefix(100) {
      if byte > 0x20, byte < 0x7F, !Array("%,\"".utf8).contains(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
