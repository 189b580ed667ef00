internal import AsyncSockets

/// What is to become of a connection when a response has been written.
enum AfterResponse: Equatable {
  /// Serve the next request.
  case keep
  /// First read what is left of this request's body and throw it away.
  case discardBody
  /// End the sending side, read the peer's rest for a while, close.
  case close
}

/// How much of a request's body has not been read when its response is ready.
enum UnreadBody: Equatable {
  case nothing
  /// So many announced bytes.
  case bytes(Int)
  /// A chunked body whose end has not been seen.
  case chunks
  /// The peer waits for `100 Continue` and was not sent one: it may or may not send the body.
  case unannounced
  /// The body is malformed or has stalled: where it ends cannot be known.
  case broken
}

extension AfterResponse {
  /// Decides by RFC 9112 §9.3 (persistence), RFC 9110 §10.1.1 (a final status instead of 100), and our limits.
  ///
  /// - Parameters:
  ///   - keepsAlive: what the request's version and `Connection` field say.
  ///   - closes: whether the response itself asks for the end.
  ///   - isStopping: whether the server is on its way down.
  static func decide(
    keepsAlive: Bool, closes: Bool, isStopping: Bool, unread: UnreadBody, limits: ServerLimits
  ) -> AfterResponse {
    guard keepsAlive, !closes, !isStopping else { return .close }
    switch unread {
    case .nothing: return .keep
    case .bytes(let count): return count <= limits.maxDiscardedBodyBytes ? .discardBody : .close
    case .chunks: return .discardBody
    case .unannounced, .broken: return .close
    }
  }
}

/// The pace at which a body must arrive: any for a first while, then a least rate on average.
///
/// Counts only the time spent waiting for the peer, so a responder that reads slowly does not make its peer late.
struct BodyPace {
  private(set) var waitedNanoseconds: UInt64 = 0
  private(set) var receivedBytes = 0

  /// How long the next wait may take, in nanoseconds.
  func allowance(_ limits: ServerLimits) -> UInt64 {
    let rate = UInt64(max(1, limits.minBodyBytesPerSecond))
    let grace = limits.bodyGrace.wholeNanoseconds
    let (earned, overflow) = UInt64(receivedBytes).multipliedReportingOverflow(by: 1_000_000_000)
    let budget = grace + (overflow ? .max / 2 : earned) / rate
    return budget > waitedNanoseconds ? budget - waitedNanoseconds : 0
  }

  mutating func waited(nanoseconds: UInt64) {
    waitedNanoseconds &+= nanoseconds
  }

  mutating func received(_ bytes: Int) {
    receivedBytes += bytes
  }
}
