internal import KirokuCore

/// What a made-up person's acts come to, in the order in which they arrived: the rows that pushing them one by one would
/// have left. Pure. A test pushes them and compares all rows.
struct DemoBooks {
  /// An operation's row.
  struct Kept: Sendable {
    let act: DemoAct
    let outcome: PushResult.First
    /// Nil of a donation.
    let reference: RecordReference?
    let fields: String
    var isCancelled = false

    var targetID: UUIDBytes? {
      switch act.change {
      case .undo(let target): target
      case .donate(let draft, _): draft.operationID
      default: nil
      }
    }
  }

  /// A donation's row.
  struct Donated: Sendable {
    let donation: KeptDonation
    let createdAt: Instant
    fileprivate(set) var rev: Int64
    fileprivate(set) var deletedAt: Instant?
  }

  private(set) var rev: Int64
  private(set) var operations: [Kept] = []
  private(set) var entries: [UUIDBytes: DemoRecord<EntryState>] = [:]
  private(set) var habits: [UUIDBytes: DemoRecord<HabitState>] = [:]
  private(set) var days: [DayID: DemoRecord<HabitDayState>] = [:]
  private(set) var donations: [Donated] = []
  /// Those that are taken.
  private var slots: Set<DonationSlot> = []
  private var places: [UUIDBytes: Int] = [:]

  /// - Parameter rev: the account's revision before the first act.
  init(after rev: Int64) { self.rev = rev }

  mutating func add(_ act: DemoAct) {
    switch act.change {
    case .putEntry(let id, let fields):
      apply(.put(fields), of: act, to: id, in: \.entries, .entry(id), fields.demoJSON)
    case .patchEntry(let id, let patch):
      apply(.patch(patch), of: act, to: id, in: \.entries, .entry(id), patch.demoJSON)
    case .putHabit(let id, let fields):
      apply(.put(fields), of: act, to: id, in: \.habits, .habit(id), StoredFields.habit(fields))
    case .patchHabit(let id, let patch):
      apply(.patch(patch), of: act, to: id, in: \.habits, .habit(id), StoredFields.habit(patch))
    case .setDay(let id, let set):
      apply(.set(set), of: act, to: id, in: \.days, id.reference, StoredFields.day(set))
    case .incrementDay(let id, let thousandths):
      apply(
        .increment(thousandths), of: act, to: id, in: \.days, id.reference,
        StoredFields.increment(thousandths))
    case .undo(let target): undo(target, by: act)
    case .donate(let draft, let day): donate(draft, on: day, by: act)
    }
  }

  private mutating func apply<ID, State>(
    _ change: State.Change, of act: DemoAct, to id: ID,
    in records: WritableKeyPath<DemoBooks, [ID: DemoRecord<State>]>, _ reference: RecordReference,
    _ fields: String
  ) {
    let operation = Operation(key: act.key, change: change)
    var record = self[keyPath: records][id] ?? DemoRecord()
    guard let outcome = record.apply(operation, act.kind, at: act.receivedAt, &rev) else { return }
    self[keyPath: records][id] = record
    keep(Kept(act: act, outcome: outcome, reference: reference, fields: fields))
  }

  private mutating func undo(_ target: UUIDBytes, by act: DemoAct) {
    guard let place = places[target], let reference = operations[place].reference else { return }
    let reversal = Reversal(key: act.key, target: target, cancels: true)
    var rev = rev
    let isUndone =
      switch reference {
      case .entry(let id): entries[id]?.apply(reversal, at: act.receivedAt, &rev)
      case .habit(let id): habits[id]?.apply(reversal, at: act.receivedAt, &rev)
      case .day(let habit, let day):
        days[DayID(habit: habit, day: day)]?.apply(reversal, at: act.receivedAt, &rev)
      }
    guard isUndone == true else { return }
    self.rev = rev
    operations[place].isCancelled = true
    for place in donations.indices
    where donations[place].donation.draft.operationID == target && donations[place].deletedAt == nil
    {
      self.rev += 1
      donations[place].rev = self.rev
      donations[place].deletedAt = act.receivedAt
      slots.remove(donations[place].donation.slot)
    }
    keep(Kept(act: act, outcome: .undone, reference: reference, fields: StoredFields.none))
  }

