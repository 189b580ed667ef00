internal import AsyncSockets

/// Everything a lane decides: an event in, decisions out, no connection and no clock of its own.
///
/// Members (reads or writes) wait in a queue, are sent in units, and are answered in order. A *unit*
/// is what one Sync ends, and so one transaction: a batch of members, or one member alone. The rules
/// are those of writes in batches:
/// - nobody hears of success before the unit's Sync was answered, since that is the commit;
/// - when a member fails, all of its unit are sent again, each alone with a Sync of its own, because
///   PostgreSQL has rolled all of them back;
/// - the members of a batch are sorted by account, so that two batches lock in the same order;
/// - a member whose account was locked by somebody else is tried once more, then waits elsewhere.
struct LaneState: Sendable {
  typealias MemberID = Int32

  enum Event: Sendable {
    case submitted(MemberID, account: PGUUID)
    /// Everything that this round of the loop had to submit has been submitted.
    case roundEnded
    /// The answer to the next member of the oldest unit in flight.
    case answered(Outcome)
    /// The Sync of the oldest unit in flight; nil when it succeeded, else why the commit failed.
    case synced(Failure?)
    case connected
    case connectFailed
    case connectionLost
    /// Time has passed.
    case ticked
  }

  /// What became of a member.
  enum Outcome: Equatable, Sendable {
    case succeeded
    /// Its account is locked by somebody else; nothing was done.
    case skipped
    /// Not run, because one before it failed.
    case aborted
    case failed(Failure)
  }

  enum Failure: Equatable, Sendable {
    /// PostgreSQL refuses it, and would again.
    case refused
    /// A deadlock or a serialization failure: alone, it may succeed.
    case retryAlone
    /// The prepared statement is gone or out of date: prepared again, it succeeds.
    case staleStatement
  }

  enum Decision: Equatable, Sendable {
    /// Send these units, each ended by a Sync.
    case send([[MemberID]])
    /// Give the member what was received for it, rows or an error.
    case deliver(MemberID)
    case refuse(MemberID, Refusal)
    /// Let the member wait for its account's lock, outside this lane.
    case waitForLock(MemberID)
    case connect
    /// The connection does not answer: close it, then report it as lost.
    case abandonConnection
  }

  enum Refusal: Equatable, Sendable {
    case overloaded, unavailable
  }

  struct Member: Equatable, Sendable {
    var id: MemberID
    var account: PGUUID
    /// When it is given up if it has not been sent.
    var deadline: MonotonicTime
    var notBefore = MonotonicTime(nanoseconds: 0)
    var attempts: UInt8 = 0
    /// Connections that broke while it was in flight.
    var losses: UInt8 = 0
    var wasSkipped = false
    var isAlone = false
  }

  private struct Unit: Sendable {
    var members: [Member]
    var outcomes: [Outcome] = []
    /// The first failure in it that is not a consequence of another.
    var failure: Failure?
  }

  private enum Link: Equatable, Sendable {
    case down(retryAt: MonotonicTime)
    case connecting
    case up
  }

  let rules: LaneRules
  private var queue: [Member] = []
  private var units: [Unit] = []
  private var link = Link.down(retryAt: MonotonicTime(nanoseconds: 0))
  private var backOff: BackOff
  private var random: SplitMix64
  private var troubled = TroubledAccounts()
  private var connectedAt = MonotonicTime(nanoseconds: 0)
  private var lastProgress = MonotonicTime(nanoseconds: 0)
  /// Members in the queue that must not go into a batch now: alone, or later.
  private var exceptions = 0

  init(rules: LaneRules, seed: UInt64) {
    self.rules = rules
    backOff = BackOff(first: rules.firstBackOff, longest: rules.longestBackOff, seed: seed)
    random = SplitMix64(state: seed &+ 1)
  }

  var isEmpty: Bool { queue.isEmpty && units.isEmpty }
  var isUp: Bool { link == .up }
  /// The members of the unit whose Sync is the next to be answered.
  var oldestUnit: [MemberID] { units.first?.members.map(\.id) ?? [] }
  /// Members waiting or in flight, by which the least busy lane is found.
  var load: Int { queue.count + units.reduce(0) { $0 + $1.members.count } }
  var hasSomethingToSend: Bool {
    link == .up && !queue.isEmpty && units.count < rules.maxUnitsInFlight
  }

