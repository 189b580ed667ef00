internal import AsyncSockets
internal import HTTPCore

// A body that is written while the client reads, and may go on for days.
extension Connection {
  /// Streams a body in a task of its own. A task keeps the memory of its deepest call until it ends, and the one that found
  /// the answer was deep: 19 KB, where a stream that waits needs three.
  ///
  /// Only where nothing of the request is left, and nothing of the next one has come.
  ///
  /// - Parameter record: of the answer so far.
  func streamApart(
    _ write: @escaping @Sendable (any BodySink) async throws -> Void, _ encoder: ResponseEncoder,
    _ record: RequestRecord, since startedAt: MonotonicTime
  ) {
    phase = .streaming
    task = loop.spawn { [self] in
      let sink = ConnectionSink(self, encoder: encoder)
      let isComplete = await sink.run(write)
      if let observer = server.observer {
        var record = record
        record.responseBytes += sink.writtenBytes
        record.microseconds = MonotonicTime.now().nanoseconds(since: startedAt) / 1_000
        observer.requestFinished(record)
      }
      guard isComplete else { return close() }
      if encoder.closes { return await lingerAndClose() }
      becomeIdle()
      // What has come meanwhile was reported once.
      if descriptor.takeUnconsumed(.readable) || descriptor.isHungUp { wake() }
    }
  }
}
