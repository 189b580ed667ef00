internal import JSON
internal import KirokuCore
internal import KirokuStore

/// The answer to a sync: what became of each operation, in order, and the first page of what has changed.
struct SyncAnswer {
  let operations: [SyncOperation]
  /// Of the operations that could be read; nil where there was none.
  let pushed: PushAnswer?
  let page: FeedPage
  let language: Language
  let requestID: String

  var body: [UInt8] {
    var writer = JSONWriter(
      capacity: ChangeJSON.capacity(for: page) + operations.count * Self.typicalResultBytes)
    writer.beginObject()
    writer.key("results")
    writer.beginArray()
    var results = (pushed?.results ?? []).makeIterator()
    for operation in operations {
      switch operation.content {
      case .failure(let problem): write(operation, problem, to: &writer)
      case .success:
        if let result = results.next() { write(operation, result, to: &writer) }
      }
    }
    writer.endArray()
    writer.key("shiftMs")
    // Rounded up: who shifts by it is not in the future again.
    writer.integer(((pushed?.shiftMicroseconds ?? 0) + 999) / 1000)
    ChangeJSON.writeMembers(of: page, in: language, to: &writer)
    writer.endObject()
    return writer.bytes
  }

  private static let typicalResultBytes = 700

  private func write(
    _ operation: SyncOperation, _ problem: Problem, record: FeedChange? = nil,
    to writer: inout JSONWriter
  ) {
    begin(operation, "rejected", record, to: &writer)
    writer.key("problem")
    problem.write(in: language, requestID: requestID, to: &writer)
    writer.endObject()
  }

  private func write(_ operation: SyncOperation, _ result: PushResult, to writer: inout JSONWriter)
  {
    let record = result.current
    switch result.outcome {
    case .rejected(let rejection):
      write(
        operation, rejection.problem(at: operation.pointer), record: record, to: &writer)
    case .stored(let first):
      begin(operation, first.syncOutcome, record, to: &writer)
      writeMore(operation, result, first, to: &writer)
      writer.endObject()
    case .repeated(let first):
      begin(operation, "duplicate", record, to: &writer)
      writeMore(operation, result, first, to: &writer)
      writer.endObject()
    case .notAsShown:
      begin(operation, "unchanged", record, to: &writer)
      writer.endObject()
    }
  }

  /// What is told of donations: whether to make one, what became of one, which ones to delete.
  private func writeMore(
    _ operation: SyncOperation, _ result: PushResult, _ first: PushResult.First,
    to writer: inout JSONWriter
  ) {
    guard let pushed = try? operation.content.get() else { return }
    switch pushed.change {
    case .donate: DonationJSON.writeOutcome(first, to: &writer)
    case .undo: DonationJSON.write(result.withdrawn, to: &writer)
    default:
      DonationJSON.writeAdvice(
        result.recommendsDonation, intent: pushed.act.intent, to: &writer)
    }
  }

  private func begin(
    _ operation: SyncOperation, _ outcome: String, _ record: FeedChange?,
    to writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.key("opId")
    if let id = operation.id { writer.plainString(id.append) } else { writer.null() }
    writer.key("outcome")
    writer.string(outcome)
    writer.key("record")
    if let record {
      ChangeJSON.write(record, on: page.today, in: language, to: &writer)
    } else {
      writer.null()
    }
  }
}

extension PushResult.First {
  /// The name of what an operation did, as sync tells it.
  fileprivate var syncOutcome: String {
    switch self {
    case .created, .updated, .undone, .redone: "applied"
    case .superseded: "superseded"
    // An undo that came before what it names is kept, and holds when that comes.
    case .unchanged, .alreadyUndone, .alreadyRedone, .pending: "unchanged"
    }
  }
}

extension PushResult {
  /// The record as it is after the push; nil where it is gone.
  fileprivate var current: FeedChange? {
    if let donation {
      return FeedChange(
        record: .donation(donation.id), rev: donation.rev, version: donation.donatedAt,
        value: .donation(donation))
    }
    guard let reference = reference.map({ FeedChange.Record($0) }) else { return nil }
    switch record {
    case .entry(let entry?):
      return FeedChange(
        record: reference, rev: entry.rev, version: entry.version, value: .entry(entry))
    case .habit(let habit?):
      return FeedChange(
        record: reference, rev: habit.rev, version: habit.version, value: .habit(habit))
    case .day(let day, let habit):
      return day.version.map { version in
        FeedChange(
          record: reference, rev: day.rev, version: version, value: .day(day, of: habit.fields))
      }
    case .entry(nil), .habit(nil), .none: return nil
    }
  }
}

extension PushRejection {
  /// - Parameter pointer: where the operation is in the body.
  fileprivate func problem(at pointer: String) -> Problem {
    switch self {
    case .operationReused: Problem(.idempotencyKeyReused)
    case .inTheFuture: Problem(.invalidFields, [FieldProblem(.pointer(pointer), .inTheFuture)])
    case .notFound: Problem(.notFound)
    case .conditionFailed: Problem(.preconditionFailed)
    case .unfit(let fault):
      Problem(.invalidFields, [FieldProblem(fault).moved(under: pointer + "/fields")])
    case .tooManyHabits: Problem(.tooManyHabits)
    case .settled: Problem(.operationExpired)
    case .nothingFound: Problem(.nothingToUndo)
    case .notUndoable: Problem(.notUndoable)
    case .windowPassed: Problem(.undoExpired)
    case .scopeTooSmall: Problem(.insufficientScope)
    case .unknownAct: Problem(.actNotSaved)
    case .notDonatable: Problem(.donationNotApplicable)
    case .unstorable: Problem(.internalError)
    }
  }
}
