extension LogLine {
  /// What happens to the private PostgreSQL, as a line.
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
