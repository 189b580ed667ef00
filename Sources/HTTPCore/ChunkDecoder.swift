/// Decodes `Transfer-Encoding: chunked` (RFC 9112 §7.1) incrementally; a pure value.
///
/// It consumes every byte it is shown, so the caller keeps nothing but what it has not shown yet.
/// Trailer fields are checked and dropped: nothing that comes after the body may change what the
/// head said. Extensions are dropped too; both are bounded together, over the whole message.
public struct ChunkDecoder: Sendable {
  private enum State {
    case sizeStart, size, extension_, sizeLineFeed
    case data, dataCarriageReturn, dataLineFeed
    case trailerStart, trailerName, trailerValue, trailerLineFeed, endLineFeed
    case finished
  }

  private let maxOverheadBytes: Int
  private var state = State.sizeStart
  /// The size being read, then what is left of the chunk.
  private var remaining = 0
  private var sizeDigits = 0
  private var overheadBytes = 0

  public init(limits: MessageLimits = MessageLimits()) {
    maxOverheadBytes = limits.maxChunkOverheadBytes
  }

  /// Reads on from `start`, up to and including the next piece of data.
  ///
  /// - Parameter allowance: how many more bytes the body may have; a chunk that announces more is
  ///   refused (`bodyTooLarge`) before its data is read.
  public mutating func decode(
    _ input: Span<UInt8>, from start: Int = 0, allowance: Int
  ) -> BodyStep {
    var index = start
    while index < input.count {
      if state == .data {
        let count = min(remaining, input.count &- index)
        remaining &-= count
        if remaining == 0 { state = .dataCarriageReturn }
        return .data(index..<(index &+ count))
      }
      do throws(Refusal) {
        try step(input[index], allowance: allowance)
      } catch {
        return .refused(error)
      }
      index &+= 1
      if state == .finished { return .finished(end: index) }
    }
    return .needsMore
  }

  private mutating func step(_ byte: UInt8, allowance: Int) throws(Refusal) {
    switch state {
    case .sizeStart, .size:
      try readSize(byte)
    case .extension_:
      if byte == .carriageReturn {
        state = .sizeLineFeed
      } else {
        try readOverhead(byte)
      }
    case .sizeLineFeed:
      guard byte == .lineFeed else { throw .bareCarriageReturn }
      guard remaining <= allowance else { throw .bodyTooLarge }
      state = remaining == 0 ? .trailerStart : .data
    case .dataCarriageReturn:
      guard byte == .carriageReturn else { throw .malformedChunk }
      state = .dataLineFeed
    case .dataLineFeed:
      guard byte == .lineFeed else { throw .malformedChunk }
      state = .sizeStart
    case .trailerStart, .trailerName:
      try readTrailerName(byte)
    case .trailerValue:
      if byte == .carriageReturn {
        state = .trailerLineFeed
      } else {
        try readOverhead(byte)
      }
    case .trailerLineFeed:
      guard byte == .lineFeed else { throw .bareCarriageReturn }
      state = .trailerStart
    case .endLineFeed:
      guard byte == .lineFeed else { throw .bareCarriageReturn }
      state = .finished
    case .data, .finished:
      break
    }
  }

  /// `1*HEXDIG`: no sign, no prefix, no space, at most 16 digits (leading zeros included), so that
  /// nothing wraps.
  private mutating func readSize(_ byte: UInt8) throws(Refusal) {
    if let digit = byte.hexValue {
      if state == .sizeStart {
        state = .size
        remaining = 0
        sizeDigits = 0
      }
      sizeDigits &+= 1
      guard sizeDigits <= 16, remaining <= Int.max >> 4 else { throw .malformedChunkSize }
      remaining = remaining << 4 | Int(digit)
      return
    }
    guard state == .size else { throw .malformedChunkSize }
    switch byte {
    case .carriageReturn: state = .sizeLineFeed
    case .semicolon:
      state = .extension_
      try readOverhead(byte)
    default: throw .malformedChunkSize
    }
  }

  private mutating func readTrailerName(_ byte: UInt8) throws(Refusal) {
    switch byte {
    case .carriageReturn where state == .trailerStart: state = .endLineFeed
    case .colon where state == .trailerName:
      state = .trailerValue
      try readOverhead(byte)
    default:
      guard byte.isTokenByte else { throw .malformedTrailer }
      state = .trailerName
      try readOverhead(byte)
    }
  }

  private mutating func readOverhead(_ byte: UInt8) throws(Refusal) {
    guard byte.isFieldValueByte else {
      throw byte == .lineFeed ? .bareLineFeed : .controlCharacter
    }
    overheadBytes &+= 1
    guard overheadBytes <= maxOverheadBytes else { throw .chunkOverheadTooLarge }
  }
}
