internal import AsyncSockets
internal import HTTPCore

/// One request and what has become of its body and its answer.
///
/// `@unchecked Sendable`: touched only on its connection's loop.
final class Exchange: @unchecked Sendable {
  let head: RequestHead
  let requestID: String
  /// Nil for requests without a body.
  var decoder: BodyDecoder?
  var pace = BodyPace()
  var wasContinued = false
  var bodyIsBroken = false
  var responderDeadline: MonotonicTime
  /// Set when the responder took too long and its answer is not wanted any more.
  var isAbandoned = false
  let startedAt: MonotonicTime

  init(head: RequestHead, requestID: String, limits: ServerLimits, startedAt: MonotonicTime) {
    self.head = head
    self.requestID = requestID
    self.startedAt = startedAt
    responderDeadline = .distantFuture
    if head.framing != .none {
      decoder = BodyDecoder(framing: head.framing, limits: limits.message)
    }
  }

  /// Whether the client may still hold the body back, waiting to be told to send it.
  var awaitsContinue: Bool { head.expectsContinue && !wasContinued && pace.receivedBytes == 0 }

  func unreadBody(buffered: Int) -> UnreadBody {
    guard let decoder else { return .nothing }
    if bodyIsBroken { return .broken }
    if awaitsContinue && buffered == 0 { return .unannounced }
    guard let remaining = decoder.remainingBytes else { return .chunks }
    return remaining == 0 ? .nothing : .bytes(remaining)
  }
}

extension Connection {
  /// Has the request answered and writes the answer. True when the next request may be read at once.
  func answer(_ head: RequestHead) async -> Bool {
    let exchange = Exchange(
      head: head, requestID: requestID(for: head), limits: limits, startedAt: loop.now)
    self.exchange = exchange
    let request = Request(
      head: head, body: body(of: exchange), requestID: exchange.requestID, peerAddress: peer)

    phase = .responding
    exchange.responderDeadline =
      loop.now + (server.configuration.responderTime(head) ?? limits.responderTime)
    descriptor.setDeadline(exchange.responderDeadline)
    let response = await server.responder(request)
    if exchange.isAbandoned { return false }
    descriptor.setDeadline(.distantFuture)
    phase = .finishing
    self.exchange = nil
    return await finish(exchange, with: response)
  }

  private func requestID(for head: RequestHead) -> String {
    if let sent = head.value(of: .requestID), RequestIDSource.accepts(sent) { return sent }
    return server.nextRequestID()
  }

  // MARK: The answer

  private func finish(_ exchange: Exchange, with response: Response) async -> Bool {
    let next = AfterResponse.decide(
      keepsAlive: exchange.head.keepsAlive, closes: response.closesConnection,
      isStopping: server.isStopping, unread: exchange.unreadBody(buffered: end - start),
      limits: limits)
    var encoder = ResponseEncoder(for: exchange.head, closing: next == .close)
    let date = server.date()
    let isStreamed = appendOutput {
      encoder.encode(response, date: date, requestID: exchange.requestID, into: &$0)
    }
    var writtenBytes = output.count
    var isComplete = await flush()
    if isComplete, isStreamed, case .stream(let write) = response.body {
      if next != .discardBody, start == end {
        let record = record(of: exchange, response, bytes: writtenBytes)
        streamApart(write, encoder, record, since: exchange.startedAt)
        return false
      }
      let sink = ConnectionSink(self, encoder: encoder)
      isComplete = await sink.run(write)
      takeBuffersAgain()
      writtenBytes += sink.writtenBytes
    }
    if let observer = server.observer {
      observer.requestFinished(record(of: exchange, response, bytes: writtenBytes))
    }
    guard isComplete else {
      close()
      return false
    }
    if encoder.closes || next == .close {
      await lingerAndClose()
      return false
    }
    if next == .discardBody, await !discardBody(of: exchange) {
      await lingerAndClose()
      return false
    }
    return true
  }

  private func record(
    of exchange: Exchange, _ response: Response, bytes: Int
  ) -> RequestRecord {
    RequestRecord(
      requestID: exchange.requestID, method: exchange.head.method, route: response.route,
      status: response.status.code, responseBytes: bytes,
      microseconds: MonotonicTime.now().nanoseconds(since: exchange.startedAt) / 1_000)
  }

