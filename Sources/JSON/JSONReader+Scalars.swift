extension JSONReader {
  // MARK: - Numbers

  /// Reads a number by the grammar of RFC 8259 §6.
  mutating func number() throws(JSONSyntaxError) -> JSONNumber {
    let start = position
    if bytes[position] == UInt8(ascii: "-") {
      position += 1
      if isNotANumber { throw JSONSyntaxError(.notANumber, at: start) }
    }
    let integerStart = position
    try digits()
    if bytes[integerStart] == UInt8(ascii: "0") && position > integerStart + 1 {
      throw JSONSyntaxError(.invalidNumber, at: integerStart)
    }
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      position += 1
      try digits()
    }
    if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      if position < bytes.count,
        bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-")
      {
        position += 1
      }
      try digits()
    }
    return JSONNumber(checked: try text(start..<position))
  }

  /// Steps over one digit or more.
  private mutating func digits() throws(JSONSyntaxError) {
    let start = position
    while position < bytes.count, bytes[position] >= 0x30, bytes[position] <= 0x39 {
      position += 1
    }
    if position == bytes.count && position == start { throw unexpectedEnd() }
    if position == start { throw JSONSyntaxError(.invalidNumber, at: position) }
  }

  // MARK: - Strings

  /// Reads a string, from its opening quote to behind its closing one.
  mutating func string() throws(JSONSyntaxError) -> String {
    let start = position + 1
    var hasEscapes = false
    var end = start
    while end < bytes.count {
      let byte = bytes[end]
      if byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        end += 1  // What is escaped never ends the string.
        if end == bytes.count { throw unexpectedEnd() }
      }
      if bytes[end] < 0x20 { throw JSONSyntaxError(.controlCharacter, at: end) }
      end += 1
    }
    guard end < bytes.count else { throw unexpectedEnd() }
    position = end + 1
    // The bytes as written are checked even where escapes stand between them: two halves of a
    // character must not become whole by leaving out what stood between.
    let written = try text(start..<end)
    return hasEscapes ? try unescaped(start..<end) : written
  }

  /// The UTF-8 text in a range of the bytes.
  private func text(_ range: Range<Int>) throws(JSONSyntaxError) -> String {
    do {
      return String(copying: try UTF8Span(validating: bytes.span.extracting(range)))
    } catch {
      throw JSONSyntaxError(.invalidUTF8, at: range.lowerBound + error.byteOffsets.lowerBound)
    }
  }

  private func unescaped(_ range: Range<Int>) throws(JSONSyntaxError) -> String {
    var plain: [UInt8] = []
    plain.reserveCapacity(range.count)
    var index = range.lowerBound
    while index < range.upperBound {
      if bytes[index] != UInt8(ascii: "\\") {
        plain.append(bytes[index])
        index += 1
        continue
      }
      let escape = index
      index += 2
      switch bytes[escape + 1] {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
        plain.append(bytes[escape + 1])
      case UInt8(ascii: "b"): plain.append(0x08)
      case UInt8(ascii: "f"): plain.append(0x0C)
      case UInt8(ascii: "n"): plain.append(0x0A)
      case UInt8(ascii: "r"): plain.append(0x0D)
      case UInt8(ascii: "t"): plain.append(0x09)
      case UInt8(ascii: "u"):
        let scalar = try escapedScalar(&index, from: escape, until: range.upperBound)
        plain.append(contentsOf: String(scalar).utf8)
      default: throw JSONSyntaxError(.invalidEscape, at: escape)
      }
    }
    do {
      return String(copying: try UTF8Span(validating: plain.span))
    } catch {
      throw JSONSyntaxError(.invalidUTF8, at: range.lowerBound)
    }
  }

  /// One scalar of `\uXXXX`, or of a pair of them (RFC 8259 §7).
  private func escapedScalar(
    _ index: inout Int, from escape: Int, until end: Int
  ) throws(JSONSyntaxError) -> Unicode.Scalar {
    let first = try hexadecimal(&index, from: escape, until: end)
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first <= 0xDBFF, index + 1 < end,
      bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u")
    else { throw JSONSyntaxError(.loneSurrogate, at: escape) }
    let secondEscape = index
    index += 2
    let second = try hexadecimal(&index, from: secondEscape, until: end)
    guard second >= 0xDC00, second <= 0xDFFF,
      let scalar = Unicode.Scalar(0x10000 + ((first & 0x3FF) << 10 | (second & 0x3FF)))
    else { throw JSONSyntaxError(.loneSurrogate, at: escape) }
    return scalar
  }

  private func hexadecimal(
    _ index: inout Int, from escape: Int, until end: Int
  ) throws(JSONSyntaxError) -> UInt32 {
    guard index + 4 <= end else { throw JSONSyntaxError(.invalidEscape, at: escape) }
    var value: UInt32 = 0
    for byte in bytes[index..<index + 4] {
      switch byte {
      case 0x30...0x39: value = value << 4 | UInt32(byte - 0x30)
      case 0x41...0x46: value = value << 4 | UInt32(byte - 0x41 + 10)
      case 0x61...0x66: value = value << 4 | UInt32(byte - 0x61 + 10)
      default: throw JSONSyntaxError(.invalidEscape, at: escape)
      }
    }
    index += 4
    return value
  }
}
