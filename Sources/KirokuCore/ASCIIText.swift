/// A string from what `append` appends, which is ASCII.
func asciiText(_ append: (inout [UInt8]) -> Void) -> String {
  var bytes: [UInt8] = []
  bytes.reserveCapacity(36)
  append(&bytes)
  return String(decoding: bytes, as: UTF8.self)
}

extension OutputSpan<UInt8> {
  /// Appends the bytes of a word, the lowest one first.
  @inline(__always)
  mutating func append<Word: FixedWidthInteger & BitwiseCopyable>(word: Word) {
    precondition(freeCapacity >= MemoryLayout<Word>.size, "no room for a word")
    // One store instead of one a byte, each with its own check. Safe, because the room was looked at
    // and any bytes are valid bytes.
    unsafe withUnsafeMutableBufferPointer { buffer, count in
      guard let base = buffer.baseAddress else { return }
      unsafe UnsafeMutableRawPointer(base + count)
        .storeBytes(of: word.littleEndian, as: Word.self)
      count += MemoryLayout<Word>.size
    }
  }

  /// Appends a text of the program's own.
  @inline(__always)
  mutating func append(constant text: StaticString) {
    let byteCount = text.utf8CodeUnitCount
    precondition(freeCapacity >= byteCount, "no room for a constant")
    // Safe, because the room was looked at, and because a StaticString of a literal with more than one
    // scalar is a pointer to bytes that live as long as the program.
    unsafe withUnsafeMutableBufferPointer { buffer, count in
      guard text.hasPointerRepresentation, let base = buffer.baseAddress else { return }
      unsafe (base + count).initialize(from: text.utf8Start, count: byteCount)
      count += byteCount
    }
  }
}

/// Two digits of ASCII as a word, the first in the lower byte.
///
/// - Parameter number: below 100.
@inline(__always)
func twoDigits(_ number: UInt32) -> UInt64 {
  let tens = number / 10
  return UInt64(0x3030 &+ tens &+ (number &- tens &* 10) &<< 8)
}

/// Digits are made by divisions by constants only: one by a variable costs as much as all the rest.
extension OutputSpan<UInt8> {
  /// Appends a number with zeros in front of it, up to two digits.
  @inline(__always)
  mutating func append(twoDigits number: UInt32) {
    append(word: UInt16(truncatingIfNeeded: twoDigits(number)))
  }

  /// Appends a number below 1,000 with zeros in front of it, up to three digits.
  @inline(__always)
  mutating func append(threeDigits number: UInt32) {
    append(0x30 &+ UInt8(truncatingIfNeeded: number / 100))
    append(twoDigits: number % 100)
  }

  /// Appends a number with as many digits as it has.
  mutating func append(decimal number: UInt64) {
    if number >= 1000 { return appendLong(number) }
    let number = UInt32(truncatingIfNeeded: number)
    if number >= 100 {
      append(threeDigits: number)
    } else if number >= 10 {
      append(twoDigits: number)
    } else {
      append(0x30 &+ UInt8(truncatingIfNeeded: number))
    }
  }

  private mutating func appendLong(_ number: UInt64) {
    append(decimal: number / 1000)
    append(threeDigits: UInt32(truncatingIfNeeded: number % 1000))
  }

  /// Appends 1…999 thousandths as what stands behind a decimal point: without the zeros at its end.
  @inline(__always)
  mutating func append(behindPoint number: UInt32) {
    append(0x30 &+ UInt8(truncatingIfNeeded: number / 100))
    guard number % 100 > 0 else { return }
    append(0x30 &+ UInt8(truncatingIfNeeded: number / 10 % 10))
    guard number % 10 > 0 else { return }
    append(0x30 &+ UInt8(truncatingIfNeeded: number % 10))
  }

  @inline(__always)
  mutating func append(ascii scalar: Unicode.Scalar) {
    append(UInt8(ascii: scalar))
  }
}

/// Reads ASCII text from its start, a fixed number of digits at a time.
///
/// The text is copied into the scanner itself, so that none is allocated. Of one longer than ``maxBytes``, which nothing
/// that is read here has, the rest is never reached, and so neither is its end.
struct ASCIIScanner {
  private static let maxBytes = 64
  private var bytes = InlineArray<64, UInt8>(repeating: 0)
  private let byteCount: Int
  /// How many bytes can be read.
  private let end: Int
  private(set) var position = 0

  init(_ text: String) { self.init(text.utf8.span) }

  init(_ text: Span<UInt8>) {
    byteCount = text.count
    end = min(text.count, Self.maxBytes)
    for index in 0..<end { bytes[index] = text[index] }
  }

  var isAtEnd: Bool { position == byteCount }
  var next: UInt8? { position < end ? bytes[position] : nil }

  /// Steps over a byte, if it stands here.
  mutating func skip(_ allowed: UInt8) -> Bool {
    guard next == allowed else { return false }
    position += 1
    return true
  }

  /// Steps over one of two bytes, if one stands here.
  mutating func skip(_ one: UInt8, _ other: UInt8) -> Bool { skip(one) || skip(other) }

  /// Steps over a word, if it stands here as a whole.
  mutating func skip(word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard position + count <= end else { return false }
    let isHere = word.withUTF8Buffer { letters in
      // Safe, because the buffer of a literal is read within its closure.
      for index in 0..<count where unsafe letters[index] != bytes[position + index] { return false }
      return true
    }
    if isHere { position += count }
    return isHere
  }

  /// A number from 1 to 999, without zeros in front.
  mutating func smallNumber() -> Int? {
    guard let first = next, first != UInt8(ascii: "0") else { return nil }
    var value = 0
    var count = 0
    while let next, (0x30...0x39).contains(next) {
      count += 1
      guard count <= 3 else { return nil }
      value = value * 10 + Int(next - 0x30)
      position += 1
    }
    return count == 0 ? nil : value
  }

  /// Exactly `count` digits.
  mutating func digits(_ count: Int) -> Int? {
    guard position + count <= end else { return nil }
    var value = 0
    for index in position..<position + count {
      let byte = bytes[index]
      guard byte >= 0x30, byte <= 0x39 else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    position += count
    return value
  }
}
