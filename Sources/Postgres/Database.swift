public import AsyncSockets
internal import Synchronization

/// PostgreSQL, as every loop of the program reaches it.
///
/// ```swift
/// let notes = try await database.read("select note from entries where account_id = \(account)") {
///   rows throws(PostgresError) in try rows.map { row throws(PostgresError) in try row.text(0) }
/// }
/// ```
///
/// Each loop has connections of its own (`DatabaseConfiguration`). Code that runs on one of the loops
/// uses that loop's and never leaves its thread; code that runs elsewhere uses the first loop's.
public final class Database: Sendable {
  public let configuration: DatabaseConfiguration
  private let loops: [LoopDatabase]
  private let turns = Atomic<UInt>(0)

  /// - Parameter loops: running loops, at least one.
  public init(
    configuration: DatabaseConfiguration, loops: [EventLoop]
  ) throws(PostgresError) {
    guard !loops.isEmpty else { throw PostgresError(.configuration, "no event loop was given") }
    self.configuration = configuration
    self.loops = loops.map { LoopDatabase(on: $0, configuration: configuration) }
  }

  /// Begins to connect; whatever is asked meanwhile waits, up to the checkout deadline.
  public func start() {
    for loop in loops { loop.onLoop { loop.start() } }
  }

  /// Waits for what is under way, up to `grace`, then closes every connection.
  public func shutdown(grace: Duration = .seconds(5)) async {
    await withTaskGroup(of: Void.self) { group in
      for loop in loops { group.addTask { await loop.shutdown(grace: grace) } }
    }
  }

  // MARK: Statements

  /// Runs a statement that changes nothing; many share a connection and a round trip.
  ///
  /// It is run again unseen when its connection breaks.
  ///
  /// - Throws: `unavailable`, `overloaded`, `refused`.
  public func read(_ statement: SQL) async throws(PostgresError) -> Rows {
    try statement.checkSize()
    let loop = current
    let result = await withUnsafeContinuation { continuation in
      let ticket = Ticket(.read(statement, continuation))
      // Without a closure where none is needed.
      if loop.loop.isCurrent { loop.read(ticket) } else { loop.onLoop { loop.read(ticket) } }
    }
    return try result.get()
  }

  /// Runs a read that shares its statement with others.
  ///
  /// - Returns: its row, if it has one.
  /// - Throws: `unavailable`, `overloaded`, `refused`.
  public func read(_ read: SharedRead) async throws(PostgresError) -> Row? {
    try read.checkSize()
    let loop = current
    let result = await withUnsafeContinuation { continuation in
      let ticket = Ticket(.sharedRead(read, continuation))
      if loop.loop.isCurrent { loop.read(ticket) } else { loop.onLoop { loop.read(ticket) } }
    }
    return try result.get()
  }

  /// The same, decoded.
  ///
  /// - Throws: also what `decode` throws.
  @inlinable
  public func read<Value>(
    _ statement: SQL, _ decode: (Rows) throws(PostgresError) -> Value
  ) async throws(PostgresError) -> Value {
    try decode(try await read(statement))
  }

  /// Runs a write that shares a transaction with others; it returns when the commit is durable.
  ///
  /// It may run more than once when a connection breaks, so it must have one effect however often it
  /// runs (an operation id).
  ///
  /// - Parameter decode: given the write's row of the lock, and that of the statement.
  /// - Throws: `unavailable`, `overloaded`, `locked`, `refused`, or what `decode` throws.
  public func write<Value>(
    _ write: Write, _ decode: (_ lock: Row?, _ row: Row?) throws(PostgresError) -> Value
  ) async throws(PostgresError) -> Value {
    try write.checkSize()
    let loop = current
    let result = await withUnsafeContinuation { continuation in
      let ticket = Ticket(.write(write, continuation))
      loop.onLoop { loop.write(ticket) }
    }
    let answer = try result.get()
    return try decode(answer.lock, answer.row)
  }

