import Glibc

/// The few file operations that the program needs, each with an error that names the path.
enum FileSystem {
  struct Status: Equatable {
    let userID: UInt32
    let groupID: UInt32
    /// Permission bits only.
    let mode: UInt32
    let isFolder: Bool
    let isLink: Bool
  }

  /// - Returns: nil when nothing is there, or it cannot be looked at. Links are not followed.
  static func status(_ path: String) -> Status? {
    var buffer = stat()
    guard unsafe lstat(path, &buffer) == 0 else { return nil }
    let kind = buffer.st_mode & S_IFMT
    return Status(
      userID: buffer.st_uid, groupID: buffer.st_gid, mode: buffer.st_mode & 0o7777,
      isFolder: kind == S_IFDIR, isLink: kind == S_IFLNK)
  }

  static func isExecutable(_ path: String) -> Bool { unsafe access(path, X_OK) == 0 }

  /// The path with links and dots resolved, or nil when it does not exist.
  static func resolved(_ path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// The path from the root, also when it does not exist yet.
  static func absolute(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    return (resolved(".") ?? "") + "/" + path
  }

  /// Makes a folder and those it lies in; one that exists stays as it is.
  static func makeFolder(_ path: String, mode: UInt32) throws(ProgramError) {
    var made = path.hasPrefix("/") ? "" : "."
    let parts = path.split(separator: "/")
    for (index, part) in parts.enumerated() {
      made += "/" + part
      let partMode = index == parts.count - 1 ? mode : 0o755
      guard unsafe mkdir(made, partMode) == 0 || errno == EEXIST else {
        throw .failed("cannot make the folder \(made): \(HostSystem.reason())")
      }
    }
  }

  /// Entries of a folder, without dots, sorted; none when it cannot be read.
  static func entries(_ path: String) -> [String] {
    guard let folder = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe String(cString: UnsafeRawPointer(pointer).assumingMemoryBound(to: CChar.self))
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// A small file's text.
  /// - Parameter maxBytes: More is not read.
  static func text(_ path: String, maxBytes: Int = 65_536) -> String? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return readAll(descriptor, maxBytes: maxBytes)
  }

  /// Everything up to the end of a descriptor.
  static func readAll(_ descriptor: Int32, maxBytes: Int) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while bytes.count < maxBytes {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe read(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += buffer.prefix(count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes a file whole or not at all: a reader, or a crash, never sees half of it.
  static func write(_ text: String, to path: String, mode: UInt32) throws(ProgramError) {
    let draft = path + ".new"
    let descriptor = unsafe open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    guard descriptor >= 0 else {
      throw .failed("cannot write \(path): \(HostSystem.reason())")
    }
    Console.write(text, to: descriptor)
    let isStored = fsync(descriptor) == 0
    close(descriptor)
    guard isStored, unsafe rename(draft, path) == 0 else {
      throw .failed("cannot write \(path): \(HostSystem.reason())")
    }
  }
}

extension FileSystem {
  /// Makes a folder that only its owner can enter; one that exists stays as it is.
  static func makeOwnFolder(_ path: String, owner: UserIdentity) throws(ProgramError) {
    guard unsafe mkdir(path, 0o700) == 0 else {
      if errno == EEXIST { return }
      throw .failed("cannot make the folder \(path): \(HostSystem.reason())")
    }
    if getuid() == 0, unsafe lchown(path, owner.userID, owner.groupID) != 0 {
      throw .failed("cannot give \(path) to user \(owner.userID): \(HostSystem.reason())")
    }
  }
}