  mutating func handle(_ event: Event, at now: MonotonicTime, into decisions: inout [Decision]) {
    switch event {
    case .submitted(let id, let account): submit(id, account, now, &decisions)
    case .roundEnded: sendQueued(now, &decisions)
    case .answered(let outcome): answer(outcome, now, &decisions)
    case .synced(let commitFailure): finishUnit(commitFailure, now, &decisions)
    case .connected:
      link = .up
      connectedAt = now
      lastProgress = now
      sendQueued(now, &decisions)
    case .connectFailed: link = .down(retryAt: now + backOff.failed())
    case .connectionLost: loseConnection(now, &decisions)
    case .ticked: tick(now, &decisions)
    }
  }

  // MARK: The queue

  private mutating func submit(
    _ id: MemberID, _ account: PGUUID, _ now: MonotonicTime, _ decisions: inout [Decision]
  ) {
    guard queue.count < rules.maxQueued else {
      decisions.append(.refuse(id, .overloaded))
      return
    }
    var member = Member(id: id, account: account, deadline: now + rules.checkoutDeadline)
    if rules.isForWrites, troubled.mustBeAlone(account, at: now) {
      member.isAlone = true
      exceptions += 1
    }
    queue.append(member)
  }

  private mutating func requeue(_ members: [Member]) {
    queue.insert(contentsOf: members, at: 0)
    exceptions += members.count { $0.isException }
  }

  private mutating func sendQueued(_ now: MonotonicTime, _ decisions: inout [Decision]) {
    guard hasSomethingToSend else { return }
    var batch: [Member] = []
    var alone: [Member] = []
    if exceptions == 0 {
      let count = min(queue.count, rules.maxBatch)
      batch = Array(queue[..<count])
      queue.removeFirst(count)
    } else {
      takeWithExceptions(now, &batch, &alone)
    }
    if rules.isForWrites, batch.count > 1 { batch.sortByAccount() }
    var sent: [Unit] = batch.isEmpty ? [] : [Unit(members: batch)]
    sent += alone.map { Unit(members: [$0]) }
    guard !sent.isEmpty else { return }
    if units.isEmpty { lastProgress = now }
    units += sent
    decisions.append(.send(sent.map { $0.members.map(\.id) }))
  }

  private mutating func takeWithExceptions(
    _ now: MonotonicTime, _ batch: inout [Member], _ alone: inout [Member]
  ) {
    var rest: [Member] = []
    for member in queue {
      if member.notBefore > now || batch.count + alone.count >= rules.maxBatch {
        rest.append(member)
      } else if member.isAlone {
        alone.append(member)
      } else {
        batch.append(member)
      }
    }
    queue = rest
    exceptions = rest.count { $0.isException }
  }

  // MARK: Answers

  private mutating func answer(
    _ outcome: Outcome, _ now: MonotonicTime, _ decisions: inout [Decision]
  ) {
    guard !units.isEmpty, units[0].outcomes.count < units[0].members.count else { return }
    lastProgress = now
    let id = units[0].members[units[0].outcomes.count].id
    units[0].outcomes.append(outcome)
    if case .failed(let failure) = outcome, units[0].failure == nil { units[0].failure = failure }
    if !rules.isForWrites, outcome.isFinal { decisions.append(.deliver(id)) }
  }

  private mutating func finishUnit(
    _ commitFailure: Failure?, _ now: MonotonicTime, _ decisions: inout [Decision]
  ) {
    guard !units.isEmpty else { return }
    lastProgress = now
    var unit = units.removeFirst()
    while unit.outcomes.count < unit.members.count { unit.outcomes.append(.aborted) }
    if !rules.isForWrites {
      retryReads(unit, now, &decisions)
    } else if let failure = unit.failure ?? commitFailure {
      retryWrites(unit, failure, now, &decisions)
    } else {
      deliverWrites(unit, &decisions)
    }
  }

  private mutating func retryReads(
    _ unit: Unit, _ now: MonotonicTime, _ decisions: inout [Decision]
  ) {
    var again: [Member] = []
    for (var member, outcome) in zip(unit.members, unit.outcomes) where !outcome.isFinal {
      if case .failed(let failure) = outcome {
        member.attempts += 1
        if member.attempts >= rules.maxAttempts {
          decisions.append(.deliver(member.id))
          continue
        }
        if failure == .retryAlone { member.notBefore = now + jitter() }
      }
      member.deadline = now + rules.checkoutDeadline
      again.append(member)
    }
    requeue(again)
  }

