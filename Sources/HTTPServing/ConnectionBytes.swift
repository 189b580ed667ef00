internal import AsyncSockets

// The bytes of a connection on their way in and out.
extension Connection {
  // MARK: Bytes in

  enum FillOutcome {
    case bytes, endOfStream, timedOut, failed
  }

  /// Receives at least one byte behind those that wait, suspending until `deadline` when none has come.
  func fill(until deadline: MonotonicTime) async -> FillOutcome {
    makeRoom()
    while true {
      if mayHoldMore {
        switch changeInput({ descriptor.receive(into: &$0, at: end) }) {
        case .received(let count, let drained):
          end += count
          mayHoldMore = !drained
          return .bytes
        case .wouldBlock: mayHoldMore = false
        case .endOfStream: return .endOfStream
        case .failed: return .failed
        }
      }
      do throws(WaitError) {
        try await descriptor.wait(for: .readable, until: deadline)
        mayHoldMore = true
      } catch {
        return error == .timedOut ? .timedOut : .failed
      }
    }
  }

  /// Lends the received bytes to `body`.
  func withReceived<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    let received = input
    return body(received.span.extracting(start..<end))
  }

  /// A copy of some of the received bytes.
  func received(in range: Range<Int>) -> [UInt8] {
    let received = input
    return Array(received[(start + range.lowerBound)..<(start + range.upperBound)])
  }

  /// Has `input` changed. It is taken and given back: a change in place would be checked for exclusive access at run
  /// time.
  private func changeInput<Result>(_ change: (inout [UInt8]) -> Result) -> Result {
    var buffer = input
    input = []
    defer { input = buffer }
    return change(&buffer)
  }

  /// Moves what waits to the buffer's front; doubles a buffer that a long head has filled (the parser's limits bound
  /// how far that goes).
  private func makeRoom() {
    if start == end {
      start = 0
      end = 0
    }
    guard end == input.count else { return }
    if start > 0 {
      changeInput { $0.replaceSubrange(0..<(end - start), with: $0[start..<end]) }
      end -= start
      start = 0
    } else {
      changeInput { $0.append(contentsOf: repeatElement(0, count: $0.count)) }
    }
  }

  // MARK: Buffers of a paused body

  /// Gives the buffers back while a streamed body pauses; what the peer has sent already stays.
  func giveBuffersBack() {
    guard start == end || input.isEmpty, output.isEmpty else { return }
    start = 0
    end = 0
    let (usedInput, usedOutput) = (input, output)
    input = []
    output = []
    server.buffers.giveBack(input: usedInput, output: usedOutput)
  }

  /// Takes buffers for the next request, where a paused body gave them back.
  func takeBuffersAgain() {
    guard input.isEmpty, phase != .closed else { return }
    input = server.buffers.takeInput()
    if output.isEmpty { output = server.buffers.takeOutput() }
  }

  // MARK: Bytes out

  /// Has more bytes appended to `output`; taken and given back as `input` is.
  func appendOutput<Result>(_ append: (inout [UInt8]) -> Result) -> Result {
    var bytes = output
    output = []
    defer { output = bytes }
    return append(&bytes)
  }

  /// Sends what is in `output`, however long the peer takes for it, within the stall limit. False when it is gone.
  func flush() async -> Bool {
    var bytes = output
    output = []
    defer {
      bytes.removeAll(keepingCapacity: bytes.capacity <= BufferPool.maxOutputBytes)
      if output.isEmpty { output = bytes }
    }
    var sent = 0
    while sent < bytes.count {
      switch descriptor.send(bytes, from: sent) {
      case .sent(let count): sent += count
      case .wouldBlock:
        do throws(WaitError) {
          try await descriptor.wait(for: .writable, until: loop.now + limits.writeStallTime)
        } catch {
          return false
        }
      case .failed: return false
      }
    }
    return true
  }

  /// Ends the sending side, then reads and drops what the peer still sends, so that it gets to read the answer
  /// instead of a reset (RFC 9112 §9.6); closes.
  func lingerAndClose() async {
    descriptor.shutdownSending()
    let deadline = loop.now + limits.lingerTime
    while phase != .closed {
      switch descriptor.receive(into: &server.scratch, at: 0) {
      case .received: if loop.now >= deadline { return close() }
      case .endOfStream, .failed: return close()
      case .wouldBlock:
        do throws(WaitError) {
          try await descriptor.wait(
            for: .readable, until: min(deadline, loop.now + limits.lingerPause))
        } catch {
          return close()
        }
      }
    }
  }
}
