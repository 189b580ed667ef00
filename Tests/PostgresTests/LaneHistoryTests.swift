import AsyncSockets
import Testing

@testable import Postgres

@Suite("A lane over random histories, against a model of PostgreSQL")
struct LaneHistoryTests {
  @Test(
    "Every member is settled once, and success is told only of what was committed",
    arguments: [LaneRules.writes, .reads])
  func settledOnce(rules: LaneRules) {
    for seed in 0..<300 {
      var history = History(rules: rules, seed: UInt64(seed))
      for _ in 0..<400 { history.step() }
      history.drain()
      #expect(history.settled.count == history.submitted, "seed \(seed)")
      #expect(history.faults.isEmpty, "seed \(seed): \(history.faults)")
    }
  }
}

/// A lane, and a server that does at random what PostgreSQL may do.
private struct History {
  private var lane: TestLane
  private var random: SeededGenerator
  private var isConnected = true
  /// Units sent and not yet ended, oldest first, and how many of the oldest's members were answered.
  private var units: [[Int]] = []
  private var answered = 0
  private var hasFailed = false
  /// What the oldest unit did, and what was committed.
  private var done: Set<Int> = []
  private var committed: Set<Int> = []
  private var lastOutcome: [Int: LaneState.Outcome] = [:]
  private(set) var submitted = 0
  private var accounts = [0]
  private(set) var settled: Set<Int> = []
  private(set) var faults: [String] = []

  init(rules: LaneRules, seed: UInt64) {
    lane = TestLane(rules)
    random = SeededGenerator(state: seed)
  }

  mutating func step() {
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1, 2:
      submitted += 1
      let account = Int.random(in: 0..<20, using: &random)
      accounts.append(account)
      carryOut(lane.submit(submitted, account: account, kind: submitted % 3))
    case 3: carryOut(lane(.roundEnded))
    case 4:
      lane.pass(.milliseconds(Int.random(in: 0..<200, using: &random)))
      carryOut(lane(.ticked))
    case 5 where isConnected && Int.random(in: 0..<8, using: &random) == 0: lose()
    default: answer()
    }
  }

  /// Lets everything come to its end.
  mutating func drain() {
    for _ in 0..<2000 where !lane.state.isEmpty || !isConnected {
      answer()
      lane.pass(.milliseconds(20))
      carryOut(lane(.ticked))
      carryOut(lane(.roundEnded))
    }
  }

  private mutating func lose() {
    isConnected = false
    units = []
    (answered, hasFailed, done) = (0, false, [])
    carryOut(lane(.connectionLost))
  }

  /// The server answers the next member, or the Sync.
  private mutating func answer() {
    guard isConnected, let unit = units.first else { return }
    guard answered == unit.count else {
      let member = unit[answered]
      answered += 1
      let outcome = outcome(of: member)
      lastOutcome[member] = outcome
      if outcome == .succeeded { done.insert(member) }
      if case .failed(let failure) = outcome {
        hasFailed = true
        // The statements of a unit of writes fail for all of its members at once.
        if lane.state.rules.isForWrites {
          for other in unit where other != member { lastOutcome[other] = .aborted }
          answered = unit.count
          return carryOut(lane(.failed(failure)))
        }
      }
      // A read is told at once; nothing of it can be rolled back.
      if !lane.state.rules.isForWrites, outcome == .succeeded { committed.insert(member) }
      carryOut(lane(.answered(outcome)))
      return
    }
    let commitFails = !hasFailed && Int.random(in: 0..<40, using: &random) == 0
    if !hasFailed && !commitFails { committed.formUnion(done) }
    // Alone, the member is at fault and told so; among others, nobody may be told of success.
    if commitFails, unit.count == 1 { lastOutcome[unit[0]] = .failed(.refused) }
    units.removeFirst()
    (answered, hasFailed, done) = (0, false, [])
    carryOut(lane(.synced(commitFails ? .refused : nil)))
  }

  private mutating func outcome(of member: Int) -> LaneState.Outcome {
    if hasFailed { return .aborted }
    switch Int.random(in: 0..<30, using: &random) {
    case 0: return .failed(.retryAlone)
    case 1: return .failed(.staleStatement)
    case 2 where lane.state.rules.isForWrites: return .skipped
    default: return member % 11 == 0 ? .failed(.refused) : .succeeded
    }
  }

  private mutating func carryOut(_ decisions: [LaneState.Decision]) {
    for decision in decisions {
      switch decision {
      case .send(let sent):
        if !isConnected { faults.append("sent without a connection") }
        if sent.contains(where: { $0.isEmpty || $0.count > 64 }) { faults.append("unit size") }
        if lane.state.rules.isForWrites { checkMembers(of: sent) }
        units += sent.map { $0.map(Int.init) }
      case .deliver(let id): settle(Int(id), isDelivered: true)
      case .refuse(let id, _), .waitForLock(let id): settle(Int(id), isDelivered: false)
      case .connect:
        isConnected = true
        carryOut(lane(.connected))
      case .abandonConnection: lose()
      }
    }
  }

  /// Writes that share statements are of one kind, and of as many accounts.
  private mutating func checkMembers(of units: [[LaneState.MemberID]]) {
    for unit in units {
      if Set(unit.map { $0 % 3 }).count > 1 { faults.append("two kinds in a unit") }
      if Set(unit.map { accounts[Int($0)] }).count < unit.count {
        faults.append("an account twice in a unit")
      }
    }
  }

  private mutating func settle(_ member: Int, isDelivered: Bool) {
    if !settled.insert(member).inserted { faults.append("\(member) was settled twice") }
    if isDelivered, lastOutcome[member] == .succeeded, !committed.contains(member) {
      faults.append("\(member) was told of success that was not committed")
    }
    if units.contains(where: { $0.contains(member) }), lane.state.rules.isForWrites {
      faults.append("\(member) was settled while in flight")
    }
  }
}
