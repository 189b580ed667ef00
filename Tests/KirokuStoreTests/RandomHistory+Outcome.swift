import KirokuCore
import Postgres
import Testing

@testable import KirokuStore

// What has to come of the acts, and whether it has.

extension RandomHistory {
  func key(_ arrival: Arrival) -> OperationKey {
    OperationKey(
      actedAt: arrival.actedAt, seenVersion: arrival.seen.map { min($0, Self.now) },
      clientID: arrival.client, operationID: operations[arrival.number])
  }

  /// The history of a record when all has arrived.
  ///
  /// - Parameter change: what an act does to the record; nil for an act on another one.
  func history<State: RecordState>(
    _ change: (Arrival.What) -> State.Change?
  ) -> RecordHistory<State> {
    var history = RecordHistory<State>()
    for arrival in arrivals {
      if let change = change(arrival.what) {
        history.operations.append(Operation(key: key(arrival), change: change))
      }
      guard case .reversal(let target, let cancels) = arrival.what else { continue }
      let act = arrivals[target]
      guard change(act.what) != nil,
        act.what.change(operations).kind.canBeUndone(at: arrival.actedAt, actedAt: act.actedAt)
      else { continue }
      history.reversals.append(
        Reversal(key: key(arrival), target: operations[target], cancels: cancels))
    }
    return history
  }

  func entryHistory(_ record: Int) -> RecordHistory<EntryState> {
    history { if case .entry(record, let change, _) = $0 { change } else { nil } }
  }

  var habitHistory: RecordHistory<HabitState> {
    history { if case .habit(let change, _) = $0 { change } else { nil } }
  }

  func dayHistory(_ record: Int) -> RecordHistory<HabitDayState> {
    history { if case .day(record, let change, _) = $0 { change } else { nil } }
  }

  /// The entries that anything was done to.
  var knownEntries: [UUIDBytes] {
    entries.indices.filter { !entryHistory($0).operations.isEmpty }.map { entries[$0] }
  }

  // MARK: - Looking

  /// Looks whether the records are what the fold makes of all acts.
  ///
  /// - Parameter isExact: whether keys are looked at too: what was done on top of the history has others.
  func expectRecords(
    for secret: TokenSecret, in fixture: StoreFixture, isExact: Bool = true,
    _ comment: @autoclosure () -> String
  ) async throws {
    let account = secret.accountID
    for (record, id) in entries.enumerated() {
      try await expect(
        EntryTable.self, id, account, entryHistory(record), in: fixture, isExact, comment())
    }
    try await expect(
      HabitTable.self, habit, account, habitHistory, in: fixture, isExact, comment())
    for (record, id) in days.enumerated() {
      try await expect(
        DayTable.self, id, account, dayHistory(record), in: fixture, isExact, comment())
    }
    guard isExact else { return }
    let cancelled: SQL = "select op_id from operations where account_id = \(account) and cancelled"
    let ids = try await fixture.database.read(cancelled) { rows throws(PostgresError) in
      try rows.map { row throws(PostgresError) in try row.id(0) }
    }
    var all = habitHistory.cancelled
    for record in entries.indices { all.formUnion(entryHistory(record).cancelled) }
    for record in days.indices { all.formUnion(dayHistory(record).cancelled) }
    let known = Set(operations.indices.filter { !isReversal($0) }.map { operations[$0] })
    #expect(Set(ids) == all.intersection(known), "\(comment())")
  }

  private func isReversal(_ number: Int) -> Bool {
    if case .reversal = arrivals[number].what { true } else { false }
  }

  private func expect<Table: RecordTable>(
    _ table: Table.Type, _ id: Table.ID, _ account: UUIDBytes,
    _ history: RecordHistory<Table.State>, in fixture: StoreFixture, _ isExact: Bool,
    _ comment: String
  ) async throws {
    let expected = history.folded()
    let row = try await fixture.database.read(Table.rows([id], of: account)) {
      rows throws(PostgresError) in
      try rows.first.map { row throws(PostgresError) in try Table.read(row).1 }
    }
    let live = (row?.record.state ?? .absent).live
    #expect(live == expected.state.live, "\(comment), \(id)")
    guard isExact else { return }
    #expect(row?.record.lastKey == expected.lastKey, "\(comment), \(id)")
    #expect(row?.record.version == expected.version, "\(comment), \(id)")
  }
}
