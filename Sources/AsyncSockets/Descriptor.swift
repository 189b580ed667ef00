internal import CLinux
internal import Glibc

/// A file descriptor registered with one event loop.
///
/// Two ways to use it: set ``onReady`` and be called, or suspend in ``wait(for:until:)``. An edge-triggered descriptor
/// reports a change once: read or write until the call would block before waiting again.
///
/// Touched only on its loop's thread. It does not own the file descriptor: ``close()`` closes it, `deinit` does not.
public final class Descriptor {
  /// How the kernel reports readiness (`epoll(7)`).
  public enum Trigger: Sendable {
    /// Once a change.
    case edge
    /// As long as the condition lasts.
    case level
  }

  public let fileDescriptor: Int32
  /// Kept alive by the descriptors registered with it, as they are by the loop; deregistering breaks the cycle.
  public let loop: EventLoop

  /// Called with what the kernel reported; while it is set, nobody can wait.
  public var onReady: ((Readiness) -> Void)? {
    get { readyHandler }
    set { readyHandler = newValue }
  }
  /// Called when the deadline set with ``setDeadline(_:)`` has passed; the deadline is then gone.
  public var onDeadline: (() -> Void)? {
    get { deadlineHandler }
    set { deadlineHandler = newValue }
  }

  /// Whether the peer has closed its side or the socket has failed; never goes back to false.
  public var isHungUp: Bool { hasHungUp }

  // Private, with the accessors above: what only this module touches needs no check of exclusive access at run time.
  private var readyHandler: ((Readiness) -> Void)?
  private var deadlineHandler: (() -> Void)?
  private var hasHungUp = false
  private let trigger: Trigger
  private var key: UInt64 = 0
  private var unconsumed: Readiness = []
  private var waiter: UnsafeContinuation<WaitError?, Never>?
  private var awaited: Readiness = []
  private var isRegistered = false

  /// Registers `fileDescriptor` with `loop`.
  ///
  /// - Throws: ``SocketError`` when `epoll_ctl(2)` refuses it.
  public init(
    _ fileDescriptor: Int32, on loop: EventLoop, trigger: Trigger = .edge,
    interest: Readiness = [.readable, .writable]
  ) throws(SocketError) {
    assert(loop.isCurrent)
    self.fileDescriptor = fileDescriptor
    self.loop = loop
    self.trigger = trigger
    key = loop.registry.insert(self)
    do throws(SocketError) {
      try control(EPOLL_CTL_ADD, interest)
    } catch {
      loop.registry.remove(key)
      throw error
    }
    isRegistered = true
  }

  /// Changes what a level-triggered descriptor reports.
  public func setInterest(_ interest: Readiness) throws(SocketError) {
    guard isRegistered else { return }
    try control(EPOLL_CTL_MOD, interest)
  }

  /// Sets the one deadline of this descriptor; ``MonotonicTime/distantFuture`` clears it.
  ///
  /// It is looked at each ``EventLoop/deadlineResolution``. A wait sets it for itself.
  public func setDeadline(_ deadline: MonotonicTime) {
    guard isRegistered else { return }
    loop.registry.setDeadline(deadline, for: key)
  }

  /// Suspends until the descriptor is ready for `interest`, the peer hangs up, or the deadline passes.
  ///
  /// - Throws: ``WaitError``.
  public func wait(
    for interest: Readiness, until deadline: MonotonicTime
  ) async throws(WaitError) {
    guard isRegistered else { throw .closed }
    let wanted = interest.union([.hangup, .error])
    if !unconsumed.isDisjoint(with: wanted) {
      unconsumed = unconsumed.subtracting(wanted)
      return
    }
    let failure = await withUnsafeContinuation { continuation in
      waiter = continuation
      awaited = wanted
      setDeadline(deadline)
    }
    if let failure { throw failure }
  }

  /// Whether `interest` was reported while nobody waited; asking forgets it.
  public func takeUnconsumed(_ interest: Readiness) -> Bool {
    guard !unconsumed.isDisjoint(with: interest) else { return false }
    unconsumed = unconsumed.subtracting(interest)
    return true
  }

  /// Ends a pending wait with ``WaitError/cancelled``.
  public func cancelWait() {
    finishWait(.cancelled)
  }

  /// Takes the descriptor off its loop; a pending wait ends with ``WaitError/closed``.
  public func deregister() {
    guard isRegistered else { return }
    isRegistered = false
    epoll_ctl(loop.epoll, EPOLL_CTL_DEL, fileDescriptor, nil)
    loop.registry.remove(key)
    readyHandler = nil
    deadlineHandler = nil
    finishWait(.closed)
  }

  /// Deregisters and closes the file descriptor.
  public func close() {
    guard isRegistered else { return }
    deregister()
    _ = Glibc.close(fileDescriptor)
  }

  // MARK: Called by the loop

  func take(_ readiness: Readiness) {
    if !readiness.isDisjoint(with: [.hangup, .error]) { hasHungUp = true }
    if let readyHandler {
      readyHandler(readiness)
    } else if waiter != nil, !readiness.isDisjoint(with: awaited) {
      unconsumed = unconsumed.union(readiness.subtracting(awaited))
      finishWait(nil)
    } else {
      unconsumed = unconsumed.union(readiness)
    }
  }

  func deadlinePassed() {
    if waiter != nil {
      finishWait(.timedOut)
    } else {
      deadlineHandler?()
    }
  }

  func loopStopped() {
    isRegistered = false
    finishWait(.closed)
  }

  private func finishWait(_ failure: WaitError?) {
    guard let continuation = waiter else { return }
    waiter = nil
    awaited = []
    if isRegistered { setDeadline(.distantFuture) }
    continuation.resume(returning: failure)
  }

  private func control(_ operation: Int32, _ interest: Readiness) throws(SocketError) {
    var event = epoll_event()
    event.events = interest.epollEvents
    if trigger == .edge { event.events |= EPOLLET.rawValue }
    event.data.u64 = key
    guard epoll_ctl(loop.epoll, operation, fileDescriptor, &event) == 0 else {
      throw SocketError("epoll_ctl")
    }
  }
}
