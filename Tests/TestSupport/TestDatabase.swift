public import AsyncSockets
import Foundation
public import Postgres

/// A database of one test's own, and how to reach it.
public struct TestDatabase: Sendable {
  public let url: String
  public let database: Database
  /// The loops that run the database's connections; the test's body runs on the first.
  public let loops: [EventLoop]
}

/// Runs `body` on an event loop with a database of its own, cloned from a template that has the
/// migrations, and dropped afterwards.
///
/// The template is made once for all tests of the process. The server is the one that
/// `KIROKU_TEST_DATABASE_URL` names, else one that is started for the tests.
public func withTestDatabase<Value: Sendable>(
  migrations: [Migration] = [], loops loopCount: Int = 1,
  configure: @Sendable (inout DatabaseConfiguration) -> Void = { _ in },
  _ body: @escaping @Sendable (TestDatabase) async throws -> Value
) async throws -> Value {
  let server = try await TestServer.shared()
  await server.enter()
  let result: Result<Value, any Error>
  do {
    result = .success(
      try await withNewDatabase(on: server, migrations, loopCount, configure, body))
  } catch {
    result = .failure(error)
  }
  await server.leave()
  return try result.get()
}

private func withNewDatabase<Value: Sendable>(
  on server: TestServer, _ migrations: [Migration], _ loopCount: Int,
  _ configure: @Sendable (inout DatabaseConfiguration) -> Void,
  _ body: @escaping @Sendable (TestDatabase) async throws -> Value
) async throws -> Value {
  let name = try await server.createDatabase(migrations: migrations)
  let url = server.url(database: name)
  var configuration = try DatabaseConfiguration(url: url)
  configure(&configuration)
  let result: Result<Value, any Error>
  do {
    result = .success(try await withTestDatabase(configuration, loopCount, body))
  } catch {
    result = .failure(error)
  }
  try await server.dropDatabase(name)
  return try result.get()
}

/// The same with a database that exists already.
public func withTestDatabase<Value: Sendable>(
  _ configuration: DatabaseConfiguration, _ loopCount: Int = 1,
  _ body: @escaping @Sendable (TestDatabase) async throws -> Value
) async throws -> Value {
  var loops: [EventLoop] = []
  for index in 0..<max(1, loopCount) {
    loops.append(try EventLoop.start(index: index, name: "test"))
  }
  let database = try Database(configuration: configuration, loops: loops)
  database.start()
  let test = TestDatabase(url: configuration.url, database: database, loops: loops)
  let result: Result<Value, any Error>
  do {
    result = .success(try await loops[0].run { try await body(test) })
  } catch {
    result = .failure(error)
  }
  await database.shutdown()
  for loop in loops {
    loop.stop()
    loop.join()
  }
  return try result.get()
}

extension DatabaseConfiguration {
  /// For tests that are not about deadlines: many run beside each other, perhaps beside a build, and
  /// what is late there is not wrong.
  public mutating func waitForBusyMachine() {
    checkoutDeadline = .seconds(30)
    connectDeadline = .seconds(30)
    answerDeadline = .seconds(40)
    laneStatementTimeout = .seconds(30)
  }
}

/// The most usual case: `withDatabase(migrations: …) { database in … }`.
public func withDatabase<Value: Sendable>(
  migrations: [Migration] = [], loops: Int = 1,
  _ body: @escaping @Sendable (Database) async throws -> Value
) async throws -> Value {
  try await withTestDatabase(migrations: migrations, loops: loops) { test in
    try await body(test.database)
  }
}

extension EventLoop {
  /// Runs `body` on this loop and waits for its result.
  public func run<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      spawn {
        do {
          continuation.resume(returning: try await body())
        } catch {
          continuation.resume(throwing: error)
        }
      }
    }
  }
}

