import KirokuCore
import Postgres
import TestSupport
import Testing

@testable import KirokuStore

/// Acts of several clients on a few records, and what has to come of them.
struct RandomHistory {
  static let now = Instant(unixMicroseconds: 1_790_000_000_000_000)

  /// One act with all that its key is made of.
  struct Arrival {
    enum What {
      case change(record: Int, EntryChange, EntryState.Change)
      case reversal(of: Int, cancels: Bool)
    }
    let number: Int
    let what: What
    let actedAt: Instant
    let seen: Instant?
    let client: UUIDBytes
  }

  private let seed: UInt64
  private let records: [UUIDBytes]
  private let operations: [UUIDBytes]
  private var arrivals: [Arrival] = []
  private var random: SeededGenerator

  init(seed: UInt64) {
    self.seed = seed
    var random = SeededGenerator(state: seed)
    let clients = (0..<3).map { _ in UUIDBytes.random(using: &random) }
    let records = (0..<2).map { _ in UUIDBytes.random(using: &random) }
    let count = Int.random(in: 2...10, using: &random)
    operations = (0..<count).map { _ in UUIDBytes.random(using: &random) }
    self.records = records
    for number in 0..<count {
      let record = Int.random(in: 0..<records.count, using: &random)
      let what: Arrival.What =
        switch Int.random(in: 0..<10, using: &random) {
        case 0...2: Self.put(record, records[record], &random)
        case 3, 4: Self.patch(record, records[record], &random)
        case 5: .change(record: record, .delete(records[record]), .delete)
        default:
          .reversal(
            of: Int.random(in: 0..<count, using: &random), cancels: Bool.random(using: &random))
        }
      // Few different times, so that keys are equal in their first part; and some days apart, for
      // the window of an undo.
      let minutes = Int64.random(in: 0...6, using: &random)
      let days =
        Int64.random(in: 0...5, using: &random) / 5 * Int64.random(in: 0...40, using: &random)
      let actedAt = Self.now.advanced(
        byMicroseconds: -(days * 1440 + 10 - minutes) * 60_000_000)
      let seen =
        Int.random(in: 0..<4, using: &random) == 0
        ? actedAt.advanced(byMicroseconds: Int64.random(in: -3...3, using: &random) * 60_000_000)
        : nil
      arrivals.append(
        Arrival(
          number: number, what: what, actedAt: actedAt, seen: seen,
          client: clients[Int.random(in: 0..<3, using: &random)]))
    }
    self.random = random
  }

  private static func put(
    _ record: Int, _ id: UUIDBytes, _ random: inout SeededGenerator
  ) -> Arrival.What {
    let kilograms = Int64.random(in: 50...90, using: &random)
    var given = EntryDraft.Fields()
    given.weightKg = kilograms * 1000
    given.note = Bool.random(using: &random) ? "note \(kilograms)" : nil
    // The rules hold for these values: a draft there is.
    guard let draft = try? EntryDraft(given) else {
      return .change(record: record, .delete(id), .delete)
    }
    let note = given.note.map { ",\"note\":\"\($0)\"" } ?? ""
    let fields = "{\"weight\":{\"value\":\(kilograms),\"unit\":\"kg\"}\(note)}"
    return .change(
      record: record, .put(EntryPut(entryID: id, draft: draft, fields: fields)),
      .put(
        EntryFields(
          weight: draft.weight, recordedAt: nil, note: draft.note, timeZone: "Asia/Tokyo",
          dayStartMinutes: 0)))
  }

