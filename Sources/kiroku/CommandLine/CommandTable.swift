/// One option of a command: a flag, the variable that stands for it, and its line of help.
struct Option: Sendable {
  /// As typed, with its dashes: `--port`.
  let flag: String
  /// What its value is called in the help (`PORT`), or nil for a switch, which takes none.
  let value: String?
  /// Environment variables that stand for the flag, the first that is set wins; the flag wins over them.
  let variables: [String]
  let help: String

  /// - Parameter alsoFrom: A further variable, by which other programs know the setting.
  init(_ flag: String, _ value: String? = nil, alsoFrom: String? = nil, help: String) {
    self.flag = flag
    self.value = value
    self.help = help
    var derived = "KIROKU_"
    for character in flag.dropFirst(2) {
      derived += character == "-" ? "_" : character.uppercased()
    }
    variables = alsoFrom.map { [derived, $0] } ?? [derived]
  }
}

/// What the program can be told to do.
enum Command: String, CaseIterable, Sendable {
  case serve
  case migrate
  case purge
  case rebuild
  case accountCreate = "account create"
  case tokenCreate = "token create"
  case tokenList = "token list"
  case tokenRevoke = "token revoke"
  case demo
  case health
  case benchStatements = "bench-statements"
  case benchLoad = "bench-load"

  var summary: String {
    switch self {
    case .serve: "answer HTTP until SIGTERM or SIGINT"
    case .migrate: "bring the database's schema up to date, then end"
    case .purge:
      "settle what arrived long ago, so that records fold quickly, and forget what has ended"
    case .rebuild: "compute the habits' streaks and scores anew from their days; finds none wrong"
    case .accountCreate: "make an account with its first tokens and print it as JSON"
    case .tokenCreate: "make a token for an account and print it as JSON"
    case .tokenList: "print the valid tokens of an account as JSON, without their secrets"
    case .tokenRevoke: "end a token at once"
    case .demo:
      "fill an empty database with a year of made-up people, and print tokens to look at it"
    case .health: "ask a running server whether it is ready; exit code 0 when it is"
    case .benchStatements: "print the SQL of the measured requests, for pgbench"
    case .benchLoad: "make the accounts that are measured, and print their tokens"
    }
  }

  /// Commands for work on Kiroku itself are left out of the list that `--help` prints.
  var isListed: Bool { self != .benchStatements && self != .benchLoad }

  var options: [Option] {
    switch self {
    case .serve:
      [
        .host, .port, .databaseURL, .data,
        Option("--migrate", help: "bring the schema up to date before serving"),
        Option(
          "--loops", "N",
          help:
            "event loops, one thread each (default: one a core, one for two with a private PostgreSQL)"
        ),
        Option(
          "--idle-timeout", "SECONDS",
          help:
            "close a connection idle for so long (default 75; above the proxy's, 130 behind Caddy)"),
        Option(
          "--max-connections", "N", help: "connections open at once (default 10000)"),
        Option(
          "--sign-up", "open|invite|closed",
          help: "who may make an account through the API (default open)"),
        Option(
          "--account-rate", "N",
          help:
            "requests a second that one account may make, twenty times as many at once (default 100; 0 for any)"
        ),
        Option(
          "--sign-up-rate", "N",
          help:
            "accounts an hour that one address may make, ten of them at once (default 10; 0 for any)"
        ),
        Option(
          "--code-rate", "N",
          help:
            "recovery and pairing codes, and sign-ins to the dashboard, an hour that one address may try, ten at once (default 120; 0 for any)"
        ),
        Option(
          "--trusted-proxies", "LIST",
          help:
            "addresses and networks whose X-Forwarded-For is believed, comma-separated (default none)"
        ),
        Option(
          "--invite-code", "CODE", help: "what a person has to know with --sign-up invite"),
        Option(
          "--development",
          help: "make a development account once and print a curl line for it"),
      ]
    case .migrate, .rebuild: [.databaseURL, .data]
    case .purge:
      [
        .databaseURL, .data,
        Option(
          "--horizon-days", "N", help: "leave what arrived within so many days (default 90)"),
        Option(
          "--event-days", "N",
          help: "drop months of raw events that ended so many days ago (default 400)"),
      ]
    case .accountCreate:
      [
        .databaseURL, .data,
        Option("--time-zone", "ZONE", help: "the account's zone, an IANA name (default UTC)"),
        Option("--locale", "ja|en", help: "the account's language (default en)"),
      ]
    case .tokenCreate:
      [
        .databaseURL, .data,
        .account,
        Option("--scope", "app|widget|intent|read|analytics", help: "what the token may do"),
      ]
    case .tokenList: [.databaseURL, .data, .account, .analytics]
    case .tokenRevoke:
      [
        .databaseURL, .data, .account, .analytics,
        Option("--id", "ID", help: "the token's id, as `kiroku token list` prints it"),
      ]
    case .demo:
      [
        .databaseURL, .data,
        Option(
          "--seed", "N",
          help: "which people: the same seed, number and day are the same rows (default 1)"),
        Option("--people", "N", help: "how many (default 2000)"),
        Option(
          "--until", "DAY",
          help: "their year ends before this day, by UTC (default today; at most 30 days ago)"),
      ]
    case .health: [.host, .port]
    case .benchStatements:
      [
        .accounts, Option("--habit-accounts", "N", help: "accounts with habits (default 100)"),
        Option("--entries", "N", help: "entries of each account (default 365)"),
      ]
    case .benchLoad: [.databaseURL, .data, .accounts]
    }
  }
}

extension Option {
  static let host = Option("--host", "ADDRESS", help: "address to listen on (default 127.0.0.1)")
  static let port = Option("--port", "PORT", help: "TCP port (default 8080; 0 for any free one)")
  static let databaseURL = Option(
    "--database-url", "URL", alsoFrom: "DATABASE_URL",
    help: "PostgreSQL to use; without it a private one runs in --data")
  static let account = Option(
    "--account", "ID", help: "the account's id; none for analytics")
  static let analytics = Option(
    "--scope", "analytics", help: "the tokens for the measures, which belong to no account")
  static let accounts = Option("--accounts", "N", help: "how many accounts (default 1000)")
  static let data = Option(
    "--data", "DIR", help: "folder of the private PostgreSQL (default .kiroku)")
}
