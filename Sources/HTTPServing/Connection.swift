internal import AsyncSockets
internal import HTTPCore

/// One accepted connection: idle without a task or a buffer, active with both.
///
/// When bytes come for an idle connection it borrows buffers and starts a task, which serves requests until there is
/// nothing left to read. What happens next is decided in `ConnectionPolicy.swift` and by the parser; this type carries
/// it out.
///
/// `@unchecked Sendable`: touched only on its loop's thread.
final class Connection: @unchecked Sendable {
  enum Phase {
    /// No request under way, no task.
    case idle
    /// No request under way, but the task of the last one still there.
    case waiting
    /// A request's head is being read.
    case reading
    /// The responder runs.
    case responding
    /// The answer is being written, or a refusal is lingering.
    case finishing
    /// A body is being streamed by a task of its own.
    case streaming
    case closed
  }

  let descriptor: Descriptor
  let peer: String
  let server: LoopServer
  /// Where the connection stands in its server's list.
  var place = 0

  var phase = Phase.idle
  // Both buffers are changed by whole values only (see ConnectionBytes.swift).
  /// Received bytes: `input[start..<end]`. Empty storage while idle.
  var input: [UInt8] = []
  var start = 0
  var end = 0
  /// Whether the kernel may hold more bytes: an edge-triggered socket is read until it has none.
  var mayHoldMore = true
  /// What is to be sent.
  var output: [UInt8] = []
  var exchange: Exchange?
  /// The streamed body that pauses now.
  var pausedSink: ConnectionSink?

  var task: Task<Void, Never>?
  private var idleSince = MonotonicTime.distantFuture

  var loop: EventLoop { descriptor.loop }
  var limits: ServerLimits { server.limits }

  init(descriptor: Descriptor, peer: String, server: LoopServer) {
    self.descriptor = descriptor
    self.peer = peer
    self.server = server
    descriptor.onDeadline = { [unowned self] in deadlinePassed() }
  }

  // MARK: Idle and active

  /// Waits for the next request without a task.
  func becomeIdle() {
    phase = .idle
    task = nil
    descriptor.setDeadline(min(idleSince, loop.now) + limits.idleTime)
    idleSince = .distantFuture
    descriptor.onReady = { [unowned self] _ in wake() }
    if server.isStopping { close() }
  }

  func wake() {
    guard phase == .idle else { return }
    phase = .reading
    descriptor.onReady = nil
    descriptor.setDeadline(.distantFuture)
    mayHoldMore = true
    task = loop.spawn { [self] in await serve() }
  }

  /// Answers 503 to a connection beyond the limit, whatever it asks.
  func refuseAtOnce() {
    phase = .finishing
    task = loop.spawn { [self] in
      await refuse(.tooManyConnections)
      server.refusalFinished()
    }
  }

  private func deadlinePassed() {
    switch phase {
    case .idle: close()
    case .responding: responderTimedOut()
    case .waiting, .reading, .finishing, .streaming, .closed: break
    }
  }

  /// Tells the code that runs for the present request that nobody waits for it any more.
  func cancelResponder() {
    task?.cancel()
  }

  /// The server stops: an idle connection closes, another after its present answer; one that pauses in it goes on.
  func serverStops() {
    pausedSink?.endPause()
    if phase == .idle || phase == .waiting { close() }
  }

  /// Closes whatever is under way; the peer sees a broken connection.
  func abort() {
    task?.cancel()
    close()
  }

  func close() {
    guard phase != .closed else { return }
    phase = .closed
    server.remove(self)
    descriptor.close()
    task = nil
  }

  // MARK: Serving

  private func serve() async {
    repeat {
      input = server.buffers.takeInput()
      output = server.buffers.takeOutput()
      start = 0
      end = 0
      var keepsServing = true
      while keepsServing {
        keepsServing = await serveNext()
      }
      // Let go of first: a buffer that two hold is copied when it is emptied.
      let (usedInput, usedOutput) = (input, output)
      input = []
      output = []
      server.buffers.giveBack(input: usedInput, output: usedOutput)
    } while await mayServeAgain()
    if phase != .closed, phase != .streaming { becomeIdle() }
  }

  /// Waits a moment for the next request, without buffers but with the task: a busy client's requests follow one
  /// another closely, and a task costs more than it takes to serve one of them. False when none came.
  private func mayServeAgain() async -> Bool {
    guard phase != .closed, phase != .streaming, !server.isStopping,
      server.waitingTasks < limits.maxWaitingTasksPerLoop
    else { return false }
    phase = .waiting
    idleSince = loop.now
    server.waitingTasks += 1
    defer { server.waitingTasks -= 1 }
    do throws(WaitError) {
      try await descriptor.wait(for: .readable, until: loop.now + limits.taskKeepTime)
      mayHoldMore = true
      return true
    } catch {
      return false
    }
  }

  /// Serves one request. False when there is nothing more to do now: the connection has closed or becomes idle.
  private func serveNext() async -> Bool {
    phase = .reading
    var parser = RequestParser(limits: limits.message)
    var deadline: MonotonicTime?
    while true {
      if start < end {
        switch withReceived({ parser.parse($0) }) {
        case .head(let head, let consumed):
          start += consumed
          return await answer(head)
        case .refused(let refusal):
          await refuse(.malformed(refusal), received: received(in: 0..<(end - start)))
          return false
        case .incomplete: break
        }
      } else if !mayHoldMore, parser.isIdle, !descriptor.takeUnconsumed(.readable) {
        return false
      }
      // The clock starts with the request's first byte; before it the connection is merely idle.
      let until = deadline ?? loop.now + (end > start ? limits.headerTime : limits.idleTime)
      if end > start { deadline = until }
      switch await fill(until: until) {
      case .bytes: break
      case .timedOut:
        if end > start {
          await refuse(.headTimeout, received: received(in: 0..<(end - start)))
        } else {
          close()
        }
        return false
      case .endOfStream:
        if end > start {
          await refuse(.truncatedHead, received: received(in: 0..<(end - start)))
        } else {
          close()
        }
        return false
      case .failed:
        close()
        return false
      }
    }
  }
}
