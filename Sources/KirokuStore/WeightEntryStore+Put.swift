public import KirokuCore
internal import Postgres

extension WeightEntryStore {
  /// Puts an entry: all its fields, newest act first.
  ///
  /// Nearly every put makes a new entry, so that is tried first; only when the id is taken a second
  /// statement compares the acts.
  public func put(
    _ put: EntryPut, _ act: Act, for secret: TokenSecret
  ) async throws(StoreError) -> Access<Result<PutResult, PutResult.Refusal>> {
    var answer = try await run(
      PutStatements.create(put, act, secret, now: session.now), put, act, secret)
    if case .granted(_, .taken) = answer {
      answer = try await run(
        PutStatements.replace(put, act, secret, now: session.now), put, act, secret)
    }
    switch answer {
    case .unauthorized: return .unauthorized
    case .forbidden(let caller): return .forbidden(caller)
    case .granted(let caller, .refused(let refusal)): return .granted(caller, .failure(refusal))
    case .granted(let caller, .stored(let result)): return .granted(caller, .success(result))
    case .granted(let caller, .standing(let outcome, let id, let times)):
      // Rare, so the current record is read aside; it may be newer than the answer, never older.
      guard case .granted(_, let entry) = try await self.entry(id, for: secret) else {
        return .unauthorized
      }
      let result = PutResult(
        outcome: outcome, entry: entry, actedAt: times.actedAt, serverTime: times.now)
      return .granted(caller, .success(result))
    case .granted(_, .taken):
      throw StoreError("an entry's id was taken, and then it was free, under one lock")
    }
  }

  private func run(
    _ statement: SQL, _ put: EntryPut, _ act: Act, _ secret: TokenSecret
  ) async throws(StoreError) -> Access<PutAnswer> {
    try await session.write(statement, of: act.operationID, for: secret, .writeEntries) {
      row, column throws(PostgresError) in
      try PutAnswer(row, from: column, put, act)
    }
  }
}

/// What one of the put's statements answered.
enum PutAnswer: Sendable {
  case stored(PutResult)
  case refused(PutResult.Refusal)
  /// Nothing was changed; the entry with this id stands as it is.
  case standing(PutResult.Outcome, UUIDBytes, (now: Instant, actedAt: Instant))
  /// The entry's id is taken.
  case taken

  /// Reads `PutStatements.answerColumns`.
  init(_ row: Row, from first: Int, _ put: EntryPut, _ act: Act) throws(PostgresError) {
    let outcome = try row.text(first)
    let now = try row.instant(first + 3)
    let actedAt = try row.instant(first + 4)
    switch outcome {
    case "created", "updated":
      let entry = WeightEntry(
        id: put.entryID, weight: put.draft.weight, recordedAt: try row.instant(first + 5),
        timePrecision: put.timePrecision, timeZone: try row.text(first + 6),
        utcOffsetMinutes: try row.int(first + 7), dayStartMinutes: try row.int(first + 8),
        localDay: try row.day(first + 9), note: put.draft.note, source: act.source,
        bodyFatThousandths: put.draft.bodyFatThousandths, version: try row.instant(first + 10),
        rev: try row.int64(first + 11), createdAt: try row.instant(first + 12), updatedAt: now)
      self = .stored(
        PutResult(
          outcome: outcome == "created" ? .created : .updated, entry: entry, actedAt: actedAt,
          serverTime: now))
    case "superseded": self = .standing(.superseded, put.entryID, (now, actedAt))
    case "repeated":
      self = .standing(
        .repeated(try row.name(first + 1)), try row.id(first + 2), (now, actedAt))
    case "reused": self = .refused(.operationReused)
    case "future": self = .refused(.recordedInFuture)
    case "taken": self = .taken
    default: throw PostgresError(.mismatch, "a put had an unknown outcome")
    }
  }
}
