/// What a browser shows in place of the token that was pasted into it: 77 characters.
///
/// The base32 of the account's id, `UUIDBytes.none` for a token of analytics, and of 256 random bits. It opens pages and
/// nothing else: no route of the API takes it.
public struct SessionSecret: Hashable, Sendable {
  public let accountID: UUIDBytes
  /// 32 bytes. Only their SHA-256 is stored.
  public let random: [UInt8]

  /// Makes a secret from 256 bits of `random`, which has to be cryptographically secure.
  public init(accountID: UUIDBytes, using random: inout some RandomNumberGenerator) {
    // The same bits in the same way; only what they are called for differs.
    let secret = TokenSecret(accountID: accountID, using: &random)
    self.accountID = accountID
    self.random = secret.random
  }

  /// Reads a secret strictly: one spelling each.
  public init?(utf8 text: Span<UInt8>) {
    guard let bytes = Base32.decode(text, count: 48), let id = UUIDBytes(bytes: bytes[..<16])
    else { return nil }
    accountID = id
    random = Array(bytes[16...])
  }

  /// The secret's text, for the browser's cookie alone.
  public var text: String { asciiText { Base32.append(accountID.bytes + random, to: &$0) } }
}

extension SessionSecret: CustomStringConvertible, CustomReflectable {
  /// Names the account only, so that a log line or a failed test shows no secret.
  public var description: String { "session of account \(accountID)" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
