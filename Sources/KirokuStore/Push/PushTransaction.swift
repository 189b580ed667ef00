internal import KirokuCore
internal import Postgres

/// One push, under its account's lock: reads what the decision misses, and writes what it comes to.
final class PushTransaction {
  private let account: LockedAccount
  private let operations: [PushedOperation]
  private let times: EnvelopeTimes
  private var values = PushValues()
  private var drafts: [PushDraft] = []
  /// The habits that operations are on, as they were put last.
  private var habits: [UUIDBytes: HabitFields] = [:]
  private var weights: [UUIDBytes: Weight] = [:]

  init(_ operations: [PushedOperation], in account: LockedAccount) {
    self.account = account
    self.operations = operations
    times = EnvelopeTimes(operations.map(\.act), now: account.now)
  }

  func run() async throws(PostgresError) -> PushAnswer {
    if operations.count == 1 {
      try await store(operations.indices)
    } else {
      try await storeGood(operations.indices)
    }
    return PushAnswer(
      results: zip(operations, drafts).map(result), rev: account.rev,
      epoch: account.caller.account.epoch,
      serverTime: account.now, shiftMicroseconds: times.shiftMicroseconds, today: account.today)
  }

  /// Stores operations, but for those of which PostgreSQL refuses a value: they are found by halves.
  private func storeGood(_ range: Range<Int>) async throws(PostgresError) {
    guard !range.isEmpty else { return }
    let (rev, pending) = (account.rev, account.pendingReversals)
    do throws(PostgresError) {
      _ = try await account.connection.query("savepoint push")
      try await store(range)
      _ = try await account.connection.query("release savepoint push")
    } catch {
      guard error.isOfValues else { throw error }
      _ = try await account.connection.pipeline([
        "rollback to savepoint push", "release savepoint push",
      ])
      account.moved(to: rev, pendingReversals: pending)
      if range.count == 1 {
        drafts.append(
          PushDraft(
            outcome: .rejected(.unstorable), actedAt: account.now, serverTime: account.now))
        return
      }
      let middle = range.lowerBound + range.count / 2
      try await storeGood(range.lowerBound..<middle)
      try await storeGood(middle..<range.upperBound)
    }
  }

  private func store(_ range: Range<Int>) async throws(PostgresError) {
    let context = PushContext(
      accountID: account.id, settings: account.caller.account.settings,
      tokenID: account.caller.tokenID, scope: account.caller.scope, now: account.now,
      pendingReversals: account.pendingReversals,
      otherKeys: try await OtherKeys.among(
        operations[range].flatMap(\.keys), in: account))
    var decision = PushDecision(
      Array(operations[range]), actedAt: Array(times.actedAt[range]), context)
    var values = values
    while !decision.decide() {
      try await PushReads(decision).run(on: account.connection, into: &decision, &values)
    }
    try await write(decision, &values)
    self.values = values
    drafts += decision.drafts
    for (id, record) in decision.habits.all { habits[id] = record.current.state.fields }
    for (id, record) in decision.entries.all { weights[id] = record.current.state.fields?.weight }
  }

  private func write(
    _ decision: PushDecision, _ values: inout PushValues
  ) async throws(PostgresError) {
    let writes = PushWrites(decision, after: account.rev)
    var steps = PushSteps()
    if writes.rev != account.rev || writes.pending != 0 || !writes.revived.isEmpty {
      steps.add(RevisionTable.raise(writes, of: account.id)) {
        [account] _, rows throws(PostgresError) in
        account.moved(
          to: try rows[0].int64(0), pendingReversals: account.pendingReversals + writes.pending)
      }
    }
    if !decision.kept.isEmpty {
      steps.add(OperationTable.insert(decision.kept, decision.context))
    }
    if !decision.adopted.isEmpty {
      steps.add(OperationTable.adopt(decision.adopted, of: account.id))
    }
    if !decision.cancelled.isEmpty {
      steps.add(OperationTable.mark(cancelled: decision.cancelled, of: account.id))
    }
    steps.add(EntryTable.self, writes.entries, \.entries, of: account.id)
    steps.add(HabitTable.self, writes.habits, \.habits, of: account.id)
    steps.add(DayTable.self, writes.days, \.days, of: account.id)
    if !writes.deletedDonations.isEmpty {
      steps.add(DonationTable.delete(writes.deletedDonations, at: account.now, of: account.id))
    }
    if !writes.donations.isEmpty {
      steps.add(DonationTable.insert(writes.donations, at: account.now, of: account.id))
    }
    if !writes.revived.isEmpty {
      // Their days have new revisions.
      steps.add(DayTable.rows(Array(decision.days.all.keys), of: account.id)) {
        values, rows throws(PostgresError) in
        for row in rows {
          let (id, _, day) = try DayTable.read(row)
          values.days[id] = day
        }
      }
    }
    addDonations(decision, to: &steps)
    try await addProgress(of: writes.courses, decision, to: &steps, &values)
  }