  private mutating func donate(_ draft: DonationDraft, on day: LocalDay, by act: DemoAct) {
    guard let place = places[draft.operationID] else { return }
    let target = operations[place]
    let slot = DonationSlot(
      clientID: act.clientID, intent: draft.intent, habitID: target.reference?.habitID, day: day)
    let verdict = DonationRule.verdict(
      on: DonatedAct(
        source: target.act.source, kind: target.act.kind, isUndone: target.isCancelled),
      isDonated: slots.contains(slot))
    guard let outcome = PushResult.First(verdict) else { return }
    if outcome == .created {
      rev += 1
      slots.insert(slot)
      donations.append(
        Donated(
          donation: KeptDonation(id: act.id, draft: draft, slot: slot, donatedAt: act.at),
          createdAt: act.receivedAt, rev: rev))
    }
    keep(Kept(act: act, outcome: outcome, reference: nil, fields: StoredFields.none))
  }

  private mutating func keep(_ operation: Kept) {
    places[operation.act.id] = operations.count
    operations.append(operation)
  }

  /// Of each habit of which something is recorded.
  func progress(weekStart: Int) -> [UUIDBytes: HabitProgress?] {
    var recorded: [UUIDBytes: [(LocalDay, HabitDayValue)]] = [:]
    for (id, day) in days {
      guard let state = day.row?.record.state, state.value != .empty else { continue }
      recorded[id.habit, default: []].append((id.day, state.value))
    }
    var progress: [UUIDBytes: HabitProgress?] = [:]
    for (id, habit) in habits {
      guard let fields = habit.row?.record.state.live, let days = recorded[id] else { continue }
      progress.updateValue(
        HabitProgress.computed(of: days, fields: fields, weekStart: weekStart), forKey: id)
    }
    return progress
  }
}

/// A record while acts arrive, each in a push of its own.
struct DemoRecord<State: StoredState> {
  private(set) var row: RecordRow<State>?
  private var history = RecordHistory<State>()

  /// - Returns: what the operation did.
  mutating func apply(
    _ operation: Operation<State.Change>, _ kind: OperationKind, at now: Instant, _ rev: inout Int64
  ) -> PushResult.First? {
    var working = WorkingRecord(row: row, history: history)
    let wasKnown = working.isKnown
    guard let step = working.apply(operation, named: []) else { return nil }
    let outcome = step.outcome(of: kind, wasKnown: wasKnown)
    if outcome == .created { working.wasCreated(by: operation.id) }
    store(working, at: now, &rev)
    return outcome
  }

  /// - Returns: whether its target was not undone before, and is now.
  mutating func apply(_ reversal: Reversal, at now: Instant, _ rev: inout Int64) -> Bool {
    var working = WorkingRecord(row: row, history: history)
    guard let effect = working.apply(reversal), effect.is, !effect.was else { return false }
    store(working, at: now, &rev)
    return true
  }

  /// As `PushWrites` does.
  private mutating func store(
    _ working: WorkingRecord<State>, at now: Instant, _ rev: inout Int64
  ) {
    history = working.history ?? history
    if let changed = PushWrites.row(of: working, at: now, raising: &rev) { row = changed }
  }
}

extension DemoAct {
  var key: OperationKey { OperationKey(actedAt: at, clientID: clientID, operationID: id) }
}

extension EntryFields {
  /// The put as the API keeps it; `recordedAt` is the acted time.
  fileprivate var demoJSON: String {
    var text = "{\"weight\":{\"value\":\(decimalText(thousandths: weight.thousandths))"
    text += ",\"unit\":\"\(weight.unit.rawValue)\"}"
    if let note { text += ",\"note\":\(StoredFields.quoted(note))" }
    if let bodyFatThousandths {
      text += ",\"bodyFatPercent\":\(decimalText(thousandths: bodyFatThousandths))"
    }
    return text + "}"
  }
}

extension EntryPatch {
  fileprivate var demoJSON: String {
    if case .set(let note) = note { "{\"note\":\(StoredFields.quoted(note))}" } else { "{}" }
  }
}
