internal import AsyncSockets
import Glibc

/// A PostgreSQL that belongs to one data folder, on a unix socket only, run and watched by this process.
///
/// Touched only on the main thread, which calls `watch` whenever a child ended or a moment passed.
final class PrivatePostgres {
  /// What happened to the server; the program turns it into log lines.
  enum Event: Equatable {
    case adopted(pid: Int32)
    case started(pid: Int32)
    case ended(pid: Int32)
    case failedToStart(String)
  }

  let folder: DataFolder
  let home: String
  let owner: UserIdentity
  let socketFolder: String
  private let binaries: ServerBinaries
  private let lock: Int32
  private var pid: Int32
  private var isChild: Bool
  private var backoff = RestartBackoff()
  private var isReady = false

  private var cluster: String { home + "/cluster" }

  /// How long a start may take while the server says nothing: recovery after a crash writes `starting`.
  private static let startSeconds = 60
  /// How long it may take to end by itself.
  private static let stopTime: Duration = .seconds(10)

  /// libpq's connection string of the database.
  var connectionString: String { Self.connectionString(socketFolder: socketFolder) }

  static func connectionString(socketFolder: String) -> String {
    var quoted = ""
    for character in socketFolder {
      if character == "'" || character == "\\" { quoted.append("\\") }
      quoted.append(character)
    }
    return "host='\(quoted)' port=\(SocketFolder.port) user=kiroku dbname=kiroku"
  }

  /// The connection string of the server that runs on a data folder already; nil when none does.
  static func runningConnectionString(data: String) -> String? {
    guard let home = DataFolder(data).home,
      let running = PostmasterFile.running(on: home + "/cluster"), running.status == .ready
    else { return nil }
    return connectionString(socketFolder: running.socketFolder)
  }

  /// Starts the server, or takes over the one that a killed kiroku left behind. Waits until it is ready.
  init(data: String, report: (Event) -> Void) throws(ProgramError) {
    folder = DataFolder(data)
    try folder.make()
    lock = try folder.lock()
    (home, owner) = try folder.prepareHome()
    let cluster = home + "/cluster"
    binaries = try ServerBinaries.find(majorVersion: Cluster.majorVersion(cluster))
    if let running = try Self.settled(on: cluster) {
      socketFolder = running.socketFolder
      pid = running.pid
      isChild = false
      report(.adopted(pid: pid))
    } else {
      socketFolder = SocketFolder.path(home: home)
      pid = 0
      isChild = true
      if Cluster.majorVersion(cluster) == nil {
        try Cluster.make(cluster, binaries: binaries, owner: identity, logPath: folder.logPath)
      }
      try SocketFolder.make(socketFolder, owner: owner)
      try start()
      report(.started(pid: pid))
    }
    try waitUntilReady()
  }

  private var identity: UserIdentity? { folder.isRoot ? owner : nil }

  /// The running server, once it is clear whether it stays: one that is about to stop is waited for.
  private static func settled(on cluster: String) throws(ProgramError) -> PostmasterFile? {
    for _ in 0..<startSeconds * 50 {
      guard let running = PostmasterFile.running(on: cluster) else { return nil }
      if running.status != .stopping { return running }
      pause()
    }
    throw .failed("the PostgreSQL on \(cluster) is stopping and does not end")
  }

  private func start() throws(ProgramError) {
    let log = try Cluster.openLog(folder.logPath)
    defer { close(log) }
    let server = ChildProcess(
      executable: binaries.postgres,
      arguments: [
        "-D", cluster, "-h", "", "-k", socketFolder, "-p", "\(SocketFolder.port)",
      ] + ServerSettings.arguments(memoryBytes: HostSystem.memoryBytes),
      identity: identity, environment: Self.environment)
    pid = try server.start(output: log)
    isChild = true
    isReady = false
  }

  /// Memory that a statement has freed stays with its backend, up to 4 MiB. By itself glibc gives what exceeds 128 KiB
  /// back to the kernel, and gets it again page by page for the next statement: a third of the processor time of a batch
  /// of reads. glibc's manual, "Memory Allocation Tunables"; `mallopt(3)`.
  private static let environment = [
    "MALLOC_TRIM_THRESHOLD_=\(4 << 20)", "MALLOC_MMAP_THRESHOLD_=\(1 << 20)",
  ]

  private func waitUntilReady() throws(ProgramError) {
    for _ in 0..<Self.startSeconds * 50 {
      if hasEnded() {
        throw .failed("PostgreSQL did not start; the end of \(folder.logPath) says why")
      }
      if isUp() { return }
      Self.pause()
    }
    throw .failed("PostgreSQL is not ready after \(Self.startSeconds) s; see \(folder.logPath)")
  }

  private func isUp() -> Bool {
    guard !isReady else { return true }
    guard let running = PostmasterFile.running(on: cluster) else { return false }
    isReady = running.pid == pid && running.status == .ready
    return isReady
  }

  private func hasEnded() -> Bool {
    isChild ? ChildProcess.hasEnded(pid) : !PostmasterFile.isServer(pid, of: cluster)
  }

  /// Looks after the server: one that ended is started again, with a growing pause between tries.
  func watch(nowMilliseconds: Int, report: (Event) -> Void) {
    if pid != 0, hasEnded() {
      report(.ended(pid: pid))
      pid = 0
      backoff.failed(at: nowMilliseconds)
    }
    if pid == 0, backoff.mayTry(at: nowMilliseconds) {
      do throws(ProgramError) {
        try start()
        report(.started(pid: pid))
      } catch {
        report(.failedToStart(error.message))
        backoff.failed(at: nowMilliseconds)
      }
    }
    if pid != 0, isUp() { backoff.succeeded(at: nowMilliseconds) }
  }

  /// Stops the server: its open transactions end, what was committed is flushed.
  /// - Parameters:
  ///   - mayWait: false to tell it and go.
  ///   - end: when it is stopped at once, sooner than after ten seconds.
  func stop(mayWait: Bool = true, until end: MonotonicTime = .distantFuture) {
    guard pid != 0 else { return }
    kill(pid, SIGINT)
    guard mayWait else { return }
    let end = min(end, .now() + Self.stopTime)
    while MonotonicTime.now() < end {
      if hasEnded() { return }
      Self.pause()
    }
    // It recovers from its log at the next start.
    kill(pid, SIGQUIT)
  }

  private static func pause() {
    var length = timespec(tv_sec: 0, tv_nsec: 20_000_000)
    unsafe nanosleep(&length, nil)
  }
}