  /// Reads what is answered of donations: those that were pushed, those that an undo leaves to be deleted, and whether
  /// what was done in the app is to be donated now.
  private func addDonations(_ decision: PushDecision, to steps: inout PushSteps) {
    let pushed = decision.operations.filter { $0.change.kind == .donate }.map(\.act.operationID)
    if !pushed.isEmpty {
      steps.add(DonationTable.withIDs(pushed, of: account.id)) {
        values, rows throws(PostgresError) in
        for row in rows { values.donations[try row.id(0)] = try Donation(row, 1) }
      }
    }
    let undone = zip(decision.operations, decision.drafts).compactMap { operation, draft in
      operation.change.kind == .undo ? draft.target?.operationID : nil
    }
    if !undone.isEmpty {
      let acts = Array(Set(undone))
      steps.add(DonationTable.deleted(ofActs: acts, of: account.id)) {
        values, rows throws(PostgresError) in
        for act in acts { values.withdrawn[act] = [] }
        for row in rows {
          values.withdrawn[try row.id(0), default: []].append(try Donation(row, 1))
        }
      }
    }
    let donatable = decision.operations.filter(\.isDonatable).map(\.act.operationID)
    if !donatable.isEmpty {
      steps.add(DonationTable.recommendations(donatable, of: account.id)) {
        values, rows throws(PostgresError) in
        for row in rows {
          values.recommendations.updateValue(try row.boolOrNil(1), forKey: try row.id(0))
        }
      }
    }
  }

  /// Runs the steps, and reads or makes anew how the habits that operations are on stand.
  ///
  /// Where nothing but the last recorded day has changed, that follows from how they stood; else all days are read.
  private func addProgress(
    of courses: [UUIDBytes: ChangedCourse], _ decision: PushDecision, to steps: inout PushSteps,
    _ values: inout PushValues
  ) async throws(PostgresError) {
    let weekStart = account.caller.account.settings.weekStart
    var (changed, rest): ([UUIDBytes: HabitProgress?], [UUIDBytes: HabitFields]) = ([:], [:])
    for (id, course) in courses {
      if let stored = decision.progress.ifKnown(id),
        let progress = course.progress(after: stored, weekStart: weekStart)
      {
        changed.updateValue(progress, forKey: id)
      } else {
        rest[id] = course.fields
      }
    }
    for statement in HabitProgressTable.write(changed, account.id) { steps.add(statement) }
    values.progress.merge(changed) { $1 }
    let others = Set(decision.drafts.compactMap(\.reference?.habitID)).filter { courses[$0] == nil }
    if !others.isEmpty {
      steps.add(HabitProgressTable.stored(of: Array(others), account.id)) {
        values, rows throws(PostgresError) in
        for (id, progress) in try HabitProgressTable.read(rows) {
          values.progress.updateValue(progress, forKey: id)
        }
      }
    }
    // Several operations are not committed before the last of them was found good.
    let isLast = operations.count == 1
    guard !rest.isEmpty else {
      return try await steps.run(on: account.connection, commits: isLast, &values)
    }
    steps.add(HabitProgressTable.days(of: Array(rest.keys), account.id)) {
      [rest] values, rows throws(PostgresError) in
      let progress = try HabitProgressTable.computed(rest, from: rows, weekStart: weekStart)
      values.progress.merge(progress) { $1 }
    }
    try await steps.run(on: account.connection, commits: false, &values)
    var last = PushSteps()
    let progress = values.progress.filter { rest[$0.key] != nil }
    for statement in HabitProgressTable.write(progress, account.id) { last.add(statement) }
    try await last.run(on: account.connection, commits: isLast, &values)
  }

  private func result(_ operation: PushedOperation, _ draft: PushDraft) -> PushResult {
    var record = RecordValue.none
    var (weight, habit): (Weight?, HabitFields?)
    switch draft.reference {
    case .entry(let id):
      record = .entry(values.entries[id])
      weight = weights[id]
    case .habit(let id):
      record = .habit(values.habits[id])
      habit = habits[id]
    case .day(let habitID, let day):
      habit = habits[habitID]
      if let owner = values.habits[habitID] {
        let known = values.days[DayID(habit: habitID, day: day)]
        record = .day(known ?? HabitDay(habitID: habitID, day: day), of: owner)
      }
    case nil: break
    }
    let isDonated = operation.change.kind == .donate && !draft.isRefused
    return PushResult(
      outcome: draft.outcome, reference: draft.reference, record: record, weight: weight,
      habit: habit, progress: draft.reference?.habitID.flatMap { values.progress[$0] ?? nil },
      target: draft.target,
      donation: isDonated ? values.donations[operation.act.operationID] : nil,
      withdrawn: operation.change.kind == .undo
        ? draft.target.flatMap { values.withdrawn[$0.operationID] } ?? [] : [],
      recommendsDonation: draft.isRefused || !operation.isDonatable
        ? nil : values.recommendations[operation.act.operationID] ?? nil,
      actedAt: draft.actedAt, serverTime: draft.serverTime)
  }
}

extension PushedOperation {
  /// Whether it may be donated: it was done in the app, by an intent's name.
  fileprivate var isDonatable: Bool {
    act.source == .app && act.intent != nil && change.kind.isUndoable
  }
}

extension PushDraft {
  fileprivate var isRefused: Bool { if case .rejected = outcome { true } else { false } }
}

extension PostgresError {
  /// Whether PostgreSQL refused a value: data exceptions and violated constraints (its manual, appendix A).
  fileprivate var isOfValues: Bool {
    guard let errorClass = sqlState?.errorClass else { return false }
    return errorClass == "22" || errorClass == "23"
  }
}