  /// Answers bytes that are no request, or a connection that is not wanted; then lingers and closes.
  ///
  /// - Parameter received: what has come of the request's head.
  func refuse(
    _ cause: RefusedRequest.Cause, received: [UInt8] = [], requestID: String? = nil
  ) async {
    phase = .finishing
    descriptor.setDeadline(.distantFuture)
    let requestID = requestID ?? server.nextRequestID()
    let response = server.configuration.refuser(
      RefusedRequest(cause, requestID: requestID, received: received))
    var encoder = ResponseEncoder()
    let date = server.date()
    _ = appendOutput { encoder.encode(response, date: date, requestID: requestID, into: &$0) }
    server.observer?.requestFinished(
      RequestRecord(
        requestID: requestID, method: nil, route: nil, status: response.status.code,
        responseBytes: output.count, microseconds: 0))
    guard await flush() else { return close() }
    await lingerAndClose()
  }

  /// Answers in the responder's place and has its task cancelled; what it may still return is dropped.
  func responderTimedOut() {
    guard let exchange else { return }
    exchange.isAbandoned = true
    server.observer?.serverEvent(
      .responderTimedOut(route: nil, requestID: exchange.requestID))
    cancelResponder()
    loop.spawn { [self] in
      await refuse(
        .responderTimeout, received: exchange.head.bytes, requestID: exchange.requestID)
    }
  }

  // MARK: The body

  private func body(of exchange: Exchange) -> RequestBody {
    guard exchange.decoder != nil else { return .empty }
    return RequestBody(
      framing: exchange.head.framing, maxBytes: limits.message.maxBodyBytes
    ) { [unowned self, exchange] allowance throws(BodyError) in
      try await pull(exchange, allowance: allowance)
    }
  }

  /// The next piece of the body; nil at its end.
  private func pull(_ exchange: Exchange, allowance: Int) async throws(BodyError) -> [UInt8]? {
    while let decoder = exchange.decoder {
      if exchange.isAbandoned || phase == .closed { throw .disconnected }
      var advanced = decoder
      let step = withReceived { advanced.decode($0, allowance: allowance) }
      exchange.decoder = advanced
      switch step {
      case .data(let range):
        let piece = received(in: range)
        start += range.upperBound
        exchange.pace.received(piece.count)
        return piece
      case .finished(let end):
        start += end
        exchange.decoder = nil
        return nil
      case .refused(let refusal):
        if refusal != .bodyTooLarge { exchange.bodyIsBroken = true }
        throw .malformed(refusal)
      case .needsMore:
        start = end
        try await receiveBody(exchange)
      }
    }
    return nil
  }

  private func receiveBody(_ exchange: Exchange) async throws(BodyError) {
    if exchange.awaitsContinue {
      exchange.wasContinued = true
      appendOutput { $0.append(contentsOf: ResponseEncoder.continueResponse) }
      guard await flush() else { throw .disconnected }
    }
    let started = MonotonicTime.now()
    let allowance = exchange.pace.allowance(limits)
    let outcome = await fill(until: started + .nanoseconds(Int64(clamping: allowance)))
    let waited = MonotonicTime.now().nanoseconds(since: started)
    exchange.pace.waited(nanoseconds: waited)
    if phase == .responding {
      exchange.responderDeadline =
        exchange.responderDeadline + .nanoseconds(Int64(clamping: waited))
      descriptor.setDeadline(exchange.responderDeadline)
    }
    switch outcome {
    case .bytes: return
    case .timedOut:
      exchange.bodyIsBroken = true
      throw .timedOut
    case .endOfStream:
      exchange.bodyIsBroken = true
      throw .malformed(.truncatedBody)
    case .failed:
      exchange.bodyIsBroken = true
      throw .disconnected
    }
  }

  /// Reads what the responder left of the body. False when the connection cannot be used any more.
  private func discardBody(of exchange: Exchange) async -> Bool {
    var budget = limits.maxDiscardedBodyBytes
    do throws(BodyError) {
      while let piece = try await pull(exchange, allowance: budget) { budget -= piece.count }
      return true
    } catch {
      return false
    }
  }
}
