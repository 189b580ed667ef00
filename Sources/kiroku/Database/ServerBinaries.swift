/// A folder with PostgreSQL's server programs.
struct ServerBinaries: Equatable {
  let folder: String
  /// 15 for PostgreSQL 15.3.
  let majorVersion: Int

  var initdb: String { folder + "/initdb" }
  var postgres: String { folder + "/postgres" }

  /// Looks in PATH, where `pg_config` says, and where Debian puts them, newest first.
  /// - Parameter majorVersion: The only one that will do; nil for the first found.
  static func find(
    majorVersion wanted: Int?, path: String = HostSystem.variable("PATH") ?? "",
    debianFolder: String = "/usr/lib/postgresql"
  ) throws(ProgramError) -> ServerBinaries {
    var seen: [ServerBinaries] = []
    for folder in candidates(path: path, debianFolder: debianFolder) {
      guard let binaries = at(folder), !seen.contains(binaries) else { continue }
      if wanted == nil || wanted == binaries.majorVersion { return binaries }
      seen.append(binaries)
    }
    guard let wanted, !seen.isEmpty else {
      throw .failed(
        "there is no database: neither --database-url (or DATABASE_URL) is given, nor are PostgreSQL's "
          + "server programs found to run a private one. Give the URL of a PostgreSQL, or install "
          + "the server (on Debian: apt-get install postgresql)")
    }
    let found = seen.map { "\($0.majorVersion)" }.joined(separator: ", ")
    throw .failed(
      "the data folder was made by PostgreSQL \(wanted), and here is only \(found). Install "
        + "PostgreSQL \(wanted), or bring the data over with pg_upgrade, or give another --data")
  }

  private static func candidates(path: String, debianFolder: String) -> [String] {
    let searched = path.split(separator: ":").map(String.init)
    var folders = searched
    if let tool = searched.map({ $0 + "/pg_config" }).first(where: FileSystem.isExecutable),
      let answer = try? ChildProcess(executable: tool, arguments: ["--bindir"]).run(),
      answer.code == 0
    {
      folders.append(String(answer.output.prefix { $0 != "\n" }))
    }
    let versions = FileSystem.entries(debianFolder).compactMap { Int($0) }.sorted(by: >)
    return folders + versions.map { "\(debianFolder)/\($0)/bin" }
  }

  private static func at(_ folder: String) -> ServerBinaries? {
    // A link to `initdb` alone may lie in PATH: its own folder has the rest.
    guard let initdb = FileSystem.resolved(folder + "/initdb"),
      let slash = initdb.lastIndex(of: "/")
    else { return nil }
    let folder = String(initdb[..<slash])
    let postgres = folder + "/postgres"
    guard FileSystem.isExecutable(initdb), FileSystem.isExecutable(postgres),
      let answer = try? ChildProcess(executable: postgres, arguments: ["--version"]).run(),
      let version = majorVersion(in: answer.output)
    else { return nil }
    return ServerBinaries(folder: folder, majorVersion: version)
  }

  /// The 15 of `postgres (PostgreSQL) 15.3 (Debian 15.3-0)`.
  static func majorVersion(in text: String) -> Int? {
    guard let word = text.split(separator: " ").dropFirst(2).first else { return nil }
    return Int(word.prefix { $0.isNumber })
  }
}
