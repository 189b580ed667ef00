import KirokuCore
import Testing

private let app = UUIDBytes(high: 0xa, low: 0)
private let widget = UUIDBytes(high: 0xb, low: 0)

private func id(_ number: UInt64) -> UUIDBytes { UUIDBytes(high: 0, low: number) }

/// An instant so many minutes after midnight.
private func at(_ minutes: Int64) -> Instant {
  Instant(unixMicroseconds: 1_800_000_000_000_000).advanced(byMicroseconds: minutes * 60_000_000)
}

private func key(_ number: UInt64, at minutes: Int64, by client: UUIDBytes = app) -> OperationKey {
  OperationKey(actedAt: at(minutes), clientID: client, operationID: id(number))
}

private func fields(_ kilograms: Int64, note: String? = nil) -> EntryFields {
  EntryFields(
    weight: Weight(stored: kilograms * 1_000, unit: .kg, grams: kilograms * 1_000),
    recordedAt: nil, note: note, timeZone: "Asia/Tokyo", dayStartMinutes: 180)
}

private enum Arrival {
  case operation(Operation<EntryState.Change>)
  case reversal(Reversal)

  static func put(_ number: UInt64, at minutes: Int64, _ kilograms: Int64) -> Arrival {
    .operation(Operation(key: key(number, at: minutes), change: .put(fields(kilograms))))
  }
  static func note(_ number: UInt64, at minutes: Int64, _ text: String) -> Arrival {
    .operation(
      Operation(key: key(number, at: minutes), change: .patch(EntryPatch(note: .set(text)))))
  }
  static func delete(_ number: UInt64, at minutes: Int64) -> Arrival {
    .operation(Operation(key: key(number, at: minutes), change: .delete))
  }
  static func undo(_ target: UInt64, as number: UInt64, at minutes: Int64) -> Arrival {
    .reversal(Reversal(key: key(number, at: minutes), target: id(target), cancels: true))
  }
  static func redo(_ target: UInt64, as number: UInt64, at minutes: Int64) -> Arrival {
    .reversal(Reversal(key: key(number, at: minutes), target: id(target), cancels: false))
  }
}

/// A record that takes operations as they come: directly where it may, else by folding its history again.
private struct Replica {
  var history = RecordHistory<EntryState>()
  var record = RecordHistory<EntryState>().folded()
  private(set) var directly = 0

  mutating func take(_ arrival: Arrival) {
    switch arrival {
    case .operation(let operation):
      if history.operations.contains(where: { $0.id == operation.id }) { return }
      let isNamed = history.reversals.contains { $0.target == operation.id }
      history.operations.append(operation)
      if let next = record.applying(operation, isNamedByReversal: isNamed) {
        directly += 1
        // A pending reversal of this record cannot exist here: the operation is named by none.
        record = FoldedRecord(
          state: next.state, version: history.folded().version, lastKey: next.lastKey)
        return
      }
    case .reversal(let reversal):
      if history.reversals.contains(where: { $0.key == reversal.key }) { return }
      history.reversals.append(reversal)
    }
    record = history.folded()
  }
}

private func permutations<Element>(_ elements: [Element]) -> [[Element]] {
  guard let first = elements.first else { return [[]] }
  return permutations(Array(elements.dropFirst())).flatMap { rest in
    (0...rest.count).map { place in
      var order = rest
      order.insert(first, at: place)
      return order
    }
  }
}

/// The state in which a record ends after `arrivals`, which must be the same for every order.
private func state(after arrivals: [Arrival]) throws -> EntryState {
  var states: Set<EntryState> = []
  for order in permutations(arrivals) {
    var replica = Replica()
    for arrival in order { replica.take(arrival) }
    states.insert(replica.record.state)
  }
  #expect(states.count == 1)
  return try #require(states.first)
}

@Suite("A record is its operations")
struct RecordHistoryTests {
  @Test("Undoing the second of two puts leaves the first, in every order of arrival")
  func undoOfSecond() throws {
    let state = try state(after: [.put(1, at: 1, 60), .put(2, at: 2, 70), .undo(2, as: 3, at: 3)])
    #expect(state.live?.weight.grams == 60_000)
  }

