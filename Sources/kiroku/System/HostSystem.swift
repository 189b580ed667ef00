import Glibc

/// What the process knows of where it runs.
enum HostSystem {
  static func variable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// The reason of the last failed system call, in words.
  static func reason(_ code: Int32 = errno) -> String { unsafe String(cString: strerror(code)) }
}

/// A user that a child process can run as.
struct UserIdentity: Equatable {
  let userID: UInt32
  let groupID: UInt32

  static func named(_ name: String) -> UserIdentity? {
    guard let entry = unsafe getpwnam(name) else { return nil }
    return unsafe UserIdentity(userID: entry.pointee.pw_uid, groupID: entry.pointee.pw_gid)
  }
}
