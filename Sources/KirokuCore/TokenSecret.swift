/// The secret of a token, as a client sends it: `krk_` and 84 characters.
///
/// The characters are the base32 (RFC 4648 §6, lower case, without padding) of 52 bytes: the
/// account's id, by which every statement finds its account; 256 random bits; and the CRC-32 of
/// both, by which a scanner or a log filter tells a secret from noise without asking a server.
public struct TokenSecret: Hashable, Sendable {
  public let accountID: UUIDBytes
  /// 32 bytes. Only their SHA-256 is stored.
  public let random: [UInt8]

  /// How every secret begins; lets scanners find leaked ones.
  public static let prefix = "krk_"

  private static let prefixBytes = Array(prefix.utf8)

  /// Makes a secret from 256 bits of `random`, which has to be cryptographically secure.
  public init(accountID: UUIDBytes, using random: inout some RandomNumberGenerator) {
    self.accountID = accountID
    self.random = (0..<4).flatMap { _ in
      let word = random.next()
      return (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(8 * $0)) }
    }
  }

  /// Reads a secret strictly: one spelling each, so that no two texts are one secret.
  public init?(_ text: String) {
    self.init(utf8: text.utf8.span)
  }

  /// The same from the bytes of a text, as a header field has them.
  public init?(utf8 text: Span<UInt8>) {
    let prefix = Self.prefixBytes
    guard text.count > prefix.count else { return nil }
    for index in prefix.indices where text[index] != prefix[index] { return nil }
    guard let bytes = Base32.decode(text.extracting(prefix.count..<text.count), count: 52) else {
      return nil
    }
    let span = bytes.span
    guard CRC32.checksum(of: span.extracting(0..<48)) == span.number(48..<52) else { return nil }
    accountID = UUIDBytes(high: span.number(0..<8), low: span.number(8..<16))
    random = Array(bytes[16..<48])
  }

  /// The secret's text. Shown once, logged never.
  public var text: String {
    let bytes = accountID.bytes + random
    let checksum = CRC32.checksum(of: bytes.span)
    let tail = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: checksum >> UInt32($0)) }
    return Self.prefix + asciiText { Base32.append(bytes + tail, to: &$0) }
  }
}

extension Span<UInt8> {
  /// Some bytes, at most eight, as the digits of a number, the highest first.
  fileprivate func number(_ range: Range<Int>) -> UInt64 {
    var number: UInt64 = 0
    for index in range { number = number &<< 8 | UInt64(self[index]) }
    return number
  }
}

extension TokenSecret: CustomStringConvertible, CustomReflectable {
  /// Names the account only, so that a log line or a failed test shows no secret.
  public var description: String { "\(Self.prefix)… of account \(accountID)" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
