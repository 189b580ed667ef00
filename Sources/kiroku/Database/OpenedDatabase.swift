internal import AsyncSockets
internal import KirokuStore
internal import Postgres

/// The database of one command: loops, connections, and the private server below when there is one.
struct OpenedDatabase {
  let loops: [EventLoop]
  let database: Database
  let store: Store
  /// The private server, when this process runs it.
  let postgres: PrivatePostgres?

  /// The loop on which a command does its own work.
  var loop: EventLoop { loops[0] }

  /// Opens the database and proves that it answers.
  /// - Parameters:
  ///   - sharesServer: whether a private server that another kiroku runs will do; `serve` needs its own.
  ///   - report: takes what happens to the private server.
  static func open(
    _ choice: DatabaseChoice, loops count: Int, sharesServer: Bool,
    report: (PrivatePostgres.Event) -> Void = { _ in },
    observe: @escaping @Sendable (DatabaseEvent) -> Void = { _ in }
  ) throws(ProgramError) -> OpenedDatabase {
    switch choice {
    case .url(let url):
      return try open(url, loops: count, postgres: nil, observe)
    case .folder(let folder):
      if sharesServer, let running = PrivatePostgres.runningConnectionString(data: folder) {
        return try open(running, loops: count, postgres: nil, observe)
      }
      let postgres = try PrivatePostgres(data: folder, report: report)
      do throws(ProgramError) {
        return try open(postgres.connectionString, loops: count, postgres: postgres, observe)
      } catch {
        postgres.stop()
        throw error
      }
    }
  }

  private static func open(
    _ url: String, loops count: Int, postgres: PrivatePostgres?,
    _ observe: @escaping @Sendable (DatabaseEvent) -> Void
  ) throws(ProgramError) -> OpenedDatabase {
    var loops: [EventLoop] = []
    do throws(SocketError) {
      for index in 0..<count { loops.append(try .start(index: index, name: "loop \(index)")) }
    } catch {
      throw .failed("cannot start a thread: \(error)")
    }
    let database: Database
    do throws(PostgresError) {
      var configuration = try DatabaseConfiguration(url: url)
      configuration.observe = observe
      configuration.share(among: count)
      database = try Database(configuration: configuration, loops: loops)
    } catch {
      throw .failed("the database's URL is wrong: \(error)")
    }
    // The connections to work with are made while this one is: a start is not to take two turns.
    database.start()
    try Waiting.result(
      of: { () async throws(ProgramError) in
        do throws(PostgresError) {
          try await database.checkConnection()
        } catch {
          throw .failed("the database cannot be reached: \(error)")
        }
      }, on: loops[0])
    return OpenedDatabase(
      loops: loops, database: database, store: Store(database: database), postgres: postgres)
  }

  /// Brings the schema up to date, or says how to.
  /// - Returns: the names of the migrations that were applied.
  func prepareSchema(migrates: Bool) throws(ProgramError) -> [String] {
    let store = store
    return try Waiting.result(
      of: { () async throws(ProgramError) in
        if migrates {
          do throws(StoreError) {
            let applied = try await store.schema.migrate()
            if !applied.isEmpty { try await store.events.makePartitions() }
            return applied
          } catch {
            throw .failed("the schema cannot be brought up to date: \(error.description)")
          }
        }
        switch await store.schema.readiness() {
        case .ready: return []
        case .behind(let pending):
          throw .failed(
            "the database's schema is \(pending) migrations behind this program: run `kiroku migrate`, "
              + "or start with --migrate")
        case .unknown(let number):
          throw .failed(
            "the database's schema has a migration \(number) that this program does not know: use the "
              + "kiroku that made it, or a newer one")
        case .unreachable(let reason):
          throw .failed("the database cannot be reached: \(reason)")
        }
      }, on: loop)
  }

  /// Closes the connections, and stops the private server when this process runs it.
  /// - Parameters:
  ///   - mayWait: false to leave what is under way, and the server to end by itself.
  ///   - end: when it is left all the same.
  func close(mayWait: Bool = true, until end: MonotonicTime = .distantFuture) {
    let database = database
    if mayWait {
      try? Waiting.result(
        of: { () async throws(ProgramError) in
          await database.shutdown(grace: StopTimes.statements)
        }, on: loop)
    }
    postgres?.stop(mayWait: mayWait, until: end)
  }
}
