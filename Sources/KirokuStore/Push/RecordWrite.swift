internal import KirokuCore

/// A record's row as a push leaves it.
struct RecordWrite<ID: Hashable & Sendable, State: StoredState> {
  let id: ID
  let state: State
  /// Of the newest operation.
  let key: OperationKey
  let version: Instant
  let rev: Int64
  let createdAt: Instant
  let updatedAt: Instant
  let deletedAt: Instant?
  let createdBy: UUIDBytes?
}

/// The rows that a push leaves, and how far it raises the account's revision. Pure.
///
/// Each record of which something that is answered has changed, be it its version alone, gets a revision of its own, so
/// that the feed of changes can be cut anywhere; the others keep theirs.
struct PushWrites {
  private(set) var entries: [RecordWrite<UUIDBytes, EntryState>] = []
  private(set) var habits: [RecordWrite<UUIDBytes, HabitState>] = []
  private(set) var days: [RecordWrite<DayID, HabitDayState>] = []
  /// Habits that there are now and were not before: all of their days are to be seen again.
  private(set) var revived: [UUIDBytes] = []
  /// Habits of which that has changed which their streaks and score follow from.
  private(set) var courses: [UUIDBytes: ChangedCourse] = [:]
  /// Donations that are to be deleted, and those that are new, each with its revision.
  private(set) var deletedDonations: [(id: UUIDBytes, rev: Int64)] = []
  private(set) var donations: [(donation: KeptDonation, rev: Int64)] = []
  private(set) var rev: Int64
  /// By how many more, or fewer, undos and redos wait.
  private(set) var pending = 0
  private let now: Instant

  init(_ decision: PushDecision, after rev: Int64) {
    self.rev = rev
    now = decision.context.now
    for operation in decision.kept where operation.isWaiting { pending += 1 }
    pending -= decision.adopted.count
    let (entries, habits, days) = (decision.entries.all, decision.habits.all, decision.days.all)
    var seen: Set<RecordReference> = []
    for reference in decision.kept.compactMap(\.reference) where seen.insert(reference).inserted {
      switch reference {
      case .entry(let id):
        guard let record = entries[id] else { continue }
        if let write = write(record, id) { self.entries.append(write) }
      case .habit(let id):
        guard let record = habits[id] else { continue }
        let (was, isNow) = (record.row?.record.state.live, record.current.state.live)
        if was == nil && isNow != nil { revived.append(id) }
        if let isNow, was.map({ !$0.hasCourse(of: isNow) }) ?? true {
          courses[id] = ChangedCourse(fields: isNow, onlyDay: nil)
        }
        if let write = write(record, id) { self.habits.append(write) }
      case .day(let habitID, let day):
        let id = DayID(habit: habitID, day: day)
        guard let record = days[id], let habit = habits[habitID] else { continue }
        let state = record.row?.record.state ?? .absent
        let value = record.current.state.value
        if state.value != value, let fields = habit.current.state.live {
          let isOnly = courses[habitID] == nil
          courses[habitID] = ChangedCourse(fields: fields, onlyDay: isOnly ? (day, value) : nil)
        }
        let write = write(
          record, id, wasHidden: habit.row?.record.state.live == nil,
          isHidden: habit.current.state.live == nil)
        if let write { self.days.append(write) }
      }
    }
    for id in decision.donationChanges.deleted {
      self.rev += 1
      deletedDonations.append((id, self.rev))
    }
    for donation in decision.donationChanges.made {
      self.rev += 1
      donations.append((donation, self.rev))
    }
  }

  /// - Returns: nil where the row stays as it is.
  private mutating func write<ID, State>(
    _ record: WorkingRecord<State>, _ id: ID, wasHidden: Bool = false, isHidden: Bool = false
  ) -> RecordWrite<ID, State>? {
    let row = Self.row(
      of: record, at: now, raising: &rev, wasHidden: wasHidden, isHidden: isHidden)
    return row.flatMap { RecordWrite(id: id, $0) }
  }

  /// What becomes of a record's row; nil where it stays as it is.
  ///
  /// - Parameter rev: the account's revision, raised where the record's is.
  static func row<State>(
    of record: WorkingRecord<State>, at now: Instant, raising rev: inout Int64,
    wasHidden: Bool = false, isHidden: Bool = false
  ) -> RecordRow<State>? {
    let (row, new) = (record.row, record.current)
    guard let key = new.lastKey, let version = new.version else { return nil }
    guard row?.record != new else { return nil }
    // Of what is gone, or hidden, nothing is answered: its version rises unseen.
    let (was, isNow) = (wasHidden ? nil : row?.record.answer, isHidden ? nil : new.answer)
    let changes = !isHidden && was != isNow
    if changes { rev += 1 }
    return RecordRow(
      record: FoldedRecord(state: new.state, version: version, lastKey: key),
      rev: changes ? rev : row?.rev ?? 0, createdAt: row?.createdAt ?? now,
      updatedAt: changes ? now : row?.updatedAt ?? now,
      deletedAt: new.state.live == nil ? row?.deletedAt ?? now : nil, createdBy: record.createdBy)
  }
}

/// A habit of which that has changed which its streaks and score follow from.
struct ChangedCourse {
  let fields: HabitFields
  /// The day for which something else is recorded now, where nothing else has changed.
  let onlyDay: (day: LocalDay, value: HabitDayValue)?

  /// How the habit stands now.
  ///
  /// - Parameter stored: how it stood before; nil where nothing was recorded.
  /// - Returns: nil where that takes all days; nil within where nothing is recorded.
  func progress(after stored: HabitProgress?, weekStart: Int) -> HabitProgress?? {
    guard let (day, value) = onlyDay else { return nil }
    guard let stored else {
      return .some(.computed(of: [(day, value)], fields: fields, weekStart: weekStart))
    }
    return stored.recording(value, on: day, fields: fields, weekStart: weekStart).map { .some($0) }
  }
}

/// What is answered of a record.
private struct RecordAnswer<Live: Hashable>: Hashable {
  let live: Live
  let version: Instant?
}

extension FoldedRecord where State: StoredState {
  /// Nil for one that is gone.
  fileprivate var answer: RecordAnswer<State.Live>? {
    state.live.map { RecordAnswer(live: $0, version: version) }
  }
}

extension RecordWrite {
  /// - Returns: nil for a row without a key, of which there is none.
  init?(id: ID, _ row: RecordRow<State>) {
    guard let key = row.record.lastKey, let version = row.record.version else { return nil }
    self.init(
      id: id, state: row.record.state, key: key, version: version, rev: row.rev,
      createdAt: row.createdAt, updatedAt: row.updatedAt, deletedAt: row.deletedAt,
      createdBy: row.createdBy)
  }
}

extension HabitFields {
  /// Whether the same days come to the same streaks and score.
  fileprivate func hasCourse(of other: HabitFields) -> Bool {
    kind == other.kind && target == other.target && schedules == other.schedules
      && pauses == other.pauses
  }
}