  @Test("A note patched later and a weight put earlier both hold")
  func patchBeforePut() throws {
    let state = try state(
      after: [.put(1, at: 1, 60), .put(2, at: 2, 70), .note(3, at: 3, "after lunch")])
    #expect(state.live?.weight.grams == 70_000)
    #expect(state.live?.note == "after lunch")
  }

  @Test("An act of 07:00 holds although an undo of 07:05 of the act of 06:55 came before it")
  func lateAct() throws {
    let state = try state(
      after: [.put(1, at: 415, 60), .undo(1, as: 2, at: 425), .put(3, at: 420, 70)])
    #expect(state.live?.weight.grams == 70_000)
  }

  @Test("Undoing a delete brings the record back with what came later")
  func undoOfDelete() throws {
    let arrivals: [Arrival] = [
      .put(1, at: 1, 60), .delete(2, at: 2), .note(3, at: 3, "kept"), .undo(2, as: 4, at: 4),
    ]
    #expect(try state(after: arrivals).live?.note == "kept")
    #expect(try state(after: Array(arrivals.prefix(3))).live == nil)
  }

  @Test("Undoing a creation makes the record absent; its patches are there again after a redo")
  func undoOfCreation() throws {
    let arrivals: [Arrival] = [
      .put(1, at: 1, 60), .note(2, at: 2, "mine"), .undo(1, as: 3, at: 3), .redo(1, as: 4, at: 4),
    ]
    #expect(try state(after: Array(arrivals.prefix(3))).live == nil)
    #expect(try state(after: arrivals).live?.note == "mine")
  }

  @Test("Undo and redo are themselves decided by the newest act")
  func newestReversal() throws {
    let state = try state(
      after: [.put(1, at: 1, 60), .undo(1, as: 2, at: 5), .redo(1, as: 3, at: 4)])
    #expect(state.live == nil)
  }

  @Test("An undo cancels its target whatever the order of their keys")
  func undoWithEarlierKey() throws {
    #expect(try state(after: [.put(1, at: 5, 60), .undo(1, as: 2, at: 1)]).live == nil)
  }

  @Test("A put brings a deleted record back, clean")
  func revival() throws {
    let state = try state(
      after: [
        .put(1, at: 1, 60), .note(2, at: 2, "old"), .delete(3, at: 3), .put(4, at: 4, 70),
      ])
    #expect(state.live?.weight.grams == 70_000)
    #expect(state.live?.note == nil)
  }

  @Test("Whoever acts on the version they see wins over it, with a clock that is behind too")
  func seen() {
    let newer = key(1, at: 10)
    let slow = OperationKey(
      actedAt: at(3), seenVersion: newer.effectiveAt, clientID: widget, operationID: id(2))
    #expect(newer < slow)
    #expect(slow.effectiveAt == newer.effectiveAt.advanced(byMicroseconds: 1))
    #expect(key(3, at: 3, by: widget) < newer)
  }

  @Test("The version is the greatest time among operations, undos and redos")
  func version() {
    let history = RecordHistory<EntryState>(
      operations: [Operation(key: key(1, at: 3), change: .put(fields(60)))],
      reversals: [Reversal(key: key(2, at: 9), target: id(1), cancels: true)])
    #expect(history.folded().version == at(9))
    #expect(history.folded().lastKey == key(1, at: 3))
    #expect(RecordHistory<EntryState>().folded().version == nil)
  }

