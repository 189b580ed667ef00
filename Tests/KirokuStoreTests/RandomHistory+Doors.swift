import KirokuCore
import Postgres
import TestSupport
import Testing

@testable import KirokuStore

/// By which way acts come in.
enum Door: CaseIterable {
  /// Each by itself.
  case single
  /// Several at once.
  case pushes
  /// Sometimes this, sometimes that.
  case both
}

extension RandomHistory {
  /// How many writes took which way.
  struct Ways {
    var short = 0
    var long = 0
    var pushes = 0
  }

  /// Sends everything in an order for each door, some of it twice, to an account each, and looks at what is there.
  ///
  /// - Parameter afterwards: is given each account when all has arrived.
  func check(
    in fixture: StoreFixture, _ afterwards: (TokenSecret) async throws -> Void = { _ in }
  ) async throws -> Ways {
    var ways = Ways()
    var random = random
    for door in Door.allCases {
      let secret = try await fixture.makeToken()
      var rest = (arrivals + arrivals.prefix(2)).shuffled(using: &random)[...]
      let comment = "seed \(seed), \(door), order \(rest.map(\.number))"
      var (replica, watcher) = (Replica(), RevisionWatcher())
      while !rest.isEmpty {
        let isPush = door == .pushes || (door == .both && Bool.random(using: &random))
        let count = isPush ? Int.random(in: 1...rest.count, using: &random) : 1
        let part = rest.prefix(count)
        rest = rest.dropFirst(count)
        if isPush {
          for arrival in part { _ = replica.take(arrival, key: key(arrival), in: self) }
          try await push(Array(part), for: secret, in: fixture)
          ways.pushes += 1
        } else {
          for arrival in part {
            let isShort = replica.take(arrival, key: key(arrival), in: self)
            if isShort { ways.short += 1 } else { ways.long += 1 }
            try await send(arrival, for: secret, in: fixture)
          }
        }
        try await watcher.look(at: self, secret, in: fixture, comment)
      }
      try await expectRecords(for: secret, in: fixture, comment)
      try await afterwards(secret)
    }
    return ways
  }

  private func pushed(_ arrival: Arrival) -> PushedOperation {
    var act = Act(
      operationID: operations[arrival.number], request: Array("\(arrival.number)".utf8))
    act.actedAt = arrival.actedAt
    act.seen = arrival.seen
    act.clientID = arrival.client
    return PushedOperation(arrival.what.change(operations), act)
  }

  private func push(
    _ part: [Arrival], for secret: TokenSecret, in fixture: StoreFixture
  ) async throws {
    let access = try await fixture.store.pushes.push(part.map(pushed), for: secret, .writeEntries)
    let answer = try #require(access.value)
    #expect(answer.results.count == part.count)
    #expect(answer.shiftMicroseconds == 0)
  }

  private func send(
    _ arrival: Arrival, for secret: TokenSecret, in fixture: StoreFixture
  ) async throws {
    let operation = pushed(arrival)
    switch operation.change {
    case .putEntry(let put):
      _ = try await fixture.store.entries.put(put, operation.act, for: secret).value?.get()
    default:
      // What may not be undone is refused; the state has to be as if it had never been asked for.
      _ = try #require(
        try await fixture.store.pushes.push([operation], for: secret, .writeEntries).value)
    }
  }
}

/// What the server should know of the arrivals so far: enough to tell which puts may be batched.
private struct Replica {
  private var known: Set<Int> = []
  private var lastKeys: [Int: OperationKey] = [:]
  private var waiting: [Int: Int] = [:]

  /// - Returns: whether a batched put is enough.
  mutating func take(
    _ arrival: RandomHistory.Arrival, key: OperationKey, in history: RandomHistory
  ) -> Bool {
    switch arrival.what {
    case .entry(let record, let change, _):
      let isPut = if case .put = change { true } else { false }
      guard !known.contains(arrival.number) else { return isPut }
      let isNewest = lastKeys[record].map { key > $0 } ?? true
      let isShort = isPut && isNewest && waiting.isEmpty
      known.insert(arrival.number)
      lastKeys[record] = max(lastKeys[record] ?? key, key)
      waiting[arrival.number] = nil
      return isShort
    case .habit, .day:
      known.insert(arrival.number)
      waiting[arrival.number] = nil
    case .reversal(let target, _):
      if !known.contains(arrival.number) { waitIfNeeded(arrival, target, history) }
    }
    return false
  }

  private mutating func waitIfNeeded(
    _ arrival: RandomHistory.Arrival, _ target: Int, _ history: RandomHistory
  ) {
    // Refused: an undo that names itself would wait for itself.
    if target == arrival.number { return }
    if known.contains(target) {
      // Refused, unless it names an act that is young enough: then it is stored.
      let act = history.arrivals[target]
      let kind = act.what.change(history.operations).kind
      guard kind.isUndoable, kind.canBeUndone(at: arrival.actedAt, actedAt: act.actedAt) else {
        return
      }
    } else {
      waiting[target, default: 0] += 1
    }
    known.insert(arrival.number)
    // What waited for an undo means nothing, and waits no longer.
    waiting[arrival.number] = nil
  }
}

/// Sees that a record that is answered otherwise, be it by its version alone, has a new revision, and no other has.
private struct RevisionWatcher {
  private struct Answer {
    let rev: Int64
    /// Nil for what is gone.
    let content: String?
  }

  private var seen: [RecordReference: Answer] = [:]

  mutating func look(
    at history: RandomHistory, _ secret: TokenSecret, in fixture: StoreFixture, _ comment: String
  ) async throws {
    let account = secret.accountID
    try await look(EntryTable.self, history.entries, account, in: fixture, comment) { .entry($0) }
    try await look(HabitTable.self, [history.habit], account, in: fixture, comment) { .habit($0) }
    if seen[.habit(history.habit)]?.content == nil {
      // Days of a habit that is gone are not answered; they will be anew when it is back.
      for day in history.days { seen[day.reference] = nil }
    } else {
      try await look(DayTable.self, history.days, account, in: fixture, comment) { $0.reference }
    }
    let revs = seen.values.map(\.rev).filter { $0 > 0 }
    #expect(Set(revs).count == revs.count, "\(comment)")
    let last = try await fixture.rev(of: secret)
    #expect(revs.max() ?? 0 <= last, "\(comment)")
  }

  private mutating func look<Table: RecordTable>(
    _ table: Table.Type, _ ids: [Table.ID], _ account: UUIDBytes, in fixture: StoreFixture,
    _ comment: String, _ reference: (Table.ID) -> RecordReference
  ) async throws {
    let found = try await fixture.database.read(Table.rows(ids, of: account)) {
      rows throws(PostgresError) in
      try rows.map { row throws(PostgresError) in try Table.read(row) }
    }
    for (id, record, _) in found {
      let version = record.record.version.map { "\($0)" } ?? "none"
      let new = Answer(
        rev: record.rev, content: record.record.state.live.map { "\($0), \(version)" })
      defer { seen[reference(id)] = new }
      guard let old = seen[reference(id)] else { continue }
      let isSame = old.content == new.content
      #expect(isSame ? new.rev == old.rev : new.rev > old.rev, "\(comment), \(id)")
    }
  }
}
