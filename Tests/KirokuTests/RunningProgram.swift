import Foundation
import Testing

/// The built program, run for real, with a folder of its own.
final class RunningProgram {
  let process = Process()
  let logPath: String

  /// The binary that was built beside this test's own.
  static var executable: String {
    let test = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    return test.deletingLastPathComponent().appendingPathComponent("kiroku").path
  }

  /// - Parameter executable: another program, such as a script's shell.
  init(
    running executable: String = RunningProgram.executable, _ arguments: [String],
    folder: ScratchFolder, environment: [String: String] = [:]
  ) throws {
    logPath = "\(folder.path)/log-\(UUID().uuidString)"
    try Data().write(to: URL(fileURLWithPath: logPath))
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    process.environment = ["PATH": "/usr/local/bin:/usr/bin:/bin"].merging(environment) { $1 }
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.standardInput = FileHandle.nullDevice
    let log = try FileHandle(forWritingTo: URL(fileURLWithPath: logPath))
    // Two writers of one file: each adds at its end.
    _ = fcntl(log.fileDescriptor, F_SETFL, O_APPEND)
    process.standardOutput = log
    process.standardError = log
    try process.run()
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  /// What it has printed so far.
  var log: String { (try? String(contentsOfFile: logPath, encoding: .utf8)) ?? "" }

  /// Waits for a line of the log that holds all the texts.
  func line(_ texts: String...) async throws -> String {
    try await eventually("a line with \(texts) in:\n\(log)") {
      self.log.split(separator: "\n").map(String.init).last { line in
        texts.allSatisfy { line.contains($0) }
      }
    }
  }

  /// Waits for its end.
  /// - Returns: Its exit code, or the number of the signal that ended it.
  func end() async throws -> Int32 {
    try await eventually("the program's end; log:\n\(log)") {
      self.process.isRunning ? nil : self.process.terminationStatus
    }
  }

  func stop() async throws -> Int32 {
    kill(process.processIdentifier, SIGTERM)
    return try await end()
  }
}

/// A folder that goes when the test ends, with any database that still runs in it.
final class ScratchFolder {
  let path: String

  init(name: String = "kiroku-test-\(UUID().uuidString.prefix(8))") throws {
    path = "/tmp/\(name)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    // The database's user passes through it.
    chmod(path, 0o755)
  }

  var data: String { path + "/data" }
  var cluster: String { data + "/database/cluster" }

  /// The process id of the PostgreSQL on the folder, while its file stands.
  var databasePID: Int32? {
    let text = try? String(contentsOfFile: cluster + "/postmaster.pid", encoding: .utf8)
    return text?.split(separator: "\n").first.flatMap { Int32($0) }
  }

  deinit {
    if let databasePID { kill(databasePID, SIGQUIT) }
    try? FileManager.default.removeItem(atPath: path)
  }
}

struct NeverHappened: Error, CustomStringConvertible {
  let description: String
}

/// Looks again and again until there is a value; fails after a minute. It waits without holding the thread, of which
/// the other tests have few.
func eventually<Value>(
  _ what: @autoclosure () -> String, seconds: Double = 60, _ look: () throws -> Value?
) async throws -> Value {
  let end = Date().addingTimeInterval(seconds)
  while true {
    if let value = try look() { return value }
    guard Date() < end else { throw NeverHappened(description: "never happened: \(what())") }
    try await Task.sleep(for: .milliseconds(10))
  }
}

/// The processes that another one started.
func children(of parent: Int32) -> [Int32] {
  let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
  return names.compactMap { Int32($0) }.filter { pid in
    let status = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
    // Behind the name in brackets: the state, then the parent.
    return status?.split(separator: ")").last?.split(separator: " ").dropFirst().first
      == "\(parent)"
  }
}

/// Whether a process exists and has not merely been left unburied.
func isAlive(_ pid: Int32) -> Bool {
  guard let status = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8) else {
    return false
  }
  return status.split(separator: ")").last?.hasPrefix(" Z") == false
}
