import Glibc

/// PostgreSQL's data folder: whether there is one, and how it is made.
enum Cluster {
  /// nil when there is no (complete) cluster.
  static func majorVersion(_ path: String) -> Int? {
    FileSystem.text(path + "/PG_VERSION").flatMap { Int($0.prefix { $0.isNumber }) }
  }

  /// Makes a cluster with the database `kiroku` in it: whole, or (after a crash in between) not at all.
  /// Anyone who can reach its socket is let in as `kiroku`; the socket's folder is its owner's alone.
  static func make(
    _ path: String, binaries: ServerBinaries, owner: UserIdentity?, logPath: String
  ) throws(ProgramError) {
    let draft = path + ".new"
    _ = try ChildProcess(executable: "/bin/rm", arguments: ["-rf", draft], identity: owner).run()
    try run(
      ChildProcess(
        executable: binaries.initdb,
        arguments: [
          "-D", draft, "-U", "kiroku", "-E", "UTF8", "--locale=C.UTF-8", "--auth-local=trust",
          "--auth-host=reject", "--wal-segsize=\(ServerSettings.segmentMegabytes)",
        ],
        identity: owner),
      logPath: logPath)
    // A single-user server reads statements from its input: no connection is needed for this one.
    let script = logPath + ".create"
    try FileSystem.write("create database kiroku;\n", to: script, mode: 0o600)
    defer { unsafe unlink(script) }
    try run(
      ChildProcess(
        executable: binaries.postgres, arguments: ["--single", "-D", draft, "postgres"],
        identity: owner, inputPath: script),
      logPath: logPath)
    guard unsafe rename(draft, path) == 0 else {
      throw .failed("cannot make \(path): \(HostSystem.reason())")
    }
  }

  private static func run(_ program: ChildProcess, logPath: String) throws(ProgramError) {
    let (code, output) = try program.run()
    let log = try openLog(logPath)
    Console.write(output, to: log)
    close(log)
    guard code == 0 else {
      let last = output.split(separator: "\n").suffix(3).joined(separator: "; ")
      throw .failed("\(program.executable) failed (exit code \(code)): \(last); more in \(logPath)")
    }
  }

  /// Opened here, for the database's user may not be able to.
  static func openLog(_ path: String) throws(ProgramError) -> Int32 {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw .failed("cannot write \(path): \(HostSystem.reason())")
    }
    return descriptor
  }
}
