/// Byte classes of the HTTP grammar. Bytes only: a `Character` would bring Unicode into a protocol
/// that has none (a full-width digit is no DIGIT).
extension UInt8 {
  /// `tchar` of RFC 9110 §5.6.2: what methods and field names are made of.
  @inline(__always)
  var isTokenByte: Bool {
    // One bit a byte: 0x00–0x3F in the first word, 0x40–0x7F in the second.
    let word: UInt64
    switch self >> 6 {
    case 0: word = 0x03FF_6CFA_0000_0000
    case 1: word = 0x57FF_FFFF_C7FF_FFFE
    default: return false
    }
    return (word &>> UInt64(self & 63)) & 1 == 1
  }

  /// What a field value may hold (RFC 9110 §5.5): visible bytes, space, tab and opaque high bytes.
  @inline(__always)
  var isFieldValueByte: Bool {
    (self >= 0x20 && self != 0x7F) || self == .tab
  }

  @inline(__always) var isDigit: Bool { self &- 0x30 < 10 }
  @inline(__always) var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
  @inline(__always) var isWhitespace: Bool { self == .space || self == .tab }

  /// `A`…`Z` as `a`…`z`, every other byte unchanged.
  @inline(__always) var lowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }

  /// The value of a hexadecimal digit, nil for any other byte.
  @inline(__always)
  var hexValue: UInt8? {
    if self &- 0x30 < 10 { return self &- 0x30 }
    let letter = (self | 0x20) &- 0x61
    return letter < 6 ? letter &+ 10 : nil
  }

  static var tab: UInt8 { 0x09 }
  static var lineFeed: UInt8 { 0x0A }
  static var carriageReturn: UInt8 { 0x0D }
  static var space: UInt8 { 0x20 }
  static var quote: UInt8 { 0x22 }
  static var percent: UInt8 { 0x25 }
  static var asterisk: UInt8 { 0x2A }
  static var plus: UInt8 { 0x2B }
  static var comma: UInt8 { 0x2C }
  static var slash: UInt8 { 0x2F }
  static var colon: UInt8 { 0x3A }
  static var semicolon: UInt8 { 0x3B }
  static var equals: UInt8 { 0x3D }
  static var questionMark: UInt8 { 0x3F }
  static var backslash: UInt8 { 0x5C }
}

extension Span<UInt8> {
  /// Whether the bytes are those of `lowercase`, letters of either case being equal.
  @inline(__always)
  func equalsIgnoringCase(_ lowercase: [UInt8]) -> Bool {
    guard count == lowercase.count else { return false }
    for index in lowercase.indices where self[index].lowercased != lowercase[index] { return false }
    return true
  }

  @inline(__always)
  func equals(_ bytes: [UInt8]) -> Bool {
    guard count == bytes.count else { return false }
    for index in bytes.indices where self[index] != bytes[index] { return false }
    return true
  }

  /// `range` without the spaces and tabs at its ends.
  @inline(__always)
  func trimmingWhitespace(_ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    var end = range.upperBound
    while start < end, self[start].isWhitespace { start &+= 1 }
    while end > start, self[end &- 1].isWhitespace { end &-= 1 }
    return start..<end
  }

  /// How far `start` may be moved towards `end` without passing a control character: a whole number
  /// of words, so what follows is still to be looked at byte by byte.
  @inline(__always)
  func skippingVisibleWords(from start: Int, to end: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs = ones &* 0x80
    // What is unsafe about these two is to read bytes as a type that they do not make, or to see
    // padding; a `UInt8` has none, any eight make a `UInt64`, and the bounds are checked.
    let raw = unsafe bytes
    var index = start
    while index &+ 8 <= end {
      let word = unsafe raw.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
      // A byte below 0x20 borrows into its high bit; so does 0x7F made zero. High bytes are left out.
      let belowSpace = (word &- ones &* 0x20) & ~word
      let delete = word ^ (ones &* 0x7F)
      if (belowSpace | ((delete &- ones) & ~delete)) & highs != 0 { break }
      index &+= 8
    }
    return index
  }

  /// A copy of the bytes.
  func copied() -> [UInt8] {
    // All at once, where a loop takes as long as the parser. Safe, because the pointer is used for this alone.
    unsafe withUnsafeBufferPointer { unsafe Array($0) }
  }
}

/// The text of some bytes; nil when they are ill-formed UTF-8.
func validText(_ bytes: Span<UInt8>) -> String? {
  guard let utf8 = try? UTF8Span(validating: bytes) else { return nil }
  return String(copying: utf8)
}

/// The text of some bytes, ill-formed UTF-8 replaced by U+FFFD.
func text(_ bytes: Span<UInt8>) -> String {
  String(decoding: bytes.copied(), as: UTF8.self)
}
