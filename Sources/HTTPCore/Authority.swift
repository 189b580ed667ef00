/// Whether the bytes are `host [":" port]` (RFC 9110 §7.2), without user information.
///
/// Stricter than the grammar in two points: the host must not be empty, as it never is in an http
/// URI (RFC 9110 §4.2.1), and a comma is refused, since it means two merged fields.
func isAuthority(_ bytes: Span<UInt8>) -> Bool {
  guard !bytes.isEmpty else { return false }
  var index = 0
  if bytes[0] == 0x5B {  // "[": an IPv6 address
    index = 1
    while index < bytes.count, bytes[index] != 0x5D {
      guard bytes[index].hexValue != nil || bytes[index] == .colon || bytes[index] == 0x2E else {
        return false
      }
      index &+= 1
    }
    guard index > 2, index < bytes.count else { return false }
    index &+= 1
  } else {
    while index < bytes.count, bytes[index] != .colon {
      if bytes[index] == .percent {
        guard
          index &+ 2 < bytes.count, bytes[index &+ 1].hexValue != nil,
          bytes[index &+ 2].hexValue != nil
        else { return false }
      } else if !isRegisteredNameByte(bytes[index]) {
        return false
      }
      index &+= 1
    }
    guard index > 0 else { return false }
  }
  if index == bytes.count { return true }
  guard bytes[index] == .colon else { return false }
  for index in (index &+ 1)..<bytes.count where !bytes[index].isDigit { return false }
  return true
}

/// `unreserved` and `sub-delims` of RFC 3986 §2.2–2.3, but no comma.
private func isRegisteredNameByte(_ byte: UInt8) -> Bool {
  if byte.isLetter || byte.isDigit { return true }
  switch byte {
  // - . _ ~
  case 0x2D, 0x2E, 0x5F, 0x7E: return true
  // ! $ & ' ( ) * + ; =
  case 0x21, 0x24, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x3B, 0x3D: return true
  default: return false
  }
}