  private static func patch(
    _ record: Int, _ id: UUIDBytes, _ random: inout SeededGenerator
  ) -> Arrival.What {
    let kilograms = Int64.random(in: 50...90, using: &random)
    let bodyFat = Int64.random(in: 10_000...30_000, using: &random)
    let weight = Weight(thousandths: kilograms * 1000, unit: .kg)
    let (patch, fields): (EntryPatch, String) =
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        (EntryPatch(weight: weight), "{\"weight\":{\"value\":\(kilograms),\"unit\":\"kg\"}}")
      case 1: (EntryPatch(note: .set("n\(kilograms)")), "{\"note\":\"n\(kilograms)\"}")
      case 2: (EntryPatch(note: .clear), "{\"note\":null}")
      default:
        (
          EntryPatch(bodyFatThousandths: .set(bodyFat)),
          "{\"bodyFatPercent\":\(bodyFat / 1000).\(String(bodyFat % 1000 + 1000).dropFirst())}"
        )
      }
    return .change(record: record, .patch(id, patch, fields: fields), .patch(patch))
  }

  // MARK: - What has to come of it

  private func key(_ arrival: Arrival) -> OperationKey {
    OperationKey(
      actedAt: arrival.actedAt, seenVersion: arrival.seen.map { min($0, Self.now) },
      clientID: arrival.client, operationID: operations[arrival.number])
  }

  /// The history of a record when all has arrived.
  private func history(of record: Int) -> RecordHistory<EntryState> {
    var history = RecordHistory<EntryState>()
    for arrival in arrivals {
      switch arrival.what {
      case .change(record, _, let change):
        history.operations.append(Operation(key: key(arrival), change: change))
      case .change: break
      case .reversal(let target, let cancels):
        let target = arrivals[target]
        guard case .change(record, let change, _) = target.what,
          change.kind.canBeUndone(at: arrival.actedAt, actedAt: target.actedAt)
        else { continue }
        history.reversals.append(
          Reversal(key: key(arrival), target: operations[target.number], cancels: cancels))
      }
    }
    return history
  }

  /// Sends everything in three orders, some of it twice, to three accounts, and looks at what is there.
  ///
  /// - Parameter afterwards: is given each account when all has arrived.
  func check(
    in fixture: StoreFixture, _ afterwards: (TokenSecret) async throws -> Void = { _ in }
  ) async throws -> (short: Int, long: Int) {
    var counts = (short: 0, long: 0)
    var random = random
    for _ in 0..<3 {
      let secret = try await fixture.makeToken()
      let order = (arrivals + arrivals.prefix(2)).shuffled(using: &random)
      var replica = Replica()
      for arrival in order {
        let isShort = replica.take(arrival, key: key(arrival), in: self)
        if isShort { counts.short += 1 } else { counts.long += 1 }
        try await send(arrival, for: secret, in: fixture)
      }
      for (record, id) in records.enumerated() {
        try await expect(record, id, for: secret, in: fixture, order.map(\.number))
      }
      try await afterwards(secret)
    }
    return counts
  }

  private func send(
    _ arrival: Arrival, for secret: TokenSecret, in fixture: StoreFixture
  ) async throws {
    var act = Act(
      operationID: operations[arrival.number], request: Array("\(arrival.number)".utf8))
    act.actedAt = arrival.actedAt
    act.seen = arrival.seen
    act.clientID = arrival.client
    switch arrival.what {
    case .change(_, .put(let put), _):
      _ = try await fixture.store.entries.put(put, act, for: secret).value?.get()
    case .change(_, let change, _):
      _ = try await fixture.store.entries.change(change, act, for: secret).value?.get()
    case .reversal(let target, let cancels):
      // What may not be undone is refused; the state has to be as if it had never been asked for.
      _ = try await fixture.store.operations.reverse(
        ReversalRequest(.operation(operations[target]), cancels: cancels), act, for: secret)
    }
  }

  /// The records that anything was done to.
  var knownRecords: [UUIDBytes] {
    records.indices.filter { !history(of: $0).operations.isEmpty }.map { records[$0] }
  }

  /// Looks whether the entries are what the fold makes of all acts.
  func expectStates(for secret: TokenSecret, in fixture: StoreFixture) async throws {
    for (record, id) in records.enumerated() {
      try await expectState(
        history(of: record).folded().state, id, for: secret, in: fixture,
        "seed \(seed), record \(record)")
    }
  }

  private func expectState(
    _ state: EntryState, _ id: UUIDBytes, for secret: TokenSecret, in fixture: StoreFixture,
    _ comment: Comment
  ) async throws {
    let entry = try await fixture.store.entries.entry(id, for: secret).value ?? nil
    let live = state.live
    #expect(entry?.weight == live?.weight, comment)
    #expect(entry?.note == live?.note, comment)
    #expect(entry?.recordedAt == live?.recordedAt, comment)
    #expect(entry?.bodyFatThousandths == live?.bodyFatThousandths, comment)
    #expect((entry == nil) == (live == nil), comment)
  }

  private func expect(
    _ record: Int, _ id: UUIDBytes, for secret: TokenSecret, in fixture: StoreFixture,
    _ order: [Int]
  ) async throws {
    let expected = history(of: record).folded()
    let comment: Comment = "seed \(seed), order \(order), record \(record)"
    try await expectState(expected.state, id, for: secret, in: fixture, comment)
    let row: SQL = """
      select version_at, key_at, key_acted_at, key_client_id, key_op_id from weight_entries
      where account_id = \(secret.accountID) and id = \(id)
      """
    let (version, key) = try await fixture.database.read(row) {
      rows throws(PostgresError) -> (Instant?, OperationKey?) in
      guard let row = rows.first else { return (nil, nil) }
      return (
        try row.instant(0),
        OperationKey(
          effectiveAt: try row.instant(1), actedAt: try row.instant(2), clientID: try row.id(3),
          operationID: try row.id(4))
      )
    }
    #expect(key == expected.lastKey, comment)
    // An act that changed nothing of what is answered has raised no version.
    #expect(
      version.map { $0 <= expected.version ?? $0 } == expected.version.map { _ in true }, comment)
    let cancelled: SQL = """
      select op_id from operations
      where account_id = \(secret.accountID) and record_id = \(id) and cancelled
      """
    let ids = try await fixture.database.read(cancelled) { rows throws(PostgresError) in
      try rows.map { row throws(PostgresError) in try row.id(0) }
    }
    #expect(Set(ids) == history(of: record).cancelled, comment)
  }

  /// What the server should know of the arrivals so far: enough to tell which puts may be batched.
  private struct Replica {
    private var known: Set<Int> = []
    private var lastKeys: [Int: OperationKey] = [:]
    private var waiting: [Int: Int] = [:]

    /// - Returns: whether a batched put is enough.
    mutating func take(
      _ arrival: Arrival, key: OperationKey, in history: RandomHistory
    ) -> Bool {
      switch arrival.what {
      case .change(let record, let change, _):
        guard !known.contains(arrival.number) else { return change.kind == .put }
        let isNewest = lastKeys[record].map { key > $0 } ?? true
        let isShort = change.kind == .put && isNewest && waiting.isEmpty
        known.insert(arrival.number)
        lastKeys[record] = max(lastKeys[record] ?? key, key)
        waiting[arrival.number] = nil
        return isShort
      case .reversal(let target, _):
        if !known.contains(arrival.number) { waitIfNeeded(arrival, target, history) }
        return false
      }
    }

    private mutating func waitIfNeeded(_ arrival: Arrival, _ target: Int, _ history: RandomHistory)
    {
      // Refused: an undo that names itself would wait for itself.
      if target == arrival.number { return }
      let isKnown = known.contains(target)
      if isKnown {
        // Refused, unless it names an act that is young enough: then it is stored.
        guard case .change(_, let change, _) = history.arrivals[target].what,
          change.kind.canBeUndone(at: arrival.actedAt, actedAt: history.arrivals[target].actedAt)
        else { return }
      } else {
        waiting[target, default: 0] += 1
      }
      known.insert(arrival.number)
    }
  }
}
