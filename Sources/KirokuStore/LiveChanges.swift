public import KirokuCore
internal import Postgres
internal import Synchronization

/// Who waits for changes of which account, on this replica; and what all replicas tell one another of theirs.
///
/// Each committed write is noted here, and what was noted is said over one channel of PostgreSQL a moment later. What
/// the channel brings, from here or elsewhere, wakes those who wait. It is a hint: who is woken reads what there is.
public final class LiveChanges: Sendable {
  /// What those who wait were told since they last asked.
  public struct Signal: Sendable {
    /// The greatest revision that was told; 0 for none.
    public var rev: Int64 = 0
    /// Whether something besides the records may have changed, such as the token: read again now.
    public var looksAgain = false
    /// Whether something may have been missed: read again soon, but not with everybody else at once.
    public var mayHaveMissed = false
  }

  private struct State {
    var channel: NotificationChannel?
    var waiting: [UUIDBytes: [ChangeWaiter]] = [:]
    var noted: [Note] = []
    /// More was noted than is kept: everybody has to look.
    var hasOverflowed = false
    var hasListened = false
  }

  /// What is said of an account; `rev` nil: look again.
  struct Note: Hashable {
    let account: UUIDBytes
    let rev: Int64?
  }

  /// Notes that are kept while they can't be said, about a megabyte.
  private static let maxNotes = 32_768
  static let channelName = "kiroku_changes"

  private let database: Database
  private let state = Mutex(State())

  init(database: Database) { self.database = database }

  /// Begins to listen and to tell. Where it is not called, nobody waits and nothing is said.
  public func start() {
    let channel = database.openChannel(
      Self.channelName, collect: { [weak self] in self?.takePayloads() ?? [] }
    ) { [weak self] event in
      switch event {
      case .listening:
        self?.state.withLock { $0.hasListened = true }
        self?.tellAll()
      case .notification(let payload): self?.hear(payload)
      }
    }
    state.withLock { $0.channel = channel }
  }

  public func stop() {
    state.withLock { $0.channel }?.close()
  }

  // MARK: Telling

  /// Takes note of a write that has been committed.
  ///
  /// - Parameter rev: the account's revision after it; nil where tokens have ended.
  func note(_ account: UUIDBytes, rev: Int64?) {
    let channel = state.withLock { state -> NotificationChannel? in
      guard let channel = state.channel else { return nil }
      if state.noted.count < Self.maxNotes {
        state.noted.append(Note(account: account, rev: rev))
      } else {
        state.hasOverflowed = true
      }
      return channel
    }
    channel?.requestPost()
  }

  private func takePayloads() -> [String] {
    let (notes, hasOverflowed) = state.withLock { state in
      defer {
        state.noted = []
        state.hasOverflowed = false
      }
      return (state.noted, state.hasOverflowed)
    }
    return hasOverflowed ? [ChangePayload.all] : ChangePayload.payloads(of: notes)
  }

  // MARK: Hearing

  private func hear(_ payload: String) {
    // Under load this hears of each write of all replicas: where nobody waits, none is looked at.
    guard !state.withLock({ $0.waiting.isEmpty }) else { return }
    guard let notes = ChangePayload.notes(in: payload) else { return tellAll() }
    for note in notes {
      let waiters = state.withLock { $0.waiting[note.account] } ?? []
      for waiter in waiters { waiter.tell(note.rev) }
    }
  }

  private func tellAll() {
    let waiters = state.withLock { $0.waiting.values.flatMap(\.self) }
    for waiter in waiters { waiter.tellMissed() }
  }

  // MARK: Waiting

  /// Begins to wait; ends when the subscription is let go of.
  ///
  /// - Parameter limit: how many of one account may wait on this replica.
  /// - Returns: nil when so many wait already.
  public func subscribe(_ account: UUIDBytes, limit: Int) -> ChangeSubscription? {
    let waiter = ChangeWaiter(account: account)
    let isWithinLimit = state.withLock { state in
      guard state.waiting[account, default: []].count < limit else { return false }
      state.waiting[account, default: []].append(waiter)
      return true
    }
    return isWithinLimit ? ChangeSubscription(waiter, of: self) : nil
  }

  fileprivate func end(_ waiter: ChangeWaiter) {
    state.withLock { state in
      let others = state.waiting[waiter.account]?.filter { $0 !== waiter } ?? []
      state.waiting[waiter.account] = others.isEmpty ? nil : others
    }
  }

  /// Whether listening has begun: what is said from then on is heard.
  public var hasListened: Bool { state.withLock { $0.hasListened } }

  /// How many wait now, of all accounts.
  public var waiterCount: Int { state.withLock { $0.waiting.values.reduce(0) { $0 + $1.count } } }
}

/// A place among those who wait for an account's changes, held as long as this value lives.
public final class ChangeSubscription: Sendable {
  private let waiter: ChangeWaiter
  private let live: LiveChanges

  fileprivate init(_ waiter: ChangeWaiter, of live: LiveChanges) {
    self.waiter = waiter
    self.live = live
  }

  deinit { live.end(waiter) }

  /// Has `wake` called whenever something is told; at once, if something was told already.
  public func onSignal(_ wake: @escaping @Sendable () -> Void) { waiter.onSignal(wake) }

  /// What was told since this was last asked.
  public func take() -> LiveChanges.Signal { waiter.take() }
}

/// One who waits.
private final class ChangeWaiter: Sendable {
  let account: UUIDBytes
  private let state = Mutex(
    (signal: LiveChanges.Signal(), isTold: false, wake: (@Sendable () -> Void)?.none))

  init(account: UUIDBytes) { self.account = account }

  func onSignal(_ wake: @escaping @Sendable () -> Void) {
    let isTold = state.withLock { state in
      state.wake = wake
      return state.isTold
    }
    if isTold { wake() }
  }

  func take() -> LiveChanges.Signal {
    state.withLock { state in
      defer { (state.signal, state.isTold) = (LiveChanges.Signal(), false) }
      return state.signal
    }
  }

  func tell(_ rev: Int64?) {
    change { signal in
      if let rev { signal.rev = max(signal.rev, rev) } else { signal.looksAgain = true }
    }
  }

  func tellMissed() { change { $0.mayHaveMissed = true } }

  private func change(_ change: (inout LiveChanges.Signal) -> Void) {
    let wake = state.withLock { state in
      change(&state.signal)
      defer { state.isTold = true }
      // Who was woken and has not asked since need not be woken again.
      return state.isTold ? nil : state.wake
    }
    wake?()
  }
}
