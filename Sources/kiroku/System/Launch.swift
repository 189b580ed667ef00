import Glibc

/// The hidden command `launch UID GID FOLDER [EXECUTABLE ARGUMENT…]`: the second step of `ChildProcess`.
/// Without an executable it only tells, by its exit code, whether that user can enter the folder.
enum Launch {
  static let failed: Int32 = 126

  static func run(_ words: [String]) -> Int32 {
    guard words.count >= 3 else { return failed }
    _ = setsid()
    closeInherited()
    if let user = UInt32(words[0]), let group = UInt32(words[1]) {
      guard setgroups(0, nil) == 0, setgid(group) == 0, setuid(user) == 0 else {
        return report("cannot become user \(user)")
      }
    }
    guard unsafe chdir(words[2]) == 0 else { return report("cannot enter \(words[2])") }
    guard words.count > 3 else { return 0 }
    _ = unsafe ChildProcess.withCStrings(Array(words.dropFirst(3))) { arguments in
      unsafe execv(words[3], arguments)
    }
    return report("cannot run \(words[3])")
  }

  private static func report(_ what: String) -> Int32 {
    Console.printError("\(what): \(HostSystem.reason())")
    return failed
  }

  /// A database that outlives Kiroku must not keep its listening sockets or its lock.
  private static func closeInherited() {
    for name in FileSystem.entries("/proc/self/fd") {
      if let descriptor = Int32(name), descriptor > STDERR_FILENO { close(descriptor) }
    }
  }
}
