/// One step of reading a body from a buffer.
public enum BodyStep: Hashable, Sendable {
  /// All bytes shown were consumed; more are needed.
  case needsMore
  /// These bytes of the buffer are content; everything up to their end is consumed.
  case data(Range<Int>)
  /// The body has ended; everything before `end` is consumed, the next message starts there.
  case finished(end: Int)
  /// To be answered, then closed.
  case refused(Refusal)
}

/// Reads a body of either framing from the bytes after a head; a pure value.
///
/// ```swift
/// var offset = 0
/// while true {
///   switch decoder.decode(buffer.span, from: offset, allowance: allowance) {
///   case .data(let range): offset = range.upperBound   // use buffer[range]
///   case .needsMore: return                            // read more, start again at 0
///   case .finished(let end): offset = end; return
///   case .refused(let refusal): throw refusal
///   }
/// }
/// ```
public struct BodyDecoder: Sendable {
  private enum Kind {
    case length(remaining: Int)
    case chunked(ChunkDecoder)
  }

  private var kind: Kind

  public init(framing: BodyFraming, limits: MessageLimits = MessageLimits()) {
    kind =
      switch framing {
      case .none: .length(remaining: 0)
      case .length(let count): .length(remaining: count)
      case .chunked: .chunked(ChunkDecoder(limits: limits))
      }
  }

  /// What is still to come, where the head announced it; nil for chunks.
  public var remainingBytes: Int? {
    if case .length(let remaining) = kind { return remaining }
    return nil
  }

  /// Reads on from `start`, up to and including the next piece of content.
  ///
  /// - Parameter allowance: how many more bytes the body may have.
  public mutating func decode(
    _ input: Span<UInt8>, from start: Int = 0, allowance: Int
  ) -> BodyStep {
    switch kind {
    case .length(let remaining):
      if remaining == 0 { return .finished(end: start) }
      if remaining > allowance { return .refused(.bodyTooLarge) }
      if start >= input.count { return .needsMore }
      let count = min(remaining, input.count &- start)
      kind = .length(remaining: remaining &- count)
      return .data(start..<(start &+ count))
    case .chunked(var decoder):
      let step = decoder.decode(input, from: start, allowance: allowance)
      kind = .chunked(decoder)
      return step
    }
  }
}
