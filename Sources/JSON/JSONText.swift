/// Single values of JSON as bytes, written where the caller has room for them.
public enum JSONText {
  /// Sign, 19 digits, point.
  public static let maxNumberBytes = 24

  // MARK: - Numbers

  public static func append(_ integer: Int64, to output: inout OutputSpan<UInt8>) {
    if integer < 0 { output.append(UInt8(ascii: "-")) }
    appendDigits(integer.magnitude, to: &output)
  }

  /// Appends the shortest decimal of a number of thousandths.
  public static func append(thousandths: Int64, to output: inout OutputSpan<UInt8>) {
    if thousandths < 0 { output.append(UInt8(ascii: "-")) }
    let (whole, fraction) = thousandths.magnitude.quotientAndRemainder(dividingBy: 1000)
    appendDigits(whole, to: &output)
    guard fraction > 0 else { return }
    output.append(UInt8(ascii: "."))
    append(digit: fraction / 100, to: &output)
    guard fraction % 100 > 0 else { return }
    append(digit: fraction / 10 % 10, to: &output)
    guard fraction % 10 > 0 else { return }
    append(digit: fraction % 10, to: &output)
  }

  /// Divides by constants only: a division by a variable costs as much as all the rest.
  private static func appendDigits(_ value: UInt64, to output: inout OutputSpan<UInt8>) {
    // Most numbers are short.
    if value >= 1000 { return appendManyDigits(value, to: &output) }
    if value >= 100 { append(digit: value / 100, to: &output) }
    if value >= 10 { append(digit: value / 10 % 10, to: &output) }
    append(digit: value % 10, to: &output)
  }

  private static func appendManyDigits(_ value: UInt64, to output: inout OutputSpan<UInt8>) {
    let lowest = value % 1000
    appendDigits(value / 1000, to: &output)
    append(digit: lowest / 100, to: &output)
    append(digit: lowest / 10 % 10, to: &output)
    append(digit: lowest % 10, to: &output)
  }

  @inline(__always)
  private static func append(digit: UInt64, to output: inout OutputSpan<UInt8>) {
    output.append(0x30 &+ UInt8(truncatingIfNeeded: digit))
  }

  // MARK: - Constants

  /// Appends a text of the program's own, which is JSON already. Inlined, since a length that the
  /// compiler knows takes a few moves instead of a call.
  @inlinable
  @inline(__always)
  public static func append(constant text: StaticString, to output: inout OutputSpan<UInt8>) {
    let byteCount = text.utf8CodeUnitCount
    precondition(output.freeCapacity >= byteCount, "no room for a constant")
    // A loop over the bytes would cost ten times as much, and there is no safe way to append many at
    // once. Safe, because the room was looked at, and because a StaticString of a literal with more
    // than one scalar is a pointer to bytes that live as long as the program.
    unsafe output.withUnsafeMutableBufferPointer { buffer, count in
      guard text.hasPointerRepresentation, let base = buffer.baseAddress else { return }
      unsafe (base + count).initialize(from: text.utf8Start, count: byteCount)
      count += byteCount
    }
  }

  // MARK: - Strings

  /// How many bytes a string takes, with its quotes and escapes.
  public static func byteCount(of text: String) -> Int {
    let utf8 = text.utf8.span
    var count = utf8.count + 2
    for index in utf8.indices where mustEscape(utf8[index]) {
      count += shortEscape(utf8[index]) == nil ? 5 : 1
    }
    return count
  }

  /// What a string takes at most, known without a look at it.
  public static func maxByteCount(of text: String) -> Int { maxByteCount(ofUTF8: text.utf8.count) }

  /// What a string of so many bytes of UTF-8 takes at most.
  public static func maxByteCount(ofUTF8 byteCount: Int) -> Int { 6 * byteCount + 2 }

