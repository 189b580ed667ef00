internal import HTTPCore

/// How `serve` was told to work: checked values of its options, defaults filled in.
struct ServeSettings: Equatable {
  /// Who may make an account through the API.
  enum SignUp: Equatable {
    case open
    case invite(code: String)
    case closed
  }

  let host: String
  let port: UInt16
  let database: DatabaseChoice
  /// Where the development account is kept, whichever database it is in.
  let dataFolder: String
  let migrates: Bool
  let loops: Int
  let idleSeconds: Int
  let maxConnections: Int
  let signUp: SignUp
  /// Requests that one account may make in a second; nil for any number.
  let accountRate: Int?
  /// Accounts that one address may make in an hour; nil for any number.
  let signUpRate: Int?
  /// Recovery and pairing codes that one address may try in an hour; nil for any number.
  let codeRate: Int?
  let trustedProxies: TrustedProxies
  let makesDevelopmentAccount: Bool

  init(_ invocation: Invocation) throws(ProgramError) {
    host = try invocation.text("--host") ?? Self.defaultHost
    port = try invocation.integer("--port", in: 0...65_535).map { UInt16($0) } ?? Self.defaultPort
    database = try DatabaseChoice(invocation)
    dataFolder = try invocation.text("--data") ?? DatabaseChoice.defaultFolder
    migrates = try invocation.isOn("--migrate")
    loops = try invocation.integer("--loops", in: 1...64) ?? Self.usualLoops(database)
    idleSeconds = try invocation.integer("--idle-timeout", in: 1...86_400) ?? 75
    maxConnections = try invocation.integer("--max-connections", in: 1...1_000_000) ?? 10_000
    signUp = try Self.signUp(invocation)
    accountRate = try Self.rate(invocation, "--account-rate", upTo: 1_000_000, usual: 100)
    signUpRate = try Self.rate(invocation, "--sign-up-rate", upTo: 3_600, usual: 10)
    codeRate = try Self.rate(invocation, "--code-rate", upTo: 3_600, usual: 120)
    trustedProxies = try Self.trustedProxies(invocation)
    makesDevelopmentAccount = try invocation.isOn("--development")
  }

  /// One loop a core; where PostgreSQL works on the same cores, every other one. Loops and backends that take each
  /// other's place on a core empty its caches: with half the loops a read costs two thirds.
  private static func usualLoops(_ database: DatabaseChoice) -> Int {
    switch database {
    case .url: HostSystem.processorCount
    case .folder: max(1, HostSystem.processorCount / 2)
    }
  }

  private static func signUp(_ invocation: Invocation) throws(ProgramError) -> SignUp {
    switch try invocation.choice("--sign-up", of: ["open", "invite", "closed"]) {
    case "closed": return .closed
    case "invite":
      guard let code = try invocation.text("--invite-code") else {
        throw .usage("--sign-up invite needs --invite-code")
      }
      return .invite(code: code)
    default: return .open
    }
  }

  /// - Returns: nil for 0, which stands for any number.
  private static func rate(
    _ invocation: Invocation, _ flag: String, upTo most: Int, usual: Int
  ) throws(ProgramError) -> Int? {
    let rate = try invocation.integer(flag, in: 0...most) ?? usual
    return rate == 0 ? nil : rate
  }

  private static func trustedProxies(
    _ invocation: Invocation
  ) throws(ProgramError) -> TrustedProxies {
    guard let value = invocation["--trusted-proxies"] else { return .none }
    guard let proxies = TrustedProxies(value.text) else {
      throw .usage(
        "\(value.name) must be addresses and networks such as 127.0.0.1,10.0.0.0/8, not \"\(value.text)\""
      )
    }
    return proxies
  }

  static let defaultHost = "127.0.0.1"
  static let defaultPort: UInt16 = 8080
}

/// Where the data lies: a PostgreSQL that somebody runs, or one of our own in a folder.
enum DatabaseChoice: Equatable {
  case url(String)
  case folder(String)

  static let defaultFolder = ".kiroku"

  init(_ invocation: Invocation) throws(ProgramError) {
    if let url = try invocation.text("--database-url") {
      self = .url(url)
    } else {
      self = .folder(try invocation.text("--data") ?? Self.defaultFolder)
    }
  }
}
