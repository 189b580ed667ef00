import AsyncSockets
import Synchronization
import Testing

/// Runs `body` on a fresh loop and stops the loop afterwards.
func onLoop<Result: Sendable>(
  _ body: sending @escaping (EventLoop) async throws -> Result
) async throws -> Result {
  let loop = try EventLoop.start(name: "test")
  defer {
    loop.stop()
    loop.join()
  }
  return try await Task(executorPreference: loop) { try await body(loop) }.value
}

@Suite("An event loop")
struct EventLoopTests {
  @Test("Code stays on the loop's thread over awaits")
  func staysOnThread() async throws {
    let places = try await onLoop { loop in
      var places = [loop.isCurrent]
      await loop.sleep(until: .now() + .milliseconds(1))
      places.append(loop.isCurrent)
      await Task.yield()
      places.append(loop.isCurrent)
      await nested(&places, loop)
      return places
    }
    #expect(places == [true, true, true, true])
  }

  @Test("Timers run in the order of their times, equal ones in the order of their adding")
  func timerOrder() async throws {
    let order = try await onLoop { loop in
      var order: [Int] = []
      let start = MonotonicTime.now()
      loop.schedule(at: start + .milliseconds(6)) { order.append(3) }
      loop.schedule(at: start + .milliseconds(2)) { order.append(1) }
      loop.schedule(at: start + .milliseconds(2)) { order.append(2) }
      let cancelled = loop.schedule(at: start + .milliseconds(3)) { order.append(99) }
      cancelled.cancel()
      await loop.sleep(until: start + .milliseconds(9))
      return order
    }
    #expect(order == [1, 2, 3])
  }

  @Test("Work for the round's end runs after the jobs of the round")
  func roundEnd() async throws {
    let order = try await onLoop { loop in
      var order: [String] = []
      await withCheckedContinuation { done in
        loop.atRoundEnd {
          order.append("end")
          done.resume()
        }
        order.append("job")
      }
      return order
    }
    #expect(order == ["job", "end"])
  }

  @Test("Work handed over from many threads runs once each")
  func handOver() async throws {
    let loop = try EventLoop.start(name: "test")
    let counter = Counter()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<500 { loop.execute { counter.increment() } }
          await loop.spawn { counter.increment() }.value
        }
      }
    }
    loop.stop()
    loop.join()
    #expect(counter.value == 8 * 501)
  }

  @Test("Stopping a loop ends what waits on it with `closed`")
  func stopping() async throws {
    let loop = try EventLoop.start(name: "test")
    let sockets = try ListeningSockets.bind(host: "127.0.0.1", port: 0, count: 1)
    let failure = Task(executorPreference: loop) { () -> WaitError? in
      do {
        let listener = try Descriptor(sockets.fileDescriptors[0], on: loop, interest: .readable)
        loop.execute { loop.stop() }
        try await listener.wait(for: .readable, until: .distantFuture)
        return nil
      } catch {
        return error as? WaitError
      }
    }
    #expect(await failure.value == .closed)
    loop.join()
    closeSocket(sockets.fileDescriptors[0])
  }
}

private func nested(_ places: inout [Bool], _ loop: EventLoop) async {
  await Task.yield()
  places.append(loop.isCurrent)
}

final class Counter: Sendable {
  private let count = Mutex(0)
  var value: Int { count.withLock { $0 } }
  func increment() { count.withLock { $0 += 1 } }
}
