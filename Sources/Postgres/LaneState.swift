internal import AsyncSockets

/// Everything a lane decides: an event in, decisions out, no connection and no clock of its own.
///
/// Members (reads or writes) wait in a queue, are sent in units, and are answered in order. A *unit*
/// is what one Sync ends, and so one transaction: a batch of members, or one member alone. The rules
/// are those of writes in batches:
/// - nobody hears of success before the unit's Sync was answered, since that is the commit;
/// - the members of a unit are of one kind, since they share their statements, and no two are of one
///   account, since these see nothing of each other: the second waits for the next batch;
/// - when a unit fails, all of it are sent again, each alone with a Sync of its own, because PostgreSQL
///   has rolled all of them back;
/// - the members of a batch are sorted by account, so that two batches lock in the same order;
/// - a member whose account was locked by somebody else is tried once more, then waits elsewhere.
struct LaneState: Sendable {
  enum Link: Equatable, Sendable {
    case down(retryAt: MonotonicTime)
    case connecting
    case up
  }

  let rules: LaneRules
  var queue: [Member] = []
  var units: [Unit] = []
  var link = Link.down(retryAt: MonotonicTime(nanoseconds: 0))
  var backOff: BackOff
  var random: SplitMix64
  var troubled = TroubledAccounts()
  var connectedAt = MonotonicTime(nanoseconds: 0)
  var lastProgress = MonotonicTime(nanoseconds: 0)
  /// Members in the queue that must not go into a batch now: alone, or later.
  var exceptions = 0

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
    case .submitted(let id, let account, let kind): submit(id, account, kind, now, &decisions)
    case .roundEnded: sendQueued(now, &decisions)
    case .answered(let outcome): answer(outcome, now, &decisions)
    case .failed(let failure): failUnit(failure, now)
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

  mutating func submit(
    _ id: MemberID, _ account: PGUUID, _ kind: Kind, _ now: MonotonicTime,
    _ decisions: inout [Decision]
  ) {
    guard queue.count < rules.maxQueued else {
      decisions.append(.refuse(id, .overloaded))
      return
    }
    var member = Member(
      id: id, account: account, kind: kind, deadline: now + rules.checkoutDeadline)
    if rules.isForWrites, troubled.mustBeAlone(account, at: now) {
      member.isAlone = true
      exceptions += 1
    }
    queue.append(member)
  }

  mutating func requeue(_ members: [Member]) {
    queue.insert(contentsOf: members, at: 0)
    exceptions += members.count { $0.isException }
  }

  mutating func sendQueued(_ now: MonotonicTime, _ decisions: inout [Decision]) {
    guard hasSomethingToSend else { return }
    let (batch, alone) = takeFirst() ?? takeChosen(now)
    let sent = (batch.byKind() + alone.map { [$0] }).map { Unit(members: $0) }
    guard !sent.isEmpty else { return }
    if units.isEmpty { lastProgress = now }
    units += sent
    decisions.append(.send(sent.map { $0.members.map(\.id) }))
  }

  /// The first of the queue as a batch; nil where it needs a closer look at who can go.
  private mutating func takeFirst() -> (batch: [Member], alone: [Member])? {
    guard exceptions == 0 else { return nil }
    let count = min(queue.count, rules.maxBatch)
    var batch = Array(queue[..<count])
    if rules.isForWrites, !batch.sortByAccount() { return nil }
    queue.removeFirst(count)
    return (batch, [])
  }

  /// Who of the whole queue can go, in order: many writes of one account keep nobody else waiting.
  private mutating func takeChosen(_ now: MonotonicTime) -> (batch: [Member], alone: [Member]) {
    var batch: [Member] = []
    var alone: [Member] = []
    var rest: [Member] = []
    var accounts: Set<PGUUID> = []
    for member in queue {
      if member.notBefore > now || batch.count + alone.count >= rules.maxBatch {
        rest.append(member)
      } else if member.isAlone {
        alone.append(member)
      } else if rules.isForWrites, !accounts.insert(member.account).inserted {
        rest.append(member)
      } else {
        batch.append(member)
      }
    }
    queue = rest
    exceptions = rest.count { $0.isException }
    if rules.isForWrites { batch.sortByAccount() }
    return (batch, alone)
  }
}

extension [LaneState.Member] {
  /// - Returns: false when two are of one account.
  @discardableResult
  fileprivate mutating func sortByAccount() -> Bool {
    sort { $0.account < $1.account }
    return !indices.dropFirst().contains { self[$0].account == self[$0 - 1].account }
  }

  /// The members of each kind, in order.
  fileprivate func byKind() -> [[LaneState.Member]] {
    guard let kind = first?.kind else { return [] }
    guard contains(where: { $0.kind != kind }) else { return [self] }
    var kinds: [[LaneState.Member]] = []
    for member in self {
      if let index = kinds.firstIndex(where: { $0.first?.kind == member.kind }) {
        kinds[index].append(member)
      } else {
        kinds.append([member])
      }
    }
    return kinds
  }
}
