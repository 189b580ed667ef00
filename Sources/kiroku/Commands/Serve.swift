internal import AsyncSockets
import Glibc

/// `kiroku serve`: the database (when it is ours), the loops, the server; then signals until the end.
///
/// The main thread waits for signals and looks after the private PostgreSQL; the loops do all else.
struct Serve {
  let settings: ServeSettings
  let log: LogSink

  init(_ settings: ServeSettings) throws(ProgramError) {
    self.settings = settings
    do throws(SocketError) {
      log = try LogSink(descriptor: STDERR_FILENO)
    } catch {
      throw .failed("cannot start a thread: \(error)")
    }
  }

  func run() throws(ProgramError) {
    defer { log.flush() }
    let postgres = try startPostgres()
    defer { postgres?.stop(mayWait: true) }
    log.append(LogLine.event("started"))
    while true {
      if Signals.next(withinMilliseconds: 200) == .stop { break }
      postgres?.watch(nowMilliseconds: Self.milliseconds()) { log.append(LogLine.postgres($0)) }
    }
    log.append(LogLine.event("stopping"))
  }

  private func startPostgres() throws(ProgramError) -> PrivatePostgres? {
    guard case .folder(let folder) = settings.database else { return nil }
    return try PrivatePostgres(data: folder) { log.append(LogLine.postgres($0)) }
  }

  private static func milliseconds() -> Int {
    Int(MonotonicTime.now().nanoseconds / 1_000_000)
  }
}

extension LogLine {
  static func postgres(_ event: PrivatePostgres.Event) -> Render {
    switch event {
    case .started(let pid): Self.event("database started", ["pid": "\(pid)"])
    case .adopted(let pid): Self.event("database adopted", ["pid": "\(pid)"])
    case .ended(let pid): Self.event("database ended", level: "error", ["pid": "\(pid)"])
    case .failedToStart(let reason):
      Self.event("database does not start", level: "error", ["reason": reason])
    }
  }
}