  private mutating func deliverWrites(_ unit: Unit, _ decisions: inout [Decision]) {
    var again: [Member] = []
    for (var member, outcome) in zip(unit.members, unit.outcomes) {
      if outcome != .skipped {
        decisions.append(.deliver(member.id))
      } else if member.wasSkipped {
        decisions.append(.waitForLock(member.id))
      } else {
        member.wasSkipped = true
        again.append(member)
      }
    }
    requeue(again)
  }

  private mutating func retryWrites(
    _ unit: Unit, _ failure: Failure, _ now: MonotonicTime, _ decisions: inout [Decision]
  ) {
    var again: [Member] = []
    for (var member, outcome) in zip(unit.members, unit.outcomes) {
      let isAtFault = outcome.isFailed || unit.members.count == 1
      if isAtFault { member.attempts += 1 }
      if unit.members.count == 1 {
        if failure == .refused || member.attempts >= rules.maxAttempts {
          if failure == .refused { troubled.noteError(of: member.account, at: now) }
          decisions.append(.deliver(member.id))
          continue
        }
        if failure == .retryAlone { member.notBefore = now + jitter() }
      }
      // A stale statement is nobody's fault: the same batch can go again.
      member.isAlone = failure != .staleStatement || member.attempts + 1 >= rules.maxAttempts
      member.deadline = now + rules.checkoutDeadline
      again.append(member)
    }
    requeue(again)
  }

  private mutating func jitter() -> Duration { random.fraction(of: rules.longestRetryJitter) }

  // MARK: The connection

  private mutating func loseConnection(_ now: MonotonicTime, _ decisions: inout [Decision]) {
    // After a connection that worked for a while the next attempt follows at once; one that breaks as
    // soon as it is made counts as a failed attempt, or this would spin.
    if connectedAt + rules.longestBackOff <= now {
      backOff.succeeded()
      link = .down(retryAt: now)
    } else {
      link = .down(retryAt: now + backOff.failed())
    }
    var again: [Member] = []
    for (position, unit) in units.enumerated() {
      for (index, var member) in unit.members.enumerated() {
        let outcome = index < unit.outcomes.count ? unit.outcomes[index] : nil
        if !rules.isForWrites, let outcome, outcome.isFinal { continue }
        // PostgreSQL works on one unit after another: those behind the oldest had not begun, and are
        // not to blame.
        if position == 0 { member.attempts += 1 }
        member.losses += 1
        if member.attempts >= rules.maxAttempts || member.losses >= rules.maxLosses {
          decisions.append(.refuse(member.id, .unavailable))
          continue
        }
        // Twice in flight when a connection broke: perhaps it is what breaks them.
        if member.attempts >= 2 { member.isAlone = true }
        member.deadline = now + rules.checkoutDeadline
        again.append(member)
      }
    }
    units = []
    requeue(again)
    connectIfDue(now, &decisions)
  }

  private mutating func connectIfDue(_ now: MonotonicTime, _ decisions: inout [Decision]) {
    guard case .down(let retryAt) = link, retryAt <= now else { return }
    link = .connecting
    decisions.append(.connect)
  }

  private mutating func tick(_ now: MonotonicTime, _ decisions: inout [Decision]) {
    if queue.contains(where: { $0.deadline <= now }) {
      for member in queue where member.deadline <= now {
        decisions.append(.refuse(member.id, .unavailable))
      }
      queue.removeAll { $0.deadline <= now }
      exceptions = queue.count { $0.isException }
    }
    if link == .up, !units.isEmpty, lastProgress + rules.answerDeadline <= now {
      decisions.append(.abandonConnection)
    }
    connectIfDue(now, &decisions)
    sendQueued(now, &decisions)
  }
}

extension LaneState.Member {
  fileprivate var isException: Bool { isAlone || notBefore.nanoseconds > 0 }
}

extension [LaneState.Member] {
  /// By account; those of one account stay in the order in which they came.
  fileprivate mutating func sortByAccount() {
    var isSorted = true
    for index in 1..<count where self[index].account < self[index - 1].account { isSorted = false }
    guard !isSorted else { return }
    self = enumerated()
      .sorted { left, right in
        left.element.account != right.element.account
          ? left.element.account < right.element.account : left.offset < right.offset
      }
      .map(\.element)
  }
}

extension LaneState.Outcome {
  fileprivate var isFailed: Bool {
    if case .failed = self { true } else { false }
  }

  /// Whether sending the member again would change nothing.
  fileprivate var isFinal: Bool { self == .succeeded || self == .failed(.refused) }
}
