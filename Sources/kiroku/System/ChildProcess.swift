import Glibc

/// Starts other programs, without Foundation's `Process` (which would triple the binary).
///
/// A child is started in two steps: this program again, with the hidden command `launch`, which leaves the
/// terminal's session (so that Ctrl-C reaches Kiroku alone), takes the child's identity and folder, closes every
/// descriptor but the first three, and becomes the child.
struct ChildProcess {
  /// The program's path; empty to do no more than enter the folder.
  let executable: String
  var arguments: [String] = []
  /// Whom it runs as; nil for the same user.
  var identity: UserIdentity?
  var folder = "/"
  /// Variables beside PATH and HOME, as `NAME=value`. It gets none of this program's.
  var environment: [String] = []
  /// What it reads: /dev/null, or a file.
  var inputPath = "/dev/null"

  static let launchCommand = "launch"

  /// - Parameter output: Descriptor that takes its output and errors.
  /// - Returns: Its process id.
  func start(output: Int32) throws(ProgramError) -> Int32 {
    let input = unsafe open(inputPath, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else {
      throw .failed("cannot read \(inputPath): \(HostSystem.reason())")
    }
    defer { close(input) }
    let identity = identity.map { ["\($0.userID)", "\($0.groupID)"] } ?? ["-", "-"]
    let words =
      ["kiroku", Self.launchCommand] + identity + [folder]
      + (executable.isEmpty ? [] : [executable]) + arguments
    var pid: Int32 = 0
    let code = unsafe Self.withCStrings(words) { words in
      unsafe Self.withCStrings(["PATH=/usr/local/bin:/usr/bin:/bin", "HOME=/"] + environment) {
        variables in
        unsafe Self.spawn(&pid, words: words, variables: variables, input: input, output: output)
      }
    }
    guard code == 0 else {
      throw .failed("cannot start \(executable): \(HostSystem.reason(code))")
    }
    return pid
  }

  /// Runs it to its end.
  /// - Returns: Its exit code (128 + the signal's number when one ended it), and what it printed.
  func run() throws(ProgramError) -> (code: Int32, output: String) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else {
      throw .failed("cannot make a pipe: \(HostSystem.reason())")
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let pid: Int32
    do {
      pid = try start(output: ends[1])
    } catch {
      close(ends[1])
      throw error
    }
    close(ends[1])
    let output = FileSystem.readAll(ends[0], maxBytes: 1 << 20)
    return (Self.waitForEnd(of: pid), output)
  }

  /// Whether a user can enter a folder, with all the folders above it. Only root can ask for another user.
  static func canEnter(_ folder: String, as identity: UserIdentity) throws(ProgramError) -> Bool {
    try ChildProcess(executable: "", identity: identity, folder: folder).run().code == 0
  }

  static func waitForEnd(of pid: Int32) -> Int32 {
    var status: Int32 = 0
    while unsafe waitpid(pid, &status, 0) < 0 {
      guard errno == EINTR else { return -1 }
    }
    return exitCode(status)
  }

  /// Whether a child has ended, without waiting.
  static func hasEnded(_ pid: Int32) -> Bool {
    var status: Int32 = 0
    return unsafe waitpid(pid, &status, WNOHANG) != 0
  }

  private static func exitCode(_ status: Int32) -> Int32 {
    let signal = status & 0x7f
    return signal == 0 ? (status >> 8) & 0xff : 128 + signal
  }

  private static func spawn(
    _ pid: inout Int32, words: [UnsafeMutablePointer<CChar>?],
    variables: [UnsafeMutablePointer<CChar>?], input: Int32, output: Int32
  ) -> Int32 {
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
    // The signals that Kiroku blocks or ignores are the child's own matter.
    var none = sigset_t()
    var all = sigset_t()
    unsafe sigemptyset(&none)
    unsafe sigfillset(&all)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &all)
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    return unsafe posix_spawn(
      &pid, "/proc/self/exe", &actions, &attributes, words, variables)
  }

  /// Hands out what C takes as an array of strings: copies of the words, then NULL.
  static func withCStrings<Result>(
    _ words: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    var copies: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) }
    unsafe copies.append(nil)
    defer { unsafe copies.forEach { unsafe free($0) } }
    return unsafe body(copies)
  }
}
