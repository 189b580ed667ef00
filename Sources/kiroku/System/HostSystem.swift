import Glibc

/// What the process knows of where it runs.
enum HostSystem {
  static func variable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// The memory that may be used: of the machine, or less where the container's control group says so (`cgroups(7)`).
  static var memoryBytes: Int {
    let machine = max(1, sysconf(Int32(_SC_PHYS_PAGES))) * max(1, sysconf(Int32(_SC_PAGESIZE)))
    // Absent without control groups, and "max" without a limit.
    let limit = FileSystem.text("/sys/fs/cgroup/memory.max").flatMap {
      Int($0.prefix { $0.isNumber })
    }
    return min(machine, limit ?? machine)
  }

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
