internal import CLibpq

/// What a connection is made with.
struct ConnectionOptions: Sendable {
  /// Keywords and values for libpq; a later one wins.
  var settings: [(keyword: String, value: String)]
  /// Hosts whose names have to be looked up first, separated by commas, and their ports.
  var hosts: String?
  var ports: String?
}

/// Where the database is, and how much of it this program takes.
public struct DatabaseConfiguration: Sendable {
  /// A connection URI or keyword string as libpq takes it (PostgreSQL's manual, 34.1.1).
  public let url: String
  /// The name seen in `pg_stat_activity`, unless the URL gives one.
  public var applicationName = "kiroku"

  /// Connections for reads of each loop; see ``share(among:)``. For writes each has one.
  public var readLanes = 1
  /// Exclusive connections for long work of each loop, made when they are needed.
  public var maxWorkConnections = 4
  /// Requests that may wait for an exclusive connection of one loop.
  public var maxWaitingForWork = 256

  /// Statements that may wait in one lane; one more is refused as overloaded.
  public var maxQueued = 2048
  /// Writes of one batch. The next one is sent behind it, so that PostgreSQL finds it there while the loop answers the
  /// last: with more in each there is nothing left for the next, and both take turns; with fewer each costs more.
  public var maxBatch = 32
  /// Reads that are sent at once. Shared ones are answered together, so with more the loop and PostgreSQL would take turns
  /// instead of working at the same time; with fewer each costs more.
  public var maxReadBatch = 16

  /// How long a request waits for a connection.
  public var checkoutDeadline: Duration = .seconds(2)
  /// How long one attempt to connect may take.
  public var connectDeadline: Duration = .seconds(2)
  /// How long a lane's oldest batch may go without any answer; more than `laneStatementTimeout`.
  public var answerDeadline: Duration = .seconds(5)

  /// `statement_timeout` of reads and batched writes.
  public var laneStatementTimeout: Duration = .seconds(4)
  /// `statement_timeout` of exclusive connections.
  public var workStatementTimeout: Duration = .seconds(30)
  /// How much longer than that an answer may take before the connection is given up.
  public var workAnswerGrace: Duration = .seconds(5)
  /// `lock_timeout`; a write that waits for its account's lock gets `waitingLockTimeout` instead.
  public var lockTimeout: Duration = .seconds(2)
  public var waitingLockTimeout: Duration = .seconds(5)
  /// `idle_in_transaction_session_timeout`.
  public var idleInTransactionTimeout: Duration = .seconds(10)

  /// Hears what happens to the connections, on the loop where it happens; must not block.
  public var observe: @Sendable (DatabaseEvent) -> Void = { _ in }

  /// The connections for reads that keep PostgreSQL busy when requests are pipelined. Three and more gain nothing: what
  /// goes together over each is less.
  public static let busyLanes = 2

  /// Gives each of `loopCount` loops its part of ``busyLanes``, and at least one.
  public mutating func share(among loopCount: Int) {
    readLanes = max(1, Self.busyLanes / max(1, loopCount))
  }

  /// - Throws: `configuration` when libpq cannot read `url`.
  public init(url: String) throws(PostgresError) {
    self.url = url
    urlOptions = try Self.parse(url)
  }

  /// What the URL says, by libpq's keywords.
  private let urlOptions: [String: String]

  /// The keywords and values to connect with.
  ///
  /// - Parameter planning: further settings, of the planner.
  func connectionOptions(
    statementTimeout: Duration, planning: [(String, String)] = []
  ) -> ConnectionOptions {
    let settings =
      planning + [
        // The planner would plan again at each execution when a value is bound as a limit, say.
        ("plan_cache_mode", "force_generic_plan"),
        ("jit", "off"),
        ("statement_timeout", "\(statementTimeout.wholeMilliseconds)"),
        ("lock_timeout", "\(lockTimeout.wholeMilliseconds)"),
        (
          "idle_in_transaction_session_timeout", "\(idleInTransactionTimeout.wholeMilliseconds)"
        ),
        ("timezone", "UTC"),
        ("client_min_messages", "error"),
      ]
    var options = settings.map { "-c \($0.0)=\($0.1)" }.joined(separator: " ")
    if let own = urlOptions["options"], !own.isEmpty { options += " " + own }
    var result = [
      (keyword: "dbname", value: url),
      (keyword: "fallback_application_name", value: applicationName),
      (keyword: "options", value: options),
      (keyword: "client_encoding", value: "UTF8"),
    ]
    // A peer that vanished is noticed within seconds, unless the URL says otherwise (tcp(7)).
    let network = [
      ("keepalives_idle", "10"), ("keepalives_interval", "3"), ("keepalives_count", "3"),
      ("tcp_user_timeout", "10000"),
    ]
    for (keyword, value) in network where urlOptions[keyword] == nil {
      result.append((keyword: keyword, value: value))
    }
    // Who gives addresses beside the names has looked them up already.
    let hosts = urlOptions["hostaddr"] == nil ? urlOptions["host"] : nil
    return ConnectionOptions(settings: result, hosts: hosts, ports: urlOptions["port"])
  }

  private static func parse(_ url: String) throws(PostgresError) -> [String: String] {
    guard let options = PQconninfoParse(url, nil) else {
      // libpq's own message repeats the text, and with it a password.
      throw PostgresError(
        .configuration,
        "the database URL cannot be read; expected postgres://USER:PASSWORD@HOST:PORT/DATABASE")
    }
    defer { PQconninfoFree(options) }
    var values: [String: String] = [:]
    var option = options
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val {
        values[String(cString: keyword)] = String(cString: value)
      }
      option += 1
    }
    return values
  }
}

extension Duration {
  /// This duration in milliseconds, rounded down.
  var wholeMilliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}
