internal import KirokuCore
internal import Postgres

/// Records as they are answered.
struct PushValues {
  var entries: [UUIDBytes: WeightEntry] = [:]
  var habits: [UUIDBytes: Habit] = [:]
  var days: [DayID: HabitDay] = [:]
  /// Of habits; nil within where nothing is recorded.
  var progress: [UUIDBytes: HabitProgress?] = [:]
  /// That are not deleted, by their ids.
  var donations: [UUIDBytes: Donation] = [:]
  /// That are deleted, by their acts' ids.
  var withdrawn: [UUIDBytes: [Donation]] = [:]
  /// By operation: whether its intent is to be donated now; nil within for those that are not the app's.
  var recommendations: [UUIDBytes: Bool?] = [:]
}

/// What a decision misses, as statements that are sent in one round trip, and how each one's rows are taken.
struct PushReads {
  private typealias Taking = (
    inout PushDecision, inout PushValues, ArraySlice<Rows>
  ) throws(PostgresError) -> Void

  private var reads: [(statements: [SQL], take: Taking)] = []

  init(_ decision: PushDecision) {
    let account = decision.context.accountID
    addOperations(decision, account)
    addNewest(decision, account)
    addLocalDays(decision)
    addHabitCount(decision, account)
    addProgress(decision, account)
    addDonations(decision, account)
    add(EntryTable.self, decision, \.entries, \.entries, account)
    add(HabitTable.self, decision, \.habits, \.habits, account)
    add(DayTable.self, decision, \.days, \.days, account)
  }

  var statements: [SQL] { reads.flatMap(\.statements) }

  /// Reads it all.
  func run(
    on connection: WorkConnection, into decision: inout PushDecision, _ values: inout PushValues
  ) async throws(PostgresError) {
    let statements = statements
    guard !statements.isEmpty else { return }
    let rows = try await connection.pipeline(statements)
    guard rows.count == statements.count else {
      throw PostgresError(.mismatch, "\(statements.count) reads had \(rows.count) results")
    }
    var next = 0
    for read in reads {
      let end = next + read.statements.count
      try read.take(&decision, &values, rows[next..<end])
      next = end
    }
  }

  private mutating func addOperations(_ decision: PushDecision, _ account: UUIDBytes) {
    if !decision.known.missing.isEmpty {
      let statement = OperationTable.withIDs(decision.known.missing, of: account)
      reads.append(
        (
          [statement],
          { decision, _, rows throws(PostgresError) in
            var found: [(UUIDBytes, StoredOperation?)] = []
            for row in rows.joined() {
              let operation = try StoredOperation(row)
              found.append((operation.key.operationID, operation))
            }
            decision.known.add(found, otherwise: nil)
          }
        ))
    }
    if !decision.waiting.missing.isEmpty {
      let statement = OperationTable.waiting(for: decision.waiting.missing, of: account)
      reads.append(
        (
          [statement],
          { decision, _, rows throws(PostgresError) in
            var found: [UUIDBytes: [WaitingReversal]] = [:]
            for row in rows.joined() {
              let one = try OperationTable.readWaiting(row)
              found[one.reversal.target, default: []].append(one)
            }
            decision.waiting.add(found.map { ($0.key, $0.value) }, otherwise: [])
          }
        ))
    }
  }

  /// What undos without an id mean, as of before the push: a statement each.
  private mutating func addNewest(_ decision: PushDecision, _ account: UUIDBytes) {
    let places = Array(decision.newest.missing)
    guard !places.isEmpty else { return }
    let statements = places.map { place in
      let operation = decision.operations[place]
      let intent = operation.change.intentOfNewest
      return OperationTable.newest(
        intent: intent,
        client: intent == nil ? operation.act.clientID ?? decision.context.tokenID : nil,
        ofDaysOnly: decision.context.scope == .widget, of: account)
    }
    reads.append(
      (
        statements,
        { decision, _, rows throws(PostgresError) in
          var found: [(Int, StoredOperation?)] = []
          for (place, rows) in zip(places, rows) {
            for row in rows { found.append((place, try StoredOperation(row))) }
          }
          decision.newest.add(found, otherwise: nil)
        }
      ))
  }

  private mutating func addLocalDays(_ decision: PushDecision) {
    let places = decision.localDays.missing.sorted()
    guard !places.isEmpty else { return }
    let settings = decision.context.settings
    let statement = OperationTable.localDays(
      places.map { decision.actedAt[$0] ?? decision.context.now },
      places.map { decision.operations[$0].act.timeZone ?? settings.timeZone },
      dayStartMinutes: settings.dayStartMinutes)
    reads.append(
      (
        [statement],
        { decision, _, rows throws(PostgresError) in
          var found: [(Int, LocalDay)] = []
          for (place, row) in zip(places, rows.joined()) { found.append((place, try row.day(0))) }
          decision.localDays.add(found, otherwise: LocalDay(unixDays: 0))
        }
      ))
  }

