/// Codes that a person copies by hand: base32 in upper case, in groups of four.
enum TypedCode {
  static func text(_ bytes: [UInt8]) -> String {
    var text = ""
    for (index, byte) in ascii(bytes).enumerated() {
      if index > 0 && index % 4 == 0 { text += "-" }
      text += String(Unicode.Scalar(byte)).uppercased()
    }
    return text
  }

  private static func ascii(_ bytes: [UInt8]) -> [UInt8] {
    var characters: [UInt8] = []
    Base32.append(bytes, to: &characters)
    return characters
  }

  /// Reads a code as people type it: in either case, full-width as a Japanese keyboard writes it, with
  /// any spaces and dashes, and with the digits that base32 lacks for the letters that look like them.
  static func bytes(_ text: String, count: Int) -> [UInt8]? {
    var characters: [UInt8] = []
    // Longer than any code with a space behind each character.
    guard text.utf8.count <= 400 else { return nil }
    for scalar in text.unicodeScalars {
      switch folded(scalar.value) {
      case .separator: continue
      case .character(let character): characters.append(character)
      case .neither: return nil
      }
    }
    return Base32.decode(characters.span, count: count)
  }

  private enum Folded {
    case separator, neither
    case character(UInt8)
  }

  private static func folded(_ scalar: UInt32) -> Folded {
    // Full-width forms of ASCII, and the ideographic space.
    let value = (0xFF01...0xFF5E).contains(scalar) ? scalar - 0xFEE0 : scalar
    switch value {
    case 0x20, 0x09, 0x0A, 0x0D, 0x3000, 0x2D, 0x2010...0x2015, 0x2212, 0x30FC: return .separator
    case 0x41...0x5A: return .character(UInt8(value + 0x20))
    case 0x30: return .character(UInt8(ascii: "o"))
    case 0x31: return .character(UInt8(ascii: "i"))
    case 0x38: return .character(UInt8(ascii: "b"))
    case 0x32...0x37, 0x61...0x7A: return .character(UInt8(value))
    default: return .neither
    }
  }
}

/// What a person keeps to get into their account again when every device is lost.
///
/// 48 characters: the account's id, 96 random bits, and 16 bits by which a slip of the hand is told
/// from a wrong code.
public struct RecoveryCode: Hashable, Sendable {
  public let accountID: UUIDBytes
  /// 12 bytes. Only their SHA-256 is stored.
  public let random: [UInt8]

  private static let randomBytes = 12
  private static let bytes = 16 + randomBytes + 2

  /// - Parameter random: cryptographically secure.
  public init(accountID: UUIDBytes, using random: inout some RandomNumberGenerator) {
    self.accountID = accountID
    self.random = (0..<Self.randomBytes).map { _ in random.next() }
  }

  /// Reads a code as people type it; nil for anything else, and for a code with a slip.
  public init?(_ text: String) {
    guard let bytes = TypedCode.bytes(text, count: Self.bytes),
      Self.checksum(of: Array(bytes.dropLast(2))) == Array(bytes.suffix(2)),
      let accountID = UUIDBytes(bytes: bytes[..<16])
    else { return nil }
    self.accountID = accountID
    random = Array(bytes[16..<(16 + Self.randomBytes)])
  }

  /// The code's text, in twelve groups of four. Shown once, logged never.
  public var text: String {
    let bytes = accountID.bytes + random
    return TypedCode.text(bytes + Self.checksum(of: bytes))
  }

  private static func checksum(of bytes: [UInt8]) -> [UInt8] {
    let checksum = CRC32.checksum(of: bytes.span)
    return [UInt8(truncatingIfNeeded: checksum >> 8), UInt8(truncatingIfNeeded: checksum)]
  }
}

/// What a person types on another device to give it a token: 40 random bits in two groups of four
/// characters. Short, so it holds for minutes, works once, and can't be guessed at speed.
public struct PairingCode: Hashable, Sendable {
  /// 5 bytes. Only their SHA-256 is stored.
  public let random: [UInt8]

  /// How long a code can be claimed.
  public static let microsecondsOfLife: Int64 = 600_000_000
  private static let bytes = 5

  /// - Parameter random: cryptographically secure.
  public init(using random: inout some RandomNumberGenerator) {
    self.random = (0..<Self.bytes).map { _ in random.next() }
  }

  /// Reads a code as people type it; nil for anything else.
  public init?(_ text: String) {
    guard let bytes = TypedCode.bytes(text, count: Self.bytes) else { return nil }
    random = bytes
  }

  /// The code's text: `ABCD-2345`. Shown once, logged never.
  public var text: String { TypedCode.text(random) }
}

extension RecoveryCode: CustomStringConvertible, CustomReflectable {
  /// Names the account only, so that a log line or a failed test shows no secret.
  public var description: String { "recovery code of account \(accountID)" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension PairingCode: CustomStringConvertible, CustomReflectable {
  public var description: String { "pairing code" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
