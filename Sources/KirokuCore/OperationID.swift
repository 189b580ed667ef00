/// The id of an operation, from the key by which a client makes its retries safe.
public enum OperationID {
  /// Characters that an `Idempotency-Key` may have.
  public static let maxKeyLength = 255

  /// A UUID is the id as such; any other text is hashed, together with the account, into one.
  ///
  /// - Parameter key: quoted (RFC 8941 §3.3.3) or bare.
  /// - Returns: nil if the key is empty, too long, or not made of visible ASCII and spaces.
  public static func from(key: String, accountID: UUIDBytes) -> UUIDBytes? {
    guard let text = unquoted(key), !text.isEmpty, text.utf8.count <= maxKeyLength,
      text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F })
    else { return nil }
    if let id = UUIDBytes(text) { return id }
    return .derived(from: accountID.bytes + Array(text.utf8))
  }

  /// The text inside quotes, its escapes undone; a bare text as it is.
  private static func unquoted(_ key: String) -> String? {
    guard key.utf8.first == UInt8(ascii: "\"") else { return key }
    var text: [UInt8] = []
    var isEscaped = false
    for (index, byte) in key.utf8.enumerated().dropFirst() {
      if isEscaped {
        guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { return nil }
        text.append(byte)
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        return index == key.utf8.count - 1 ? String(decoding: text, as: UTF8.self) : nil
      } else {
        text.append(byte)
      }
    }
    return nil
  }
}
