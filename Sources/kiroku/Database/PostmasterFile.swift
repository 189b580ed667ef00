/// What a running PostgreSQL writes of itself into `postmaster.pid` in its data folder
/// (PostgreSQL, `src/include/utils/pidfile.h`).
struct PostmasterFile: Equatable {
  enum Status: String {
    case starting, stopping, ready, standby
  }

  let pid: Int32
  let port: Int
  let socketFolder: String
  let status: Status

  /// - Returns: nil while the file is not complete yet.
  init?(text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count >= 8, let pid = Int32(lines[0]), pid > 1, let port = Int(lines[3]),
      let status = Status(rawValue: String(lines[7].prefix { $0 != " " }))
    else { return nil }
    self.pid = pid
    self.port = port
    self.status = status
    socketFolder = String(lines[4])
  }

  /// The file of the server that really runs on a cluster; nil when none does.
  static func running(on cluster: String) -> PostmasterFile? {
    guard let text = FileSystem.text(cluster + "/postmaster.pid"),
      let file = PostmasterFile(text: text), isServer(file.pid, of: cluster)
    else { return nil }
    return file
  }

  /// A left-over file may name a process that has nothing to do with it: PostgreSQL's own was started with the data
  /// folder as an argument. (That it works in the folder would say the same, but in a container not even root may look.)
  static func isServer(_ pid: Int32, of cluster: String) -> Bool {
    guard let commandLine = FileSystem.text("/proc/\(pid)/cmdline") else { return false }
    let cluster = FileSystem.resolved(cluster) ?? cluster
    let words = commandLine.split(separator: "\0")
    return words.first?.hasSuffix("postgres") == true && words.contains { $0 == cluster }
  }
}
