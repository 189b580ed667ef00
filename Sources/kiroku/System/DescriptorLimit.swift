import Glibc

/// How many files and sockets the process may have open (getrlimit(2)).
enum DescriptorLimit {
  /// Beside the connections: loops, log, database, listeners.
  static let reserve = 256

  /// Takes all that the system gives without asking: the usual soft limit of 1,024 is far below the hard one.
  /// - Returns: what there is now.
  static func raise() -> Int {
    var limit = rlimit()
    guard getrlimit(&limit) == 0 else { return 1_024 }
    if limit.rlim_cur < limit.rlim_max {
      var raised = limit
      raised.rlim_cur = limit.rlim_max
      if setrlimit(&raised) == 0 { limit = raised }
    }
    return Int(clamping: limit.rlim_cur)
  }

  private static func getrlimit(_ limit: inout rlimit) -> Int32 {
    unsafe Glibc.getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  private static func setrlimit(_ limit: inout rlimit) -> Int32 {
    unsafe Glibc.setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}
