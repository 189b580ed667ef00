import AsyncSockets
import HTTPCore
import JSON
import KirokuAPI
import KirokuCore
import KirokuStore
import Postgres
import Synchronization
import TestSupport

/// The API on a database of its own, called in process.
struct TestAPI: Sendable {
  let api: API
  let store: Store
  let database: Database
  /// What the API reported as its own failures.
  let failures: Failures
  /// Nanoseconds that the limits' clock shows.
  let clock: TestClock
  /// What the database's clock shows; nil for what it is.
  let time: TestTime

  final class TestTime: Sendable {
    private let instant: Mutex<Instant?>
    init(_ instant: Instant?) { self.instant = Mutex(instant) }
    var now: Instant? { instant.withLock { $0 } }
    func set(_ text: String) throws {
      let new = try Instant(rfc3339: text)
      instant.withLock { $0 = new }
    }
  }

  final class Failures: Sendable {
    private let list = Mutex<[String]>([])
    var all: [String] { list.withLock { $0 } }
    func add(_ failure: APIFailure) {
      list.withLock { $0.append(failure.description) }
      print("the API reported:", failure.description)
    }
  }

  final class TestClock: Sendable {
    private let nanoseconds = Mutex<Int64>(0)
    func advance(seconds: Int64) { nanoseconds.withLock { $0 += seconds * 1_000_000_000 } }
    var now: Int64 { nanoseconds.withLock { $0 } }
  }

  static let zones = TimeZoneNames(
    listed: ["Asia/Tokyo", "America/New_York", "Europe/Paris", "Pacific/Honolulu"])
  /// What the database's clock shows, unless a test says otherwise.
  static let now = "2026-12-01T07:30:00Z"

  /// Runs `body` with an API whose database clock shows `now`.
  static func run(
    signUp: SignUp = .open, limit: AddressLimit? = nil, accountLimit: AccountLimit? = nil,
    trustedProxies: TrustedProxies = .none, now: String? = now,
    _ body: @escaping @Sendable (TestAPI) async throws -> Void
  ) async throws {
    let instant = try now.map { try Instant(rfc3339: $0) }
    try await withTestDatabase(
      migrations: SchemaStore.migrations, configure: { $0.waitForBusyMachine() }
    ) { test in
      try await body(
        TestAPI(test.database, signUp, limit, accountLimit, trustedProxies, now: instant))
    }
  }

  private init(
    _ database: Database, _ signUp: SignUp, _ limit: AddressLimit?, _ accountLimit: AccountLimit?,
    _ trustedProxies: TrustedProxies, now: Instant?
  ) {
    self.database = database
    let time = TestTime(now)
    self.time = time
    store = Store(database: database) { time.now }
    let failures = Failures()
    let clock = TestClock()
    api = API(
      Environment(
        store: store, timeZones: Self.zones, signUp: signUp, signUpLimit: limit,
        codeLimit: limit, accountLimit: accountLimit, trustedProxies: trustedProxies,
        background: Self.background,
        now: { time.now ?? Instant(unixMicroseconds: 0) },
        monotonicNanoseconds: { clock.now },
        report: { failures.add($0) }))
    self.failures = failures
    self.clock = clock
  }

  /// Another replica on the same database, whose connections are its own.
  func replica() throws -> TestAPI {
    guard let loop = EventLoop.current else { throw NoLoop() }
    let database = try Database(configuration: database.configuration, loops: [loop])
    return TestAPI(database, .open, nil, nil, .none, now: try Instant(rfc3339: Self.now))
  }

  private static let background = try? BackgroundThreads.start(count: 2)

  struct NoLoop: Error {}

  /// Ends what a replica has begun.
  func end() async {
    store.live.stop()
    await database.shutdown()
  }

  // MARK: - Calling

  func send(
    _ method: String, _ target: String, token: String? = nil,
    _ headers: [(String, String)] = [], body: [UInt8]? = nil, peer: String = "192.0.2.1"
  ) async throws -> Answer {
    Answer(try await response(method, target, token: token, headers, body: body, peer: peer))
  }

  /// The response itself: of a stream, an `Answer` has no body.
  func response(
    _ method: String, _ target: String, token: String? = nil,
    _ headers: [(String, String)] = [], body: [UInt8]? = nil, peer: String = "192.0.2.1"
  ) async throws -> Response {
    var head = "\(method) \(target) HTTP/1.1\r\nHost: kiroku.test\r\n"
    if let token { head += "Authorization: Bearer \(token)\r\n" }
    for (name, value) in headers { head += "\(name): \(value)\r\n" }
    if let body {
      if !headers.contains(where: { $0.0 == "Content-Type" }) {
        head += "Content-Type: application/json\r\n"
      }
      head += "Content-Length: \(body.count)\r\n"
    }
    let request = Request(
      head: try RequestHead(parsing: head + "\r\n"), body: .bytes(body ?? []),
      requestID: "request-1", peerAddress: peer)
    return await api.respond(to: request)
  }

