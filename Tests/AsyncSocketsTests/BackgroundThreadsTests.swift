import AsyncSockets
import Glibc
import Testing

@Suite("Background threads")
struct BackgroundThreadsTests {
  /// A value that says on which thread it was made.
  private func isOnLoop(_ loop: EventLoop) async -> Bool {
    await Task.yield()
    return loop.isCurrent
  }

  @Test("Work goes there from a loop and comes back, over awaits on both sides")
  func thereAndBack() async throws {
    let background = try BackgroundThreads.start(count: 2)
    defer { background.stop() }
    let places = try await onLoop { loop in
      var places = [await isOnLoop(loop)]
      places += await withTaskExecutorPreference(background) {
        var places = [loop.isCurrent]
        // Resumed by the loop, and not on it.
        await loop.sleep(until: .now() + .milliseconds(1))
        places.append(loop.isCurrent)
        places.append(await isOnLoop(loop))
        return places
      }
      places.append(loop.isCurrent)
      places.append(await isOnLoop(loop))
      return places
    }
    #expect(places == [true, false, false, false, true, true])
  }

  @Test("A loop answers while work computes there")
  func loopGoesOn() async throws {
    let background = try BackgroundThreads.start(count: 1)
    defer { background.stop() }
    let counter = Counter()
    try await onLoop { loop in
      async let computed: Void = withTaskExecutorPreference(background) {
        // Ends only if the loop goes on meanwhile.
        while counter.value < 100 { sched_yield() }
      }
      while counter.value < 100 {
        counter.increment()
        await loop.sleep(until: .now() + .microseconds(100))
      }
      await computed
    }
    #expect(counter.value == 100)
  }

  @Test("They give way to loops: their niceness is 5 more")
  func niceness() async throws {
    let background = try BackgroundThreads.start(count: 1)
    defer { background.stop() }
    let usual = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
    let there = await withTaskExecutorPreference(background) {
      getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
    }
    #expect(there == usual + 5)
  }
}
