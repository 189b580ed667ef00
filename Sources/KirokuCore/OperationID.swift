/// The id of an operation, from the key by which a client makes its retries safe.
public enum OperationID {
  /// Characters that a key (`Idempotency-Key`) may have.
  public static let maxKeyLength = 255

  /// A UUID is the id as such; any other text is hashed, together with the account, into one.
  ///
  /// - Parameter key: the key's text, without quotes.
  public static func from(key: String, accountID: UUIDBytes) -> UUIDBytes {
    UUIDBytes(key) ?? .derived(from: accountID.bytes + Array(key.utf8))
  }
}
