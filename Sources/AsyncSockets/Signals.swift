internal import CLinux
internal import Glibc

/// Signals as events of a loop (`signalfd(2)`).
public final class SignalEvents {
  private let descriptor: Descriptor

  /// Keeps `signals` from interrupting the process. Call before any thread is started: threads inherit the mask.
  public static func block(_ signals: [Int32]) {
    var set = signalSet(signals)
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Calls `handler` on `loop` with the number of each of `signals` that arrives. Block them first.
  public init(
    _ signals: [Int32], on loop: EventLoop, handler: @escaping (Int32) -> Void
  ) throws(SocketError) {
    var set = signalSet(signals)
    let flags = Int32(SFD_NONBLOCK) | Int32(SFD_CLOEXEC)
    let fileDescriptor = signalfd(-1, &set, flags)
    guard fileDescriptor >= 0 else { throw SocketError("signalfd") }
    descriptor = try Descriptor(
      fileDescriptor, on: loop, trigger: .level, interest: .readable)
    descriptor.onReady = { _ in
      var information = signalfd_siginfo()
      let size = MemoryLayout<signalfd_siginfo>.size
      while read(fileDescriptor, &information, size) == size {
        handler(Int32(information.ssi_signo))
      }
    }
  }
}

private func signalSet(_ signals: [Int32]) -> sigset_t {
  var set = sigset_t()
  sigemptyset(&set)
  for signal in signals { sigaddset(&set, signal) }
  return set
}
