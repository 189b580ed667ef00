/// Writes JSON as bytes, into one growing buffer, with no white space.
///
/// The caller keeps the grammar (a key, then its value; every scope closed); the writer puts the
/// commas and the escapes.
public struct JSONWriter: Sendable {
  /// What has been written.
  public private(set) var bytes: [UInt8]
  /// Whether a value stands before the next one in the same scope.
  private var needsComma = false

  /// - Parameter capacity: bytes to reserve at once.
  public init(capacity: Int = 512) {
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  public mutating func beginObject() { open(UInt8(ascii: "{")) }
  public mutating func endObject() { close(UInt8(ascii: "}")) }
  public mutating func beginArray() { open(UInt8(ascii: "[")) }
  public mutating func endArray() { close(UInt8(ascii: "]")) }

  /// The name of the member whose value comes next.
  public mutating func key(_ key: JSONKey) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: key.name.utf8)
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// The name of a member that only the run time knows.
  public mutating func key(escaping name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  public mutating func null() { raw("null") }
  public mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }

  public mutating func string(_ value: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    appendEscaped(value)
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  /// A string of ASCII bytes that need no escape: an id, an instant, a day.
  public mutating func asciiString(_ write: (inout [UInt8]) -> Void) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    write(&bytes)
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  public mutating func integer(_ value: Int64) {
    separate()
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    appendDigits(value.magnitude)
    needsComma = true
  }

  /// A decimal from thousandths, in its shortest form: 65200 → `65.2`, 180000 → `180`.
  public mutating func decimal(thousandths: Int64) {
    separate()
    if thousandths < 0 { bytes.append(UInt8(ascii: "-")) }
    let magnitude = thousandths.magnitude
    appendDigits(magnitude / 1000)
    var rest = magnitude % 1000
    if rest > 0 { bytes.append(UInt8(ascii: ".")) }
    while rest > 0 {
      bytes.append(0x30 + UInt8(rest / 100))
      rest = rest % 100 * 10
    }
    needsComma = true
  }

  /// A value that is JSON already.
  public mutating func raw(_ json: String) {
    separate()
    bytes.append(contentsOf: json.utf8)
    needsComma = true
  }

  /// A value that is JSON already.
  public mutating func raw(_ json: [UInt8]) {
    separate()
    bytes.append(contentsOf: json)
    needsComma = true
  }

  // MARK: - Bytes

  private mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  @inline(__always)
  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  private mutating func appendDigits(_ value: UInt64) {
    var divisor: UInt64 = 1
    while value / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      bytes.append(0x30 + UInt8(value / divisor % 10))
      divisor /= 10
    }
  }

  /// Appends text with the escapes that RFC 8259 §7 demands and no other.
  private mutating func appendEscaped(_ text: String) {
    let needsEscape = text.utf8.contains { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }
    guard needsEscape else {
      bytes.append(contentsOf: text.utf8)
      return
    }
    for byte in text.utf8 {
      switch byte {
      case 0x22, 0x5C: bytes.append(contentsOf: [0x5C, byte])
      case 0x08: bytes.append(contentsOf: [0x5C, UInt8(ascii: "b")])
      case 0x0C: bytes.append(contentsOf: [0x5C, UInt8(ascii: "f")])
      case 0x0A: bytes.append(contentsOf: [0x5C, UInt8(ascii: "n")])
      case 0x0D: bytes.append(contentsOf: [0x5C, UInt8(ascii: "r")])
      case 0x09: bytes.append(contentsOf: [0x5C, UInt8(ascii: "t")])
      case 0x00..<0x20:
        bytes.append(contentsOf: "\\u00".utf8)
        bytes.append(0x30 + (byte >> 4))
        let low = byte & 0x0F
        bytes.append(low < 10 ? 0x30 + low : 0x61 + low - 10)
      default: bytes.append(byte)
      }
    }
  }
}

/// The name of a member as the source code spells it: ASCII that needs no escape.
public struct JSONKey: ExpressibleByStringLiteral, Sendable {
  let name: String

  @inlinable
  public init(stringLiteral name: String) {
    self.init(literal: name)
  }

  @usableFromInline
  init(literal name: String) {
    assert(name.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C })
    self.name = name
  }
}
