internal import AsyncSockets
internal import CLibpq
internal import Glibc

extension Connection {
  /// Connects without blocking the loop (`PQconnectStartParams`, `PQconnectPoll`). On the loop.
  ///
  /// - Throws: `unavailable` when the server cannot be reached, refuses, or `deadline` passes.
  static func open(
    _ options: ConnectionOptions, on loop: EventLoop, statements: StatementTable,
    deadline: MonotonicTime
  ) async throws(PostgresError) -> Connection {
    var settings = options.settings
    if let hosts = options.hosts,
      let targets = try await HostLookup.resolve(hosts: hosts, ports: options.ports)
    {
      settings += targets
    }
    guard let handle = start(settings) else {
      throw PostgresError(.unavailable, "out of memory for a connection")
    }
    do throws(PostgresError) {
      try await poll(handle, on: loop, deadline: deadline)
    } catch {
      PQfinish(handle)
      throw error
    }
    return try Connection(taking: handle, on: loop, statements: statements)
  }

  private static func start(_ options: [(keyword: String, value: String)]) -> OpaquePointer? {
    var keywords: [UnsafePointer<CChar>?] =
      options.map { UnsafePointer(strdup($0.keyword)) } + [nil]
    var values: [UnsafePointer<CChar>?] = options.map { UnsafePointer(strdup($0.value)) } + [nil]
    defer {
      for pointer in keywords + values { free(UnsafeMutablePointer(mutating: pointer)) }
    }
    return PQconnectStartParams(&keywords, &values, 1)
  }

  private static func poll(
    _ handle: OpaquePointer, on loop: EventLoop, deadline: MonotonicTime
  ) async throws(PostgresError) {
    guard PQstatus(handle) != CONNECTION_BAD else { throw failure(handle) }
    // Until the first poll, behave as if it had asked to write (manual, 34.1).
    var wanted: Readiness = .writable
    while true {
      // Registered anew each time: between polls libpq may close its socket and open another, even
      // under the same number.
      let descriptor: Descriptor
      do {
        descriptor = try Descriptor(
          PQsocket(handle), on: loop, trigger: .level, interest: wanted)
      } catch {
        throw PostgresError(.unavailable, "the connection cannot be watched")
      }
      do {
        try await descriptor.wait(for: wanted, until: deadline)
      } catch {
        descriptor.deregister()
        throw PostgresError(.unavailable, "the database did not answer in time")
      }
      descriptor.deregister()
      switch PQconnectPoll(handle) {
      case PGRES_POLLING_OK: return
      case PGRES_POLLING_READING: wanted = .readable
      case PGRES_POLLING_WRITING: wanted = .writable
      default: throw failure(handle)
      }
    }
  }

  private static func failure(_ handle: OpaquePointer) -> PostgresError {
    let message = PQerrorMessage(handle).map { String(cString: $0) } ?? ""
    let firstLine = message.split(separator: "\n").first.map(String.init)
    return PostgresError(.unavailable, firstLine ?? "the database cannot be reached")
  }
}
