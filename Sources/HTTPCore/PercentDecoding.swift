/// The bytes with `%XX` replaced (RFC 3986 §2.1); nil when an escape is cut short or not hexadecimal.
/// Decodes once: `%252e` becomes `%2e`.
///
/// - Parameter plusIsSpace: the rule of `application/x-www-form-urlencoded`, for queries.
public func percentDecoded(_ bytes: Span<UInt8>, plusIsSpace: Bool = false) -> [UInt8]? {
  var decoded: [UInt8] = []
  decoded.reserveCapacity(bytes.count)
  var index = 0
  while index < bytes.count {
    let byte = bytes[index]
    index &+= 1
    guard byte == .percent else {
      decoded.append(plusIsSpace && byte == .plus ? .space : byte)
      continue
    }
    guard
      index &+ 1 < bytes.count, let high = bytes[index].hexValue,
      let low = bytes[index &+ 1].hexValue
    else { return nil }
    decoded.append(high &<< 4 | low)
    index &+= 2
  }
  return decoded
}

/// The text with `%XX` replaced; nil for a broken escape or ill-formed UTF-8.
public func percentDecoded(_ text: String, plusIsSpace: Bool = false) -> String? {
  guard let bytes = percentDecoded(Array(text.utf8).span, plusIsSpace: plusIsSpace) else {
    return nil
  }
  return String(validating: bytes, as: UTF8.self)
}
