internal import Postgres
internal import Synchronization

/// Turns what happens to connections into lines: once when the database goes, once when it is back, however many
/// connections notice.
final class DatabaseLog: Sendable {
  private let sink: LogSink
  private let isUp = Mutex(true)

  init(sink: LogSink) {
    self.sink = sink
  }

  func observe(_ event: DatabaseEvent) {
    switch event {
    case .connected:
      if change(isUp: true) { sink.append(LogLine.event("database up")) }
    case .connectFailed(let error):
      if change(isUp: false) {
        sink.append(LogLine.event("database down", level: "error", ["reason": "\(error)"]))
      }
    case .connectionLost:
      if change(isUp: false) {
        sink.append(LogLine.event("database down", level: "error", ["reason": "connection lost"]))
      }
    case .connectionAbandoned:
      sink.append(LogLine.event("database gives no answer", level: "error"))
    case .statementFailed(let error):
      sink.append(LogLine.event("statement failed", level: "error", ["reason": "\(error)"]))
    }
  }

  /// - Returns: whether it was otherwise before.
  private func change(isUp now: Bool) -> Bool {
    isUp.withLock { isUp in
      defer { isUp = now }
      return isUp != now
    }
  }
}
