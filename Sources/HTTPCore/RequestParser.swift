/// Reads request heads from a growing buffer: bytes in, a decision out; no I/O.
///
/// Hand it the unconsumed bytes each time more have come, always starting at the same byte. It
/// remembers how far it has looked, so a head that arrives byte by byte is still looked at once.
/// The outcome depends on the bytes alone, never on how they were cut.
///
/// Strict where RFC 9112 leaves a choice: lines end with CRLF and nothing else, folded fields, lists
/// and repetitions of `Content-Length`, and every control character are refused.
public struct RequestParser: Sendable {
  public enum Outcome: Sendable {
    /// More bytes are needed.
    case incomplete
    /// A head; `consumed` bytes belong to it. The parser is ready for the next message.
    case head(RequestHead, consumed: Int)
    /// To be answered, then closed. The parser must not be used again.
    case refused(Refusal)
  }

  private enum Phase { case start, requestLine, fieldName, fieldValue }

  private let limits: MessageLimits
  private var phase = Phase.start
  /// The first byte that has not been looked at.
  private var position = 0
  /// Where the line that is being read starts.
  private var lineStart = 0
  /// Where the header block starts.
  private var blockStart = 0
  /// Where the name of the field that is being read ends: at its colon.
  private var nameEnd = 0
  private var line: RequestLine?
  private var wellKnown = WellKnownFields()
  private var fields: [RequestHead.Field] = []

  public init(limits: MessageLimits = MessageLimits()) {
    self.limits = limits
  }

  /// Whether no byte of a message has come yet (an empty line before it is none).
  public var isIdle: Bool { phase == .start }

  /// - Parameter input: all bytes since the last consumed one.
  public mutating func parse(_ input: Span<UInt8>) -> Outcome {
    do throws(Refusal) {
      while position < input.count {
        let advanced: Bool
        switch phase {
        case .start: advanced = try skipEmptyLine(input)
        case .requestLine: advanced = try readRequestLine(input)
        case .fieldName:
          if input[position] == .carriageReturn, position == lineStart {
            guard try endsLine(input) else { return .incomplete }
            return try finish(input)
          }
          advanced = try readFieldName(input)
        case .fieldValue: advanced = try readFieldValue(input)
        }
        guard advanced else { return .incomplete }
      }
      return .incomplete
    } catch {
      return .refused(error)
    }
  }

  /// RFC 9112 §2.2: at least one empty line before a request line is to be ignored. One is.
  private mutating func skipEmptyLine(_ input: Span<UInt8>) throws(Refusal) -> Bool {
    guard input[position] == .carriageReturn else {
      lineStart = position
      phase = .requestLine
      return true
    }
    if position > 0 { throw .emptyLines }
    guard try endsLine(input) else { return false }
    position &+= 2
    return true
  }

  private mutating func readRequestLine(_ input: Span<UInt8>) throws(Refusal) -> Bool {
    let limit = lineStart &+ limits.maxRequestLineBytes
    var index = position
    while index < input.count {
      let byte = input[index]
      // 0x20…0x7E: tab and high bytes have no place in a request line.
      if byte &- 0x20 < 0x5F {
        if index >= limit { throw .requestLineTooLong }
        index &+= 1
        continue
      }
      position = index
      guard byte == .carriageReturn else {
        throw byte == .lineFeed ? .bareLineFeed : .controlCharacter
      }
      guard try endsLine(input) else { return false }
      line = try RequestLine(input, line: lineStart..<index)
      position = index &+ 2
      lineStart = position
      blockStart = position
      phase = .fieldName
      return true
    }
    position = index
    return false
  }

  private mutating func readFieldName(_ input: Span<UInt8>) throws(Refusal) -> Bool {
    let limit = blockStart &+ limits.maxHeaderBlockBytes
    var index = position
    while index < input.count {
      if index >= limit { throw .headerBlockTooLarge }
      let byte = input[index]
      if byte.isTokenByte {
        index &+= 1
        continue
      }
      guard byte == .colon, index > lineStart else {
        throw Self.refusalOfName(byte, isFirst: index == lineStart)
      }
      guard fields.count < limits.maxFields else { throw .tooManyFields }
      nameEnd = index
      position = index &+ 1
      phase = .fieldValue
      return true
    }
    position = index
    return false
  }

  private static func refusalOfName(_ byte: UInt8, isFirst: Bool) -> Refusal {
    switch byte {
    case .lineFeed: .bareLineFeed
    case .space, .tab: isFirst ? .foldedField : .malformedFieldName
    default: .malformedFieldName
    }
  }

  private mutating func readFieldValue(_ input: Span<UInt8>) throws(Refusal) -> Bool {
    let limit = blockStart &+ limits.maxHeaderBlockBytes
    var index = input.skippingVisibleWords(from: position, to: min(input.count, limit))
    while index < input.count {
      let byte = input[index]
      if index >= limit { throw .headerBlockTooLarge }
      if byte.isFieldValueByte {
        index &+= 1
        continue
      }
      position = index
      guard byte == .carriageReturn else {
        throw byte == .lineFeed ? .bareLineFeed : .controlCharacter
      }
      guard try endsLine(input) else { return false }
      try endField(input, valueEnd: index)
      position = index &+ 2
      lineStart = position
      phase = .fieldName
      return true
    }
    position = index
    return false
  }

  private mutating func endField(_ input: Span<UInt8>, valueEnd: Int) throws(Refusal) {
    let value = input.trimmingWhitespace((nameEnd &+ 1)..<valueEnd)
    try wellKnown.take(input, name: lineStart..<nameEnd, value: value)
    if fields.isEmpty { fields.reserveCapacity(16) }
    fields.append(
      RequestHead.Field(
        nameStart: UInt32(truncatingIfNeeded: lineStart),
        nameEnd: UInt32(truncatingIfNeeded: nameEnd),
        valueStart: UInt32(truncatingIfNeeded: value.lowerBound),
        valueEnd: UInt32(truncatingIfNeeded: value.upperBound)))
  }

  /// Whether the CR at `position` is followed by LF; false when that byte has not come.
  private func endsLine(_ input: Span<UInt8>) throws(Refusal) -> Bool {
    guard position &+ 1 < input.count else { return false }
    guard input[position &+ 1] == .lineFeed else { throw .bareCarriageReturn }
    return true
  }

  private mutating func finish(_ input: Span<UInt8>) throws(Refusal) -> Outcome {
    let consumed = position &+ 2
    guard consumed &- blockStart <= limits.maxHeaderBlockBytes else { throw .headerBlockTooLarge }
    guard let line else { throw .malformedRequestLine }
    let head = RequestHead(
      bytes: input.extracting(0..<consumed).copied(), line: line,
      facts: try wellKnown.facts(for: line.version), fields: fields)
    self = RequestParser(limits: limits)
    return .head(head, consumed: consumed)
  }
}