  func get(
    _ target: String, token: String? = nil, _ headers: [(String, String)] = []
  ) async throws -> Answer {
    try await send("GET", target, token: token, headers)
  }

  func post(
    _ target: String, token: String? = nil, _ body: String, _ headers: [(String, String)] = []
  ) async throws -> Answer {
    try await send("POST", target, token: token, headers, body: Array(body.utf8))
  }

  /// Makes an account; its tokens by scope.
  func account(_ body: String = "{}", scopes: String = #"["app"]"#) async throws -> [String: String]
  {
    let fields = body == "{}" ? "" : "," + body.dropFirst().dropLast()
    let answer = try await post("/v1/accounts", "{\"scopes\":\(scopes)\(fields)}")
    guard case .array(let tokens)? = answer["tokens"] else { throw Unexpected(answer) }
    var secrets: [String: String] = [:]
    for token in tokens {
      if case .object(let token) = token, case .string(let scope)? = token["scope"],
        case .string(let secret)? = token["secret"]
      {
        secrets[scope] = secret
      }
    }
    return secrets
  }

  /// A well-formed secret of the same account that nobody issued.
  static func strangeToken(like token: String) throws -> String {
    guard let secret = TokenSecret(token) else { return "" }
    var random: any RandomNumberGenerator = SystemRandomNumberGenerator()
    return TokenSecret(accountID: secret.accountID, using: &random).text
  }

  func appToken(_ body: String = "{}") async throws -> String {
    let tokens = try await account(body)
    return tokens["app"] ?? ""
  }

  /// Runs a statement beside the API.
  func execute(_ statement: SQL) async throws {
    try await database.withConnection { connection throws(PostgresError) in
      _ = try await connection.query(statement)
    }
  }

  /// The texts in a statement's first column.
  func texts(_ statement: SQL) async throws -> [String] {
    try await database.read(statement) { rows throws(PostgresError) in
      try rows.map { row throws(PostgresError) in try row.text(0) }
    }
  }

  /// Rows of the tables that a write touches.
  func storedRows() async throws -> Int64 {
    try await database.read(
      "select (select count(*) from weight_entries) + (select count(*) from operations)"
    ) { rows throws(PostgresError) in
      try rows[0].int64(0)
    }
  }
}

struct Unexpected: Error, CustomStringConvertible {
  let description: String
  init(_ answer: Answer) { description = answer.description }
  init(_ text: String) { description = text }
}

/// An answer as a client sees it.
struct Answer: Sendable, CustomStringConvertible {
  let status: Int
  let headers: HeaderBlock
  let route: String?
  let text: String
  let json: JSONValue?

  init(_ response: Response) {
    status = response.status.code
    headers = response.headers
    route = response.route
    var bytes: [UInt8] = []
    if case .bytes(let body) = response.body { bytes = body }
    text = String(decoding: bytes, as: UTF8.self)
    json = try? JSONReader.read(bytes)
  }

  var description: String { "\(status): \(text)" }

  func header(_ name: FieldName) -> String? { headers.values(of: name).first }

  /// The member at a path of names and indices.
  subscript(_ path: String...) -> JSONValue? {
    path.reduce(json) { value, token in
      switch value {
      case .object(let object): object[token]
      case .array(let elements): Int(token).flatMap { $0 < elements.count ? elements[$0] : nil }
      default: nil
      }
    }
  }

  func string(_ path: String...) -> String? {
    let value = path.reduce(json) { value, token in
      switch value {
      case .object(let object): object[token]
      case .array(let elements): Int(token).flatMap { $0 < elements.count ? elements[$0] : nil }
      default: nil
      }
    }
    switch value {
    case .string(let text): return text
    case .number(let number): return number.text
    case .bool(let flag): return String(flag)
    default: return nil
    }
  }

  /// `pointer code` of each fault, in order.
  var faults: [String] {
    guard case .array(let errors)? = self["errors"] else { return [] }
    return errors.map { error in
      guard case .object(let error) = error, case .string(let code)? = error["code"] else {
        return "?"
      }
      if case .string(let place)? = error["pointer"] ?? error["parameter"] {
        return "\(place) \(code)"
      }
      return "? \(code)"
    }
  }

  /// The weights of a list, as written.
  var weights: [String] {
    entries.compactMap { entry in
      if case .number(let weight)? = entry["weightKg"] { weight.text } else { nil }
    }
  }

  /// The ids of a list.
  var ids: [String] {
    entries.compactMap { entry in
      if case .string(let id)? = entry["id"] { id } else { nil }
    }
  }

  private var entries: [JSONObject] {
    guard case .array(let entries)? = self["entries"] else { return [] }
    return entries.compactMap { if case .object(let entry) = $0 { entry } else { nil } }
  }
}
