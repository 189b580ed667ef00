import Foundation

/// A PostgreSQL server of the tests' own, on a unix socket, thrown away when the test process ends,
/// however it ends.
///
/// A small shell script runs it and reads commands from us; the end of its input is its order to stop
/// the server and remove the data. Run by root, the server runs as the user `postgres`, since
/// PostgreSQL refuses root.
public final class TestCluster: Sendable {
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  /// How PostgreSQL is stopped (`pg_ctl stop -m`).
  public enum StopMode: String, Sendable {
    /// Ends all sessions and writes what is in memory.
    case fast
    /// As if it had crashed.
    case immediate
  }

  private let input: FileHandle
  private let output: FileHandle
  private let process: Process
  /// Where the socket is.
  public let folder: String

  /// Starts a server and waits until it accepts connections.
  public static func start() throws -> TestCluster {
    guard let binaries = findServer() else {
      throw Failure(
        description: """
          the tests need PostgreSQL: install its server (on Debian: apt-get install postgresql), or \
          set KIROKU_TEST_DATABASE_URL to a server on which databases may be created
          """)
    }
    return try TestCluster(binaries: binaries)
  }

  private init(binaries: String) throws {
    let process = Process()
    if geteuid() == 0 {
      process.executableURL = URL(fileURLWithPath: "/bin/su")
      process.arguments = [
        "-s", "/bin/sh", "postgres", "-c", Self.script, "kiroku-test", binaries,
      ]
    } else {
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", Self.script, "kiroku-test", binaries]
    }
    let input = Pipe()
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.currentDirectoryURL = URL(fileURLWithPath: "/tmp")
    try process.run()
    self.process = process
    self.input = input.fileHandleForWriting
    self.output = output.fileHandleForReading
    let answer = Self.readLine(from: self.output)
    guard answer.hasPrefix("ready ") else {
      throw Failure(description: "the tests' PostgreSQL did not start: \(answer)")
    }
    folder = String(answer.dropFirst(6))
  }

  /// How to connect to the database `name` on this server.
  public func url(database name: String) -> String {
    "host=\(folder) user=postgres dbname=\(name)"
  }

  public func stop(_ mode: StopMode) throws { try command("stop \(mode.rawValue)") }
  public func start() throws { try command("start") }

  /// Stops the server for good and removes its data.
  public func remove() {
    try? input.close()
    process.waitUntilExit()
  }

  private func command(_ text: String) throws {
    try input.write(contentsOf: Data((text + "\n").utf8))
    let answer = Self.readLine(from: output)
    guard answer == "done" else { throw Failure(description: "\(text): \(answer)") }
  }

  private static func readLine(from file: FileHandle) -> String {
    var line: [UInt8] = []
    while let byte = try? file.read(upToCount: 1)?.first, byte != UInt8(ascii: "\n") {
      line.append(byte)
    }
    return String(decoding: line, as: UTF8.self)
  }

  /// The newest PostgreSQL of which both `initdb` and `postgres` are there.
  private static func findServer() -> String? {
    let root = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    var folders =
      versions.sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }.map { "\(root)/\($0)/bin" }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    folders += path.split(separator: ":").map(String.init)
    return folders.first { folder in
      ["initdb", "postgres", "pg_ctl"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "\(folder)/\($0)")
      }
    }
  }

  /// `fsync` is off: these data are worth nothing. The rest is as in production.
  private static let script = """
    trap '' INT TERM HUP PIPE
    bin=$1
    dir=$(mktemp -d /tmp/kiroku-test.XXXXXX) || exit 1
    start() {
      "$bin/pg_ctl" -D "$dir/data" -l "$dir/log" -w -t 60 -o "-k $dir -c listen_addresses= \
    -c fsync=off -c full_page_writes=off -c max_connections=300 -c shared_buffers=64MB" \
    start >"$dir/pg_ctl.log" 2>&1 </dev/null
    }
    stop() { "$bin/pg_ctl" -D "$dir/data" -m "$1" -w stop >/dev/null 2>&1 </dev/null; }
    finish() { stop immediate; rm -rf "$dir"; exit "$1"; }
    "$bin/initdb" -D "$dir/data" -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync \
    >"$dir/log" 2>&1 </dev/null && start || { tail -n 3 "$dir/log" | tr '\\n' ' '; echo; finish 1; }
    echo "ready $dir"
    while read -r command argument; do
      case $command in
        start) start && echo done || echo failed ;;
        stop) stop "$argument" && echo done || echo failed ;;
      esac
    done
    finish 0
    """
}
