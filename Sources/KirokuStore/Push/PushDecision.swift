internal import KirokuCore

/// What a push of operations comes to, decided from what is stored. Pure.
///
/// It begins by knowing nothing and notes what it misses; whoever runs it reads that, and lets it decide anew. So all
/// records of a push are read at once, and histories only where the newest act is not simply applied.
struct PushDecision {
  let context: PushContext
  let operations: [PushedOperation]
  /// Of each operation, where its client gave one: corrected, spaced, shifted.
  let actedAt: [Instant?]

  // What is read: operations by their ids, the newest acts that undos ask for by the undos' places, and so on.
  var known = Facts<UUIDBytes, StoredOperation?>()
  var newest = Facts<Int, StoredOperation?>()
  /// The undos and redos that wait for an operation.
  var waiting = Facts<UUIDBytes, [WaitingReversal]>()
  /// The local days of acted times, by the operations' places.
  var localDays = Facts<Int, LocalDay>()
  var entries = RecordSet<UUIDBytes, EntryState>()
  var habits = RecordSet<UUIDBytes, HabitState>()
  var days = RecordSet<DayID, HabitDayState>()
  /// Since when histories are needed; nil for the whole of them, as where several operations may reach back.
  private(set) var earliestChange: Instant?
  var donations = DonationFacts()
  /// Of the habits of days: how they stand; nil within where nothing is recorded.
  var progress = Facts<UUIDBytes, HabitProgress?>()
  /// How many habits there are, by account, of which there is one.
  var habitCount = Facts<UUIDBytes, Int>()

  // What is decided.
  private(set) var drafts: [PushDraft] = []
  /// The operations to be stored, in their order.
  var kept: [KeptOperation] = []
  /// Where in `kept` an operation is.
  private(set) var places: [UUIDBytes: Int] = [:]
  /// Stored undos and redos that wait no longer: of which record they are now, nil for those that mean nothing.
  var adopted: [UUIDBytes: RecordReference?] = [:]
  /// Stored operations that are cancelled now, or no more.
  var cancelled: [UUIDBytes: Bool] = [:]
  /// Of donations: those that are new, and those that are to be deleted.
  var donationChanges = DonationChanges()
  private var lastUntimed: Instant?

  init(_ operations: [PushedOperation], actedAt: [Instant?], _ context: PushContext) {
    self.operations = operations
    self.actedAt = actedAt
    self.context = context
  }

  /// Decides with what is known.
  ///
  /// - Returns: whether that was enough; else what is missing has to be read.
  mutating func decide() -> Bool {
    drafts = []
    kept = []
    places = [:]
    adopted = [:]
    cancelled = [:]
    donationChanges = DonationChanges()
    lastUntimed = nil
    entries.reset()
    habits.reset()
    days.reset()
    for index in operations.indices {
      guard let draft = decide(index) else { continue }
      drafts.append(draft)
      if let reference = draft.reference { look(at: reference) }
    }
    return known.missing.isEmpty && newest.missing.isEmpty && waiting.missing.isEmpty
      && localDays.missing.isEmpty && habitCount.missing.isEmpty && donations.isComplete
      && progress.missing.isEmpty && entries.isComplete && habits.isComplete && days.isComplete
  }

  private mutating func decide(_ index: Int) -> PushDraft? {
    let operation = operations[index]
    let id = operation.act.operationID
    if let place = places[id] { return repetition(of: kept[place], operation.act) }
    guard let stored = known[id] else {
      lookAhead(index)
      return nil
    }
    if let stored { return repetition(of: stored, operation.act) }
    guard !context.otherKeys.contains(id) else { return rejected(.operationReused) }
    switch operation.change {
    case .putEntry(let put):
      let fields = entryFields(put, operation.act)
      return decideEntry(index, put.entryID, .put(fields), put.fields, put.draft.recordedAt)
    case .patchEntry(let id, let patch, let fields):
      return decideEntry(index, id, .patch(patch), fields, patch.recordedAt)
    case .deleteEntry(let id): return decideEntry(index, id, .delete, StoredFields.none, nil)
    case .putHabit(let id, let fields): return decideHabit(index, id, .put(fields))
    case .patchHabit(let id, let patch): return decideHabit(index, id, .patch(patch))
    case .deleteHabit(let id): return decideHabit(index, id, .delete)
    case .setDay(let habit, let day, let set): return decideDay(index, habit, day, .set(set))
    case .incrementDay(let habit, let day, let thousandths):
      return decideDay(index, habit, day, .increment(thousandths))
    case .toggleDay(let habit, let day, let shown):
      return decideDay(index, habit, day, .toggle(shown: shown))
    case .undo(let target): return decideReversal(index, of: target, cancels: true)
    case .redo(let target): return decideReversal(index, of: target, cancels: false)
    case .donate(let donation): return decideDonation(index, donation)
    }
  }

