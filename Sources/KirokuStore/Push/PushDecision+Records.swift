internal import KirokuCore

// What is done to entries, habits and days.

extension PushDecision {
  // MARK: - Entries

  /// A put as the fold takes it: zone and day start as they are resolved now.
  func entryFields(_ put: EntryPut, _ act: Act) -> EntryFields {
    EntryFields(
      weight: put.draft.weight, recordedAt: put.draft.recordedAt,
      timePrecision: put.timePrecision, note: put.draft.note,
      bodyFatThousandths: put.draft.bodyFatThousandths,
      timeZone: act.timeZone ?? context.settings.timeZone,
      dayStartMinutes: context.settings.dayStartMinutes, source: act.source)
  }

  /// - Parameter recordedAt: when the person stood on the scale, where the act says so.
  mutating func decideEntry(
    _ index: Int, _ id: UUIDBytes, _ change: EntryState.Change, _ fields: String,
    _ recordedAt: Instant?
  ) -> PushDraft? {
    guard let record = entries[id] else { return nil }
    if let rejection = refusal(index, isKnown: record.isKnown, rev: record.answeredRev) {
      return rejected(rejection, of: .entry(id))
    }
    if let recordedAt, recordedAt > latest { return rejected(.inTheFuture, of: .entry(id)) }
    let key = key(index, version: record.current.version)
    return apply(change, to: id, in: \.entries, .entry(id), key, index, fields)
  }

  // MARK: - Habits

  mutating func decideHabit(
    _ index: Int, _ id: UUIDBytes, _ change: HabitState.Change
  ) -> PushDraft? {
    guard let record = habits[id] else { return nil }
    if let rejection = refusal(index, isKnown: record.isKnown, rev: record.answeredRev) {
      return rejected(rejection, of: .habit(id))
    }
    if case .put = change, record.current.state.live == nil {
      guard let count = habitCountByNow() else { return nil }
      if count >= HabitRules.maxPerAccount { return rejected(.tooManyHabits, of: .habit(id)) }
    }
    var change = change
    if case .patch(let patch) = change, patch.scheduleFromToday != nil {
      guard let today = localDays[index] else { return nil }
      change = .patch(patch.resolved(on: today))
    }
    if let old = record.current.state.fields, let fault = change.fault(on: old) {
      return rejected(.unfit(fault), of: .habit(id))
    }
    let key = key(index, version: record.current.version)
    return apply(change, to: id, in: \.habits, .habit(id), key, index, change.storedFields)
  }

  /// How many habits there are; nil while that has to be read.
  private mutating func habitCountByNow() -> Int? {
    guard let stored = habitCount[context.accountID] else { return nil }
    return habits.all.values.reduce(stored) { count, record in
      let (was, isNow) = (record.row?.record.state.live, record.current.state.live)
      return count + (isNow == nil ? 0 : 1) - (was == nil ? 0 : 1)
    }
  }

  // MARK: - Days

  /// What can be asked for of a day.
  enum DayRequest {
    case set(HabitDaySet)
    case increment(Int64)
    /// The opposite of what was shown, where that is what is stored.
    case toggle(shown: Bool)
  }

  mutating func decideDay(
    _ index: Int, _ habitID: UUIDBytes, _ day: DayReference, _ request: DayRequest
  ) -> PushDraft? {
    guard let habit = habits[habitID], let day = resolve(day, index) else { return nil }
    let id = DayID(habit: habitID, day: day)
    guard let record = days[id] else { return nil }
    let isGone = habit.current.state.live == nil
    if let rejection = refusal(
      index, isKnown: habit.isKnown, rev: isGone ? nil : record.answeredRev)
    {
      return rejected(rejection, of: id.reference)
    }
    if day > latestDay { return rejected(.inTheFuture, of: id.reference) }
    if let kind = habit.current.state.fields?.kind, let fault = request.fault(on: kind) {
      return rejected(.unfit(fault), of: id.reference)
    }
    let key = key(index, version: record.current.version)
    guard let change = request.change(of: record.current.state) else {
      return PushDraft(
        outcome: .notAsShown, reference: id.reference, actedAt: key.actedAt,
        serverTime: context.now)
    }
    return apply(
      change, to: id, in: \.days, id.reference, key, index, change.storedFields, isHidden: isGone)
  }

  // MARK: - What all have in common

  private static let dayMicroseconds: Int64 = 86_400_000_000
  /// Where on Earth it is latest: before UTC by so many microseconds.
  private static let mostAheadMicroseconds: Int64 = 14 * 3_600_000_000

  /// What a record may be of at most: clocks are wrong by a day.
  private var latest: Instant { context.now.advanced(byMicroseconds: Self.dayMicroseconds) }

