internal import AsyncSockets

// What a lane is told, and what it decides.
extension LaneState {
  typealias MemberID = Int32
  /// By which members are told apart that cannot share statements.
  typealias Kind = UInt

  enum Event: Sendable {
    case submitted(MemberID, account: PGUUID, kind: Kind = 0)
    /// Everything that this round of the loop had to submit has been submitted.
    case roundEnded
    /// The answer to the next member of the oldest unit in flight.
    case answered(Outcome)
    /// The statements of all members of the oldest unit in flight failed.
    case failed(Failure)
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
    /// PostgreSQL gave it up for reasons outside of it: time, somebody's lock, want of resources.
    case givenUp
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
    var kind: Kind
    /// When it is given up if it has not been sent.
    var deadline: MonotonicTime
    var notBefore = MonotonicTime(nanoseconds: 0)
    var attempts: UInt8 = 0
    /// Connections that broke while it was in flight.
    var losses: UInt8 = 0
    var wasSkipped = false
    var isAlone = false
  }

  struct Unit: Sendable {
    var members: [Member]
    var outcomes: [Outcome] = []
    /// The first failure in it that is not a consequence of another.
    var failure: Failure?
    /// Whether its members are asked for by the same statements.
    var sharesStatements: Bool { members.first.map { $0.kind != 0 } ?? false }
  }
}

extension LaneState.Member {
  var isException: Bool { isAlone || notBefore.nanoseconds > 0 }
}

extension LaneState.Outcome {
  var isFailed: Bool {
    if case .failed = self { true } else { false }
  }

  /// Whether sending the member again would change nothing.
  var isFinal: Bool {
    switch self {
    case .succeeded, .failed(.refused), .failed(.givenUp): true
    default: false
    }
  }
}