  // MARK: - What is read

  /// Sees to it that a record's row is known.
  mutating func look(at reference: RecordReference) {
    switch reference {
    case .entry(let id): _ = entries[id]
    case .habit(let id): _ = habits[id]
    case .day(let habit, let day):
      _ = habits[habit]
      _ = progress[habit]
      _ = days[DayID(habit: habit, day: day)]
    }
  }

  /// Asks for what will be needed if the operation is new: nearly all are.
  private mutating func lookAhead(_ index: Int) {
    switch operations[index].change {
    case .putEntry(let put): _ = entries[put.entryID]
    case .patchEntry(let id, _, _), .deleteEntry(let id): _ = entries[id]
    case .putHabit(let id, _):
      _ = habits[id]
      _ = habitCount[context.accountID]
    case .deleteHabit(let id): _ = habits[id]
    case .patchHabit(let id, let patch):
      _ = habits[id]
      if patch.scheduleFromToday != nil { _ = localDays[index] }
    case .setDay(let habit, let day, _), .incrementDay(let habit, let day, _),
      .toggleDay(let habit, let day, _):
      _ = habits[habit]
      _ = progress[habit]
      if let day = resolve(day, index) { _ = days[DayID(habit: habit, day: day)] }
    case .undo(.operation(let id)):
      _ = known[id]
      _ = donations.ofActs[id]
    case .redo(.operation(let id)): _ = known[id]
    case .donate(let donation): _ = known[donation.operationID]
    case .undo(.batch), .redo(.batch): break
    case .undo, .redo: _ = newest[index]
    }
    _ = reversals(waitingFor: operations[index].act.operationID)
  }

  /// Which day is meant; nil while that has to be read.
  mutating func resolve(_ day: DayReference, _ index: Int) -> LocalDay? {
    switch day {
    case .day(let day): day
    case .today: localDays[index]
    }
  }

  /// Notes that something at or after an effective time changes a record.
  mutating func noteChange(at time: Instant) {
    earliestChange = operations.count == 1 ? time : nil
  }

  // MARK: - What was known before

  /// What a known operation did; where it was another's request, nothing.
  ///
  /// Its record is the one that it was stored with: a put without an id is given a new one each time it is sent.
  private mutating func repetition(of stored: StoredOperation, _ act: Act) -> PushDraft? {
    guard stored.isOf(request: act.request), let first = PushResult.First(rawValue: stored.outcome)
    else { return rejected(.operationReused) }
    var draft = PushDraft(
      outcome: .repeated(first), reference: stored.record, actedAt: stored.key.actedAt,
      serverTime: stored.receivedAt)
    if let id = stored.targetID, stored.kind != .donate {
      guard let target = named(id) else { return nil }
      draft.target = target?.target
      draft.reference = stored.record ?? target?.target?.record
    }
    return draft
  }

  private mutating func repetition(of kept: KeptOperation, _ act: Act) -> PushDraft? {
    guard kept.act.request == act.request else { return rejected(.operationReused) }
    var draft = PushDraft(
      outcome: .repeated(kept.outcome), reference: kept.reference, actedAt: kept.key.actedAt,
      serverTime: context.now)
    if let id = kept.targetID, kept.kind != .donate {
      guard let target = named(id) else { return nil }
      draft.target = target?.target
    }
    return draft
  }

  // MARK: - What all have in common

  func rejected(
    _ rejection: PushRejection, of reference: RecordReference? = nil
  ) -> PushDraft {
    PushDraft(
      outcome: .rejected(rejection), reference: reference, actedAt: context.now,
      serverTime: context.now)
  }

  /// The key of an operation, once it is known what was done before.
  ///
  /// - Parameter version: of the record, where there is one: an act without a time of its own comes after it.
  mutating func key(_ index: Int, version: Instant?) -> OperationKey {
    let act = operations[index].act
    let time = actedAt[index] ?? untimed(after: version)
    // A version is of the past, but for those few microseconds by which acts are spaced.
    let seen = act.seen.map { min($0, max(context.now, version ?? context.now)) }
    return OperationKey(
      actedAt: time, seenVersion: seen, clientID: act.clientID ?? context.tokenID,
      operationID: act.operationID)
  }

  private mutating func untimed(after version: Instant?) -> Instant {
    let others = [version, lastUntimed].compactMap { $0?.advanced(byMicroseconds: 1) }
    let time = max(context.now, others.max() ?? context.now)
    lastUntimed = time
    return time
  }

  mutating func keep(_ operation: KeptOperation) -> PushDraft {
    places[operation.key.operationID] = kept.count
    kept.append(operation)
    return PushDraft(
      outcome: .stored(operation.outcome), reference: operation.reference,
      actedAt: operation.key.actedAt, serverTime: context.now)
  }
}