  /// Lends `body` a connection of its own for as long as it runs.
  ///
  /// - Throws: `unavailable` when none becomes free in time, `overloaded`, or what `body` throws.
  public func withConnection<Value>(
    _ body: (WorkConnection) async throws(PostgresError) -> Value
  ) async throws(PostgresError) -> Value {
    let loop = current
    let result = await withUnsafeContinuation { continuation in
      let request = WorkPool.Request(continuation)
      loop.onLoop { loop.work.request(request) }
    }
    let connection = try result.get()
    defer { loop.onLoop { loop.work.release(connection) } }
    return try await body(connection)
  }

  /// Runs `body` in a transaction on a connection of its own; it is run again, up to ``transactionAttempts``
  /// times in all, after a deadlock or a serialization failure, and when its connection broke before anything was done.
  public func transaction<Value>(
    _ body: (WorkConnection) async throws(PostgresError) -> Value
  ) async throws(PostgresError) -> Value {
    var attempts = 1
    while true {
      var hasBegun = false
      do throws(PostgresError) {
        return try await withConnection { connection throws(PostgresError) in
          defer { hasBegun = connection.hasBegun }
          return try await connection.transaction(body)
        }
      } catch {
        let mayRetry =
          error.isTransient || error.isStaleStatement
          || (error.kind == .connectionLost && !hasBegun)
        guard mayRetry, attempts < Self.transactionAttempts else { throw error }
        if error.isTransient { await pause(after: attempts) }
        attempts += 1
      }
    }
  }

  static let transactionAttempts = 4
  private static let firstRetryPause: Duration = .milliseconds(40)

  /// Whoever was given up in favour of another lets it go first: by itself it would be back before the other has woken,
  /// take its lock again, and meet it again. A part of 40, 80 and then 160 ms, by chance.
  private func pause(after attempts: Int) async {
    let loop = current.loop
    let now = MonotonicTime.now()
    var random = SplitMix64(state: UInt64(truncatingIfNeeded: now.nanoseconds))
    await loop.sleep(
      until: now + random.fraction(of: Self.firstRetryPause * (1 << (attempts - 1))))
  }

  /// Connects once, aside from everything else, and asks for nothing.
  ///
  /// - Throws: `unavailable`, with what libpq said about the reason.
  public func checkConnection() async throws(PostgresError) {
    let loop = current
    let options = configuration.connectionOptions(
      statementTimeout: configuration.workStatementTimeout)
    let result = await withUnsafeContinuation { continuation in
      loop.onLoop { loop.check(options, continuation) }
    }
    try result.get()
  }

  /// The loop whose thread listeners use.
  var notificationLoop: EventLoop { loops[0].loop }

  private var current: LoopDatabase {
    if let loop = EventLoop.current, let own = loops.first(where: { $0.loop === loop }) {
      return own
    }
    // Who is on no loop takes one after another. There is always one: see `init`.
    let turn = turns.add(1, ordering: .relaxed).oldValue
    return loops[Int(turn % UInt(loops.count))]
  }
}

extension LoopDatabase {
  /// Runs `work` now when the caller is on the loop, else soon.
  func onLoop(_ work: @escaping @Sendable () -> Void) {
    if loop.isCurrent { work() } else { loop.execute(work) }
  }

  func shutdown(grace: Duration) async {
    await withUnsafeContinuation { continuation in
      onLoop { [self] in
        let deadline = loop.now + grace
        loop.every(.milliseconds(10)) { [self] in
          guard isIdle || loop.now >= deadline else { return true }
          close()
          continuation.resume()
          return false
        }
      }
    }
  }

  func check(
    _ options: ConnectionOptions,
    _ continuation: UnsafeContinuation<Result<Void, PostgresError>, Never>
  ) {
    let deadline = loop.now + work.configuration.connectDeadline
    loop.spawn { [self] in
      do throws(PostgresError) {
        let connection = try await Connection.open(
          options, on: loop, statements: StatementTable(), deadline: deadline)
        connection.close()
        continuation.resume(returning: .success(()))
      } catch {
        continuation.resume(returning: .failure(error))
      }
    }
  }
}