  @Test("Settling changes no state and leaves what a reversal may still change")
  func settling() {
    var history = RecordHistory<EntryState>(
      operations: [
        Operation(key: key(1, at: 1), change: .put(fields(60))),
        Operation(key: key(2, at: 2), change: .put(fields(70))),
        Operation(key: key(3, at: 3), change: .patch(EntryPatch(note: .set("n")))),
        Operation(key: key(4, at: 4), change: .put(fields(80))),
      ],
      reversals: [
        Reversal(key: key(5, at: 5), target: id(2), cancels: true),
        Reversal(key: key(6, at: 6), target: id(4), cancels: true),
      ])
    let before = history.folded()
    // The undo of 4 has only just arrived: 4 stays, and with it nothing before it.
    let spent = history.settle { $0 != id(6) }
    #expect(spent == [id(1), id(2), id(3), id(5)])
    #expect(history.operations.map(\.id) == [id(4)])
    #expect(history.reversals.map(\.target) == [id(4)])
    #expect(history.base?.key == key(3, at: 3))
    #expect(history.folded() == before)
    #expect(before.state.live?.weight.grams == 60_000)
    #expect(before.state.live?.note == "n")
  }
}

@Suite("Random histories")
struct RandomHistoryTests {
  /// Histories of one run; `KIROKU_PROPERTY_CASES` asks for more.
  @Test("Every order of arrival, directly applied or folded, ends in one state")
  func oneState() {
    var random = SeededGenerator(state: 0x6b69_726f_6b75 + propertySeed)
    var direct = 0
    for _ in 0..<propertyCases(4_000) {
      let arrivals = randomArrivals(&random)
      let expected = reference(arrivals)
      for _ in 0..<3 {
        var replica = Replica()
        // Some arrive twice: a repeat has no second effect.
        let order = (arrivals + arrivals.prefix(2)).shuffled(using: &random)
        for arrival in order { replica.take(arrival) }
        #expect(replica.record == expected)
        direct += replica.directly
      }
    }
    #expect(direct > 0)
  }

  @Test("Settling any prefix and folding the rest changes nothing")
  func settledPrefix() {
    var random = SeededGenerator(state: 7 + propertySeed)
    for _ in 0..<propertyCases(2_000) {
      var replica = Replica()
      for arrival in randomArrivals(&random) { replica.take(arrival) }
      var history = replica.history
      let young = Set(
        (history.operations.map(\.id) + history.reversals.map(\.key.operationID))
          .filter { _ in Bool.random(using: &random) })
      _ = history.settle { !young.contains($0) }
      #expect(history.folded().state == replica.record.state)
    }
  }

  private func randomArrivals(_ random: inout SeededGenerator) -> [Arrival] {
    let count = UInt64.random(in: 1...9, using: &random)
    return (1...count).map { number in
      let minutes = Int64.random(in: 0...6, using: &random)
      let target = UInt64.random(in: 1...count, using: &random)
      return switch Int.random(in: 0..<8, using: &random) {
      case 0, 1: .put(number, at: minutes, .random(in: 50...90, using: &random))
      case 2, 3: .note(number, at: minutes, "note \(number)")
      case 4: .delete(number, at: minutes)
      case 5, 6: .undo(target, as: number, at: minutes)
      default: .redo(target, as: number, at: minutes)
      }
    }
  }

  /// The rule as a person would carry it out by hand: look for the greatest key again and again.
  private func reference(_ arrivals: [Arrival]) -> FoldedRecord<EntryState> {
    var operations: [Operation<EntryState.Change>] = []
    var reversals: [Reversal] = []
    for arrival in arrivals {
      switch arrival {
      case .operation(let operation): operations.append(operation)
      case .reversal(let reversal): reversals.append(reversal)
      }
    }
    var fields: EntryFields?
    var isDeleted = false
    var rest = operations
    while let next = rest.min(by: { $0.key < $1.key }) {
      rest.removeAll { $0.id == next.id }
      let newest = reversals.filter { $0.target == next.id }.max { $0.key < $1.key }
      if newest?.cancels == true { continue }
      switch next.change {
      case .put(var new):
        new.recordedAt = next.key.actedAt
        fields = new
        isDeleted = false
      case .patch(let patch):
        if case .set(let note) = patch.note { fields?.note = note }
      case .delete: isDeleted = true
      }
    }
    let times = operations.map(\.key.effectiveAt) + reversals.map(\.key.effectiveAt)
    return FoldedRecord(
      state: EntryState(fields: fields, isDeleted: isDeleted), version: times.max(),
      lastKey: operations.map(\.key).max())
  }
}
