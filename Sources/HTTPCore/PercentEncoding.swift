/// The text as a part of a query or a path's segment: every byte but the unreserved ones
/// (RFC 3986 §2.3) as `%XX`.
public func percentEncoded(_ text: String) -> String {
  let hexDigits = Array("0123456789ABCDEF".utf8)
  var encoded: [UInt8] = []
  encoded.reserveCapacity(text.utf8.count)
  for byte in text.utf8 {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: encoded.append(byte)
    default:
      encoded.append(0x25)
      encoded.append(hexDigits[Int(byte >> 4)])
      encoded.append(hexDigits[Int(byte & 0x0F)])
    }
  }
  return String(decoding: encoded, as: UTF8.self)
}
