internal import AsyncSockets

/// The numbers that a lane keeps to. A lane is one connection of one loop.
struct LaneRules: Sendable {
  /// Writes: the answers of a batch are held until its Sync, a failed batch is run again member by
  /// member. Reads: answers are delivered as they come.
  var isForWrites: Bool
  /// Settings of the planner. A batch's statements find all they need by index. Left alone, the planner would
  /// read a small table whole, as all are when their plans are made on a new database, and keep to
  /// it while the table grows.
  var planning: [(String, String)] {
    isForWrites
      ? [("enable_seqscan", "off"), ("enable_hashjoin", "off"), ("enable_mergejoin", "off")] : []
  }
  /// Members of one batch. More would make one failing member cost more, and answers wait longer.
  var maxBatch = 32
  /// Batches in flight, one behind the other: each is a transaction of its own.
  var maxUnitsInFlight: Int
  /// Members waiting to be sent; one more is refused as overloaded.
  var maxQueued = 2048
  /// How often a member is sent before it is given up.
  var maxAttempts = 3
  /// How many connections may break under a member, though it was not its turn, before it is given up.
  var maxLosses = 10
  /// How long a member waits for a connection, and again after its connection was lost.
  var checkoutDeadline: Duration = .seconds(2)
  /// How long the oldest batch may go without any answer before its connection is given up.
  var answerDeadline: Duration = .seconds(5)
  /// Waits between attempts to connect: the first, and the longest; doubled in between.
  var firstBackOff: Duration = .milliseconds(50)
  var longestBackOff: Duration = .seconds(1)
  /// The longest random wait before a member that met a deadlock is sent again.
  var longestRetryJitter: Duration = .milliseconds(20)

  static let reads = LaneRules(isForWrites: false, maxUnitsInFlight: 8)
  static let writes = LaneRules(isForWrites: true, maxUnitsInFlight: 2)
}

/// The waits between attempts to connect: doubling, with jitter, up to a longest.
struct BackOff: Sendable {
  let first: Duration
  let longest: Duration
  private(set) var failures = 0
  private var random: SplitMix64

  init(first: Duration, longest: Duration, seed: UInt64) {
    self.first = first
    self.longest = longest
    random = SplitMix64(state: seed)
  }

  mutating func succeeded() { failures = 0 }

  /// - Returns: how long to wait before the next attempt; half of it to all of it, by chance.
  mutating func failed() -> Duration {
    let doublings = min(failures, 16)
    failures += 1
    let wait = min(first * (1 << doublings), longest)
    return wait / 2 + random.fraction(of: wait / 2)
  }
}

/// A small generator of random numbers, for jitter that a test can repeat (Steele, Lea and Flood,
/// "Fast splittable pseudorandom number generators", 2014).
struct SplitMix64: RandomNumberGenerator, Sendable {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func fraction(of duration: Duration) -> Duration {
    duration * Double(next() >> 11) * 0x1p-53
  }
}

/// The accounts whose writes keep failing with SQL errors, which cost all others of their batch a
/// second run. They are sent alone until they have behaved for a minute.
struct TroubledAccounts: Sendable {
  /// Errors within a minute that make an account troubled.
  static let errorsUntilTrouble = 2
  static let period: Duration = .seconds(60)
  /// Accounts remembered; the table is emptied when it is full.
  static let maxAccounts = 1000

  private struct Record {
    var errors: Int
    var until: MonotonicTime
  }
  private var records: [PGUUID: Record] = [:]

  mutating func noteError(of account: PGUUID, at now: MonotonicTime) {
    if records.count >= Self.maxAccounts {
      records = records.filter { $0.value.until > now }
      if records.count >= Self.maxAccounts { records.removeAll() }
    }
    var record = records[account] ?? Record(errors: 0, until: now)
    if record.until <= now { record.errors = 0 }
    record.errors += 1
    record.until = now + Self.period
    records[account] = record
  }

  func mustBeAlone(_ account: PGUUID, at now: MonotonicTime) -> Bool {
    guard !records.isEmpty, let record = records[account] else { return false }
    return record.errors >= Self.errorsUntilTrouble && record.until > now
  }
}