  /// The local day of the same, wherever the person is.
  private var latestDay: LocalDay {
    let time = latest.advanced(byMicroseconds: Self.mostAheadMicroseconds)
    return LocalDay(unixDays: Int32(clamping: time.unixMicroseconds / Self.dayMicroseconds))
  }

  private func refusal(_ index: Int, isKnown: Bool, rev: Int64?) -> PushRejection? {
    let condition = operations[index].condition
    if condition.isKnown && !isKnown { return .notFound }
    return condition.holds(forRev: rev) ? nil : .conditionFailed
  }

  /// Applies a change to its record and keeps it.
  ///
  /// - Parameter isHidden: whether nobody sees the record, whatever its state.
  /// - Returns: nil while more has to be read.
  private mutating func apply<ID, State>(
    _ change: State.Change, to id: ID,
    in records: WritableKeyPath<PushDecision, RecordSet<ID, State>>, _ reference: RecordReference,
    _ key: OperationKey, _ index: Int, _ fields: String, isHidden: Bool = false
  ) -> PushDraft? {
    let kind = operations[index].change.kind
    guard let record = self[keyPath: records][id],
      let waiting = reversals(waitingFor: key.operationID)
    else { return nil }
    let named = waiting.filter { $0.counts(for: key, kind, on: reference) }
    noteChange(at: key.effectiveAt)
    guard
      let step = self[keyPath: records].apply(
        Operation(key: key, change: change), to: id, named: named.map(\.reversal))
    else { return nil }
    if step.isSettled && kind == .increment { return rejected(.settled, of: reference) }
    let outcome =
      isHidden ? PushResult.First.superseded : step.outcome(of: kind, wasKnown: record.isKnown)
    if outcome == .created { self[keyPath: records].created(id, by: key.operationID) }
    adopt(waiting, for: key, kind, on: reference)
    return keep(
      KeptOperation(
        key: key, act: operations[index].act, kind: kind, outcome: outcome, reference: reference,
        fields: step.isSettled ? StoredFields.none : fields, isCancelled: step.isCancelled,
        isSettled: step.isSettled))
  }
}

extension WorkingRecord {
  /// The revision that conditions are compared with; nil for a record that is gone.
  fileprivate var answeredRev: Int64? { current.state.live == nil ? nil : row?.rev ?? 0 }
}

extension WorkingRecord.Step {
  /// What the operation did, in a word.
  func outcome(of kind: OperationKind, wasKnown: Bool) -> PushResult.First {
    if isSettled { return .superseded }
    let (old, new) = (before.live, after.live)
    if !wasKnown && (kind == .put || kind == .patch || kind == .delete) {
      return kind == .put && new != nil ? .created : .superseded
    }
    if old != new { return .updated }
    let isIdle = kind == .delete ? new == nil : isNewest && new != nil
    return isIdle ? .unchanged : .superseded
  }
}

extension HabitState.Change {
  var storedFields: String {
    switch self {
    case .put(let fields): StoredFields.habit(fields)
    case .patch(let patch): StoredFields.habit(patch)
    case .delete: StoredFields.none
    }
  }

  /// Why it does not fit a habit as it is.
  fileprivate func fault(on old: HabitFields) -> Fault? {
    switch self {
    case .put(let new): new.kind == old.kind ? nil : Fault(.unchangeable, at: "/kind")
    case .patch(let patch):
      patch.schedule.map { old.schedules.adding($0).count > ScheduleRules.maxVersions } == true
        ? Fault(.tooMany, at: "/schedule", ["limit": "\(ScheduleRules.maxVersions)"]) : nil
    case .delete: nil
    }
  }
}

extension HabitDayState.Change {
  var storedFields: String {
    switch self {
    case .set(let set): StoredFields.day(set)
    case .increment(let thousandths): StoredFields.increment(thousandths)
    }
  }
}

extension PushDecision.DayRequest {
  fileprivate func fault(on kind: HabitKind) -> Fault? {
    switch self {
    case .set(let set): set.fault(on: kind)
    case .increment: HabitIncrement.fault(on: kind)
    case .toggle: HabitDaySet(toggledTo: true).fault(on: kind)
    }
  }

  /// The change that it comes to; nil for a toggle that does not find what was shown.
  fileprivate func change(of state: HabitDayState) -> HabitDayState.Change? {
    switch self {
    case .set(let set): return .set(set)
    case .increment(let thousandths): return .increment(thousandths)
    case .toggle(let shown):
      let isDone = state.value.amountThousandths > 0
      return isDone == shown ? .set(HabitDaySet(toggledTo: !shown)) : nil
    }
  }
}

extension HabitDaySet {
  /// What a toggle of a check becomes.
  fileprivate init(toggledTo isDone: Bool) {
    self.init(value: isDone ? .done : .notDone)
    kind = .check
  }
}
