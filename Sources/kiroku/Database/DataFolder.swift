import Glibc

/// The folder that `--data` names, and what lies in it:
/// ```
/// kiroku.lock               held while a kiroku serves from it
/// development-account.json  of `serve --development`
/// postgres.log              what PostgreSQL says
/// database                  the database's home: a folder, or a link to one under /var/lib/kiroku
///   cluster  run            PostgreSQL's data folder, and its socket
/// ```
/// PostgreSQL does not run as root. Started by root it runs as the user `postgres` (else `nobody`, or whoever owns
/// the data already). When that user cannot enter the data folder (a clone under `/root`), the database's
/// home is made under `/var/lib/kiroku`, and linked to.
struct DataFolder {
  let path: String
  let isRoot: Bool

  static let sharedHomes = "/var/lib/kiroku"

  init(_ path: String) {
    self.path = FileSystem.absolute(path)
    isRoot = getuid() == 0
  }

  private var databaseLink: String { path + "/database" }
  var logPath: String { path + "/postgres.log" }
  var developmentAccountPath: String { path + "/development-account.json" }

  /// The database's home, when it has been made.
  var home: String? { FileSystem.resolved(databaseLink) }

  /// Makes the folder itself.
  func make() throws(ProgramError) {
    // Others may pass through it, and nothing else: the database's user has to.
    try FileSystem.makeFolder(path, mode: isRoot ? 0o711 : 0o700)
  }

  /// Takes the folder for this process.
  /// - Returns: The descriptor that holds the lock: it ends with the process.
  func lock() throws(ProgramError) -> Int32 {
    let lockPath = path + "/kiroku.lock"
    let descriptor = unsafe open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw .failed(
        "cannot use the data folder \(path): \(HostSystem.reason()). It may belong to another user: "
          + "run as that user, or give another --data")
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let holder = FileSystem.readAll(descriptor, maxBytes: 20)
      close(descriptor)
      throw .failed(
        "the data folder \(path) is in use by another kiroku (process \(holder)): stop it, or give "
          + "another --data")
    }
    _ = ftruncate(descriptor, 0)
    Console.write("\(getpid())", to: descriptor)
    return descriptor
  }

  /// Makes the database's home, or finds the one made before.
  /// - Returns: It, and the user that the database runs as.
  func prepareHome() throws(ProgramError) -> (home: String, owner: UserIdentity) {
    if let home, let status = FileSystem.status(home) {
      let owner = UserIdentity(userID: status.userID, groupID: status.groupID)
      guard isRoot ? owner.userID != 0 : owner.userID == getuid() else {
        throw .failed("\(home) belongs to another user: run as that user, or give another --data")
      }
      guard try canEnter(home, as: owner) else {
        throw .failed(
          "the user \(owner.userID), as which PostgreSQL has to run, cannot enter \(home): "
            + "let it pass through the folders above, or give another --data")
      }
      return (home, owner)
    }
    // A link whose target is gone.
    unsafe unlink(databaseLink)
    guard isRoot else {
      let owner = UserIdentity(userID: getuid(), groupID: getgid())
      try FileSystem.makeOwnFolder(databaseLink, owner: owner)
      return (FileSystem.resolved(databaseLink) ?? databaseLink, owner)
    }
    guard let owner = UserIdentity.named("postgres") ?? UserIdentity.named("nobody") else {
      throw .failed("PostgreSQL does not run as root, and there is no user postgres or nobody")
    }
    try FileSystem.makeOwnFolder(databaseLink, owner: owner)
    if try canEnter(databaseLink, as: owner) {
      return (FileSystem.resolved(databaseLink) ?? databaseLink, owner)
    }
    unsafe rmdir(databaseLink)
    try FileSystem.makeFolder(Self.sharedHomes, mode: 0o711)
    var generator = SystemRandomNumberGenerator()
    let home = Self.sharedHomes + "/" + String(generator.next() as UInt64, radix: 16)
    try FileSystem.makeOwnFolder(home, owner: owner)
    guard unsafe symlink(home, databaseLink) == 0 else {
      throw .failed("cannot make the link \(databaseLink): \(HostSystem.reason())")
    }
    return (home, owner)
  }

  private func canEnter(_ folder: String, as owner: UserIdentity) throws(ProgramError) -> Bool {
    guard isRoot else { return unsafe access(folder, X_OK) == 0 }
    return try ChildProcess.canEnter(folder, as: owner)
  }
}
