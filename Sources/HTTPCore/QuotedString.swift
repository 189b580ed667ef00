/// The text of a value that may be quoted or bare, as `Idempotency-Key` is sent by different
/// clients: `"8e03978e"` and `8e03978e` are the same key.
///
/// Quoted, it is an `sf-string` (RFC 8941 §3.3.3): printable ASCII, `\"` and `\\` escaped. Bare, it is
/// printable ASCII without white space, quotes or commas.
///
/// - Parameter maxLength: characters of the text, without quotes and escapes.
/// - Returns: nil when it is empty, too long or malformed.
public func quotedOrBareText(_ value: String, maxLength: Int = 255) -> String? {
  let bytes = Array(value.utf8)
  let isQuoted = bytes.first == .quote
  guard let unquoted = isQuoted ? unescaped(bytes) : bytes else { return nil }
  guard !unquoted.isEmpty, unquoted.count <= maxLength else { return nil }
  for byte in unquoted {
    guard byte >= .space, byte < 0x7F else { return nil }
    if !isQuoted, byte == .space || byte == .comma || byte == .quote { return nil }
  }
  return String(decoding: unquoted, as: UTF8.self)
}

/// What a quoted string holds; nil when it does not end with its only bare quote.
private func unescaped(_ quoted: [UInt8]) -> [UInt8]? {
  var text: [UInt8] = []
  var index = 1
  while index < quoted.count {
    switch quoted[index] {
    case .quote:
      return index == quoted.count - 1 ? text : nil
    case .backslash:
      index += 1
      guard index < quoted.count, quoted[index] == .quote || quoted[index] == .backslash else {
        return nil
      }
      text.append(quoted[index])
    default: text.append(quoted[index])
    }
    index += 1
  }
  return nil
}