  private mutating func addHabitCount(_ decision: PushDecision, _ account: UUIDBytes) {
    guard !decision.habitCount.missing.isEmpty else { return }
    reads.append(
      (
        [HabitTable.count(of: account)],
        { decision, _, rows throws(PostgresError) in
          var count: Int64 = 0
          for row in rows.joined() { count = try row.int64(0) }
          decision.habitCount.add([(account, Int(count))], otherwise: 0)
        }
      ))
  }

  private mutating func addProgress(_ decision: PushDecision, _ account: UUIDBytes) {
    guard !decision.progress.missing.isEmpty else { return }
    reads.append(
      (
        [HabitProgressTable.stored(of: Array(decision.progress.missing), account)],
        { decision, _, rows throws(PostgresError) in
          var found: [(UUIDBytes, HabitProgress?)] = []
          for rows in rows { found += try HabitProgressTable.read(rows).map { ($0.key, $0.value) } }
          decision.progress.add(found, otherwise: nil)
        }
      ))
  }

  private mutating func addDonations(_ decision: PushDecision, _ account: UUIDBytes) {
    let acts = decision.donations.ofActs.missing
    if !acts.isEmpty {
      reads.append(
        (
          [DonationTable.ofActs(acts, of: account)],
          { decision, _, rows throws(PostgresError) in
            var found: [UUIDBytes: [UUIDBytes]] = [:]
            for row in rows.joined() { found[try row.id(0), default: []].append(try row.id(1)) }
            decision.donations.ofActs.add(found.map { ($0.key, $0.value) }, otherwise: [])
          }
        ))
    }
    let slots = Array(decision.donations.inSlots.missing)
    if !slots.isEmpty {
      reads.append(
        (
          [DonationTable.inSlots(slots, of: account)],
          { decision, _, rows throws(PostgresError) in
            var found: [(DonationSlot, UUIDBytes?)] = []
            for row in rows.joined() {
              found.append((slots[Int(try row.int64(0)) - 1], try row.id(1)))
            }
            decision.donations.inSlots.add(found, otherwise: nil)
          }
        ))
    }
    let days = decision.daysOfActs
    if !days.isEmpty {
      let statement = OperationTable.localDays(
        days.map(\.time), days.map(\.zone),
        dayStartMinutes: decision.context.settings.dayStartMinutes)
      reads.append(
        (
          [statement],
          { decision, _, rows throws(PostgresError) in
            var found: [(UUIDBytes, LocalDay)] = []
            for (day, row) in zip(days, rows.joined()) { found.append((day.id, try row.day(0))) }
            decision.donations.days.add(found, otherwise: LocalDay(unixDays: 0))
          }
        ))
    }
  }

  private mutating func add<Table: RecordTable>(
    _ table: Table.Type, _ decision: PushDecision,
    _ records: WritableKeyPath<PushDecision, RecordSet<Table.ID, Table.State>>,
    _ answers: WritableKeyPath<PushValues, [Table.ID: Table.Value]>, _ account: UUIDBytes
  ) {
    let set = decision[keyPath: records]
    if !set.rows.missing.isEmpty {
      reads.append(
        (
          [Table.rows(Array(set.rows.missing), of: account)],
          { decision, values, rows throws(PostgresError) in
            var found: [(Table.ID, RecordRow<Table.State>?)] = []
            for row in rows.joined() {
              let (id, record, value) = try Table.read(row)
              found.append((id, record))
              values[keyPath: answers][id] = value
            }
            decision[keyPath: records].rows.add(found, otherwise: nil)
          }
        ))
    }
    if !set.histories.missing.isEmpty {
      let ids = Array(set.histories.missing)
      reads.append(
        (
          [
            Table.operations(ids, since: decision.earliestChange, of: account),
            Table.bases(ids, of: account),
          ],
          { decision, _, rows throws(PostgresError) in
            guard let operations = rows.first, let bases = rows.last else { return }
            let loaded = try LoadedHistories(table, operations: operations, bases: bases)
            decision[keyPath: records].histories.add(
              loaded.histories.map { ($0.key, $0.value) }, otherwise: RecordHistory())
          }
        ))
    }
  }
}

extension RecordChange {
  /// The intent whose newest act an undo or a redo means; nil where it means another.
  fileprivate var intentOfNewest: String? {
    switch self {
    case .undo(.newestOfIntent(let intent)), .redo(.newestOfIntent(let intent)): intent
    default: nil
    }
  }
}
