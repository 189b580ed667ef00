/// Where a private PostgreSQL puts its socket.
enum SocketFolder {
  /// A socket's path has to fit `sockaddr_un.sun_path`, 108 bytes with its NUL (unix(7)).
  static let maxPathBytes = 107
  static let port = 5432

  static func socketPath(in folder: String) -> String { "\(folder)/.s.PGSQL.\(port)" }

  /// The folder inside the cluster's home or, when that path is too long, a short one under `/tmp` whose name
  /// is derived from it.
  static func path(home: String) -> String {
    let inside = home + "/run"
    if socketPath(in: inside).utf8.count <= maxPathBytes { return inside }
    return "/tmp/kiroku-" + hexadecimal(hash(home))
  }

  /// FNV-1a, 64 bits: only a name, nothing rests on it being unguessable.
  private static func hash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
  }

  private static func hexadecimal(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Makes the folder, closed to others. Under `/tmp` anybody could have made it first, so one that exists is
  /// used only when it belongs to the right user.
  static func make(_ path: String, owner: UserIdentity) throws(ProgramError) {
    try FileSystem.makeOwnFolder(path, owner: owner)
    guard let status = FileSystem.status(path), status.isFolder, status.userID == owner.userID,
      status.mode & 0o077 == 0
    else {
      throw .failed("\(path) exists and is not a folder of the database's user alone: remove it")
    }
  }
}