/// The server on which the tests' databases are made.
public actor TestServer {
  private static let starting = Task {
    let server = try TestServer()
    try await server.removeLeftovers()
    return server
  }

  public static func shared() async throws -> TestServer { try await starting.value }

  /// Kept, because the server lives as long as this.
  private let cluster: TestCluster?
  private nonisolated let urlForDatabase: @Sendable (String) -> String
  private nonisolated let admin: Database
  private var templates: [[Migration]: Task<String, any Error>] = [:]
  private var count = 0
  /// Tests that may have a database at a time. Hundreds start together; were all of them let in, their deadlines
  /// would pass while a slow machine does the others' work.
  private var freePlaces = 12
  private var waiting: [CheckedContinuation<Void, Never>] = []

  private init() throws {
    if let url = ProcessInfo.processInfo.environment["KIROKU_TEST_DATABASE_URL"], !url.isEmpty {
      cluster = nil
      urlForDatabase = { replaceDatabase(in: url, with: $0) }
    } else {
      let cluster = try TestCluster.start()
      self.cluster = cluster
      urlForDatabase = { cluster.url(database: $0) }
    }
    var configuration = try DatabaseConfiguration(url: urlForDatabase("postgres"))
    configuration.maxWorkConnections = 2
    configuration.checkoutDeadline = .seconds(60)
    admin = try Database(
      configuration: configuration, loops: [try EventLoop.start(index: 0, name: "test-admin")])
    admin.start()
  }

  func enter() async {
    if freePlaces > 0 {
      freePlaces -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  func leave() {
    if waiting.isEmpty {
      freePlaces += 1
    } else {
      waiting.removeFirst().resume()
    }
  }

  public nonisolated func url(database name: String) -> String { urlForDatabase(name) }

  /// Makes a database with `migrations` applied.
  public func createDatabase(migrations: [Migration]) async throws -> String {
    let template = try await template(migrations)
    let name = nextName()
    try await run("create database \(name) template \(template)")
    return name
  }

  public nonisolated func dropDatabase(_ name: String) async throws {
    try await run("drop database if exists \(name) with (force)")
  }

  /// Drops what test processes of this machine that have ended left on a server that outlives them.
  private func removeLeftovers() async throws {
    guard cluster == nil else { return }
    let names = try await admin.read("select datname::text from pg_database") {
      rows throws(PostgresError) in
      try rows.map { row throws(PostgresError) in try row.text(0) }
    }
    for name in names where name.hasPrefix("kiroku_test_") {
      let parts = name.split(separator: "_")
      guard parts.count == 4, let process = Int32(parts[2]), kill(process, 0) != 0, errno == ESRCH
      else { continue }
      try await dropDatabase(name)
    }
  }

  private func template(_ migrations: [Migration]) async throws -> String {
    guard !migrations.isEmpty else { return "template0" }
    if let task = templates[migrations] { return try await task.value }
    let name = nextName()
    let task = Task {
      try await run("create database \(name) template template0")
      var configuration = try DatabaseConfiguration(url: url(database: name))
      // Every test waits for it: better late than never.
      configuration.checkoutDeadline = .seconds(60)
      configuration.connectDeadline = .seconds(30)
      _ = try await withTestDatabase(configuration) { test in
        try await Migrator(database: test.database, migrations: migrations).migrate()
      }
      return name
    }
    templates[migrations] = task
    return try await task.value
  }

  private func nextName() -> String {
    count += 1
    return "kiroku_test_\(ProcessInfo.processInfo.processIdentifier)_\(count)"
  }

  private nonisolated func run(_ statement: String) async throws {
    try await admin.withConnection { connection throws(PostgresError) in
      try await connection.script(statement)
    }
  }
}

/// The same server, another database: for both forms of connection strings.
private func replaceDatabase(in url: String, with name: String) -> String {
  guard url.contains("://"), var components = URLComponents(string: url) else {
    return url + " dbname=\(name)"
  }
  components.path = "/" + name
  return components.string ?? url
}
