internal import AsyncSockets
internal import Synchronization

/// Lets the main thread, which does nothing asynchronous itself, wait for work on a loop.
enum Waiting {
  /// Runs work on a loop and waits for it.
  /// - Parameter meanwhile: called now and then, to look after what the main thread looks after.
  /// - Throws: what the work throws; `failed` when a signal to stop comes first.
  static func result<Value: Sendable>(
    of work: @escaping @Sendable () async throws(ProgramError) -> Value, on loop: EventLoop,
    meanwhile: () -> Void = {}
  ) throws(ProgramError) -> Value {
    let outcome = Outcome<Value>()
    loop.spawn {
      do throws(ProgramError) {
        let value = try await work()
        outcome.finish(.success(value))
      } catch {
        outcome.finish(.failure(error))
      }
    }
    while true {
      if let result = outcome.result { return try result.get() }
      if Signals.next(withinMilliseconds: 200) == .stop {
        throw .failed("stopped by a signal before it was done")
      }
      meanwhile()
    }
  }

  private final class Outcome<Value: Sendable>: Sendable {
    private let state = Mutex<Result<Value, ProgramError>?>(nil)

    var result: Result<Value, ProgramError>? { state.withLock { $0 } }

    func finish(_ result: Result<Value, ProgramError>) {
      state.withLock { $0 = result }
      Signals.askToLook()
    }
  }
}