  /// Appends a string in quotes, with the escapes that RFC 8259 §7 demands and no other.
  public static func append(_ text: String, to output: inout OutputSpan<UInt8>) {
    append(utf8: text.utf8.span, to: &output)
  }

  /// The same of a text that is lent, as UTF-8.
  public static func append(utf8: Span<UInt8>, to output: inout OutputSpan<UInt8>) {
    output.append(UInt8(ascii: "\""))
    if needsEscapes(utf8) {
      for index in utf8.indices {
        let byte = utf8[index]
        if mustEscape(byte) { appendEscaped(byte, to: &output) } else { output.append(byte) }
      }
    } else {
      append(plain: utf8, to: &output)
    }
    output.append(UInt8(ascii: "\""))
  }

  /// Looks at eight bytes at once: most texts have none that needs an escape.
  private static func needsEscapes(_ utf8: Span<UInt8>) -> Bool {
    // Safe, because bytes of a text are only read.
    let bytes = unsafe utf8.bytes
    var index = 0
    while utf8.count &- index >= 8 {
      // Safe, because eight bytes are left, and any bytes are a valid word.
      let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
      if hasEscape(word) { return true }
      index &+= 8
    }
    var rest = everyByte(0x20)
    while index < utf8.count {
      rest = rest &<< 8 | UInt64(utf8[index])
      index &+= 1
    }
    return hasEscape(rest)
  }

  /// Whether ``mustEscape(_:)`` holds for any of a word's bytes: below 0x20, a quote or a backslash.
  private static func hasEscape(_ word: UInt64) -> Bool {
    let found =
      borrows(word, everyByte(0x20)) | borrows(word ^ everyByte(0x22), everyByte(1))
      | borrows(word ^ everyByte(0x5C), everyByte(1))
    return found & everyByte(0x80) != 0
  }

  /// The highest bit is set of the lowest byte that is less than the one of `limits`, each at most 128, and of no byte below
  /// it: only such a byte borrows into a bit that it does not have itself.
  @inline(__always)
  private static func borrows(_ word: UInt64, _ limits: UInt64) -> UInt64 {
    (word &- limits) & ~word
  }

  /// A word of eight times the same byte.
  @inline(__always)
  private static func everyByte(_ byte: UInt8) -> UInt64 { 0x0101_0101_0101_0101 &* UInt64(byte) }

  /// Appends bytes as they are, in one go.
  @inline(__always)
  private static func append(plain bytes: Span<UInt8>, to output: inout OutputSpan<UInt8>) {
    precondition(output.freeCapacity >= bytes.count, "no room for a text")
    // Safe, because the room was looked at, and a span's bytes live as long as the span.
    unsafe output.withUnsafeMutableBufferPointer { buffer, count in
      guard let base = buffer.baseAddress else { return }
      unsafe bytes.withUnsafeBufferPointer { source in
        guard let start = source.baseAddress else { return }
        unsafe (base + count).initialize(from: start, count: source.count)
      }
      count += bytes.count
    }
  }

  private static func appendEscaped(_ byte: UInt8, to output: inout OutputSpan<UInt8>) {
    output.append(UInt8(ascii: "\\"))
    if let letter = shortEscape(byte) { return output.append(letter) }
    output.append(UInt8(ascii: "u"))
    output.append(UInt8(ascii: "0"))
    output.append(UInt8(ascii: "0"))
    output.append(0x30 + (byte >> 4))
    let low = byte & 0x0F
    output.append(low < 10 ? 0x30 + low : 0x61 + low - 10)
  }

  @inline(__always)
  private static func mustEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x22 || byte == 0x5C
  }

  /// What follows the backslash, where that is one character.
  private static func shortEscape(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x22, 0x5C: byte
    case 0x08: UInt8(ascii: "b")
    case 0x0C: UInt8(ascii: "f")
    case 0x0A: UInt8(ascii: "n")
    case 0x0D: UInt8(ascii: "r")
    case 0x09: UInt8(ascii: "t")
    default: nil
    }
  }
}
