internal import JSON
internal import KirokuCore
internal import KirokuStore
internal import Postgres

/// The accounts on which `./dev bench` measures: account `n` has the digits of `n` as its id and as its secret, so
/// that pgbench can name any of them by a number.
struct BenchAccount {
  let secret: TokenSecret

  init(number: Int) {
    let digits = UInt64(String(number), radix: 16) ?? 0
    let id = UUIDBytes(high: 0, low: digits)
    var words = Words(rest: [0, 0, 0, digits.byteSwapped])
    secret = TokenSecret(accountID: id, using: &words)
  }

  /// Random numbers that are none.
  private struct Words: RandomNumberGenerator {
    var rest: [UInt64]
    mutating func next() -> UInt64 { rest.isEmpty ? 0 : rest.removeFirst() }
  }
}

/// `bench-statements` and `bench-load`: what `./dev bench` needs of the program.
enum BenchCommands {
  /// Prints pgbench's scripts of the measured requests, as JSON: the very statements that the server runs, with
  /// an account chosen at random among 1…`--accounts`.
  static func printStatements(_ invocation: Invocation) throws(ProgramError) {
    let accounts = try invocation.integer("--accounts", in: 1...1_000_000) ?? 1_000
    let habitAccounts = try invocation.integer("--habit-accounts", in: 1...1_000_000) ?? 100
    let entries = try invocation.integer("--entries", in: 1...1_000_000) ?? 365
    let secret = BenchAccount(number: 1).secret
    var random = SystemRandomNumberGenerator()
    let operationID = UUIDBytes.random(using: &random)
    let entryID = UUIDBytes.random(using: &random)
    var fields = EntryDraft.Fields()
    fields.weightKg = 65_200
    let draft: EntryDraft
    do {
      draft = try EntryDraft(fields)
    } catch {
      throw .failed("the benchmark's entry is not valid")
    }
    let put = EntryPut(entryID: entryID, draft: draft, fields: #"{"weightKg":65.2}"#)
    let act = Act(operationID: operationID, request: Array(#"{"weightKg":65.2}"#.utf8))
    let expressions =
      accountExpressions(secret) + [
        (operationID.bytes, id("operation")), (entryID.bytes, id("entry")),
      ]
    let choice = "\\set account random(1, \(accounts))\n"
    let ids = ["operation", "entry"].map { "\\set \($0) random(1, 9000000000000000000)\n" }.joined()
    // As the server makes them, ids sort by time: random ones would each touch another page of the indexes, and cost
    // PostgreSQL more than the server's. `start`, in microseconds, and `turn`, first 0, are given by who runs the script.
    let timeOrdered =
      "\\set turn :turn + 1\n\\set operation :start * 1000 + :turn * 64 + :client_id\n\\set entry :operation\n"
    let read = try script(BenchmarkStatements.suggested(secret), expressions)
    let write = try script(BenchmarkStatements.put(put, act, secret), expressions)
    let widget = try script(
      BenchmarkStatements.widget(secret, entriesRev: Int64(entries)), expressions)
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("WIDGET")
    writer.string("\\set account random(1, \(habitAccounts))\n" + widget)
    writer.key("R1")
    writer.string(choice + read)
    writer.key("W1")
    writer.string(choice + timeOrdered + "\\startpipeline\n" + write + "\\endpipeline\n")
    // Of the last account, whose revisions are then not the server's any more.
    let last = "\\set account \(accounts)\n"
    writer.key("PUSH")
    writer.string(last + ids + (try pushScript(secret, draft)))
    writer.key("PULL")
    writer.string(
      last
        + (try script(
          BenchmarkStatements.pull(secret, limit: pushedCount), accountExpressions(secret))))
    writer.endObject()
    Console.print(String(decoding: writer.bytes, as: UTF8.self))
  }

  /// Operations of one push.
  private static let pushedCount = 500

  /// An id from the digits of a number.
  private static func id(_ variable: String) -> String { "lpad(:\(variable)::text, 32, '0')::uuid" }

  /// What stands for the one account that is written down.
  private static func accountExpressions(_ secret: TokenSecret) -> [([UInt8], String)] {
    [
      (secret.accountID.bytes, id("account")),
      (secret.random, "decode(lpad(:account::text, 64, '0'), 'hex')"),
    ]
  }

  /// A push of new entries, a pipeline for each of its round trips; their ids are made of one number each time.
  private static func pushScript(
    _ secret: TokenSecret, _ draft: EntryDraft
  ) throws(ProgramError) -> String {
    var random = SystemRandomNumberGenerator()
    let puts = (0..<pushedCount).map { number in
      let fields = #"{"weightKg":\#(60 + number % 30)}"#
      let put = EntryPut(entryID: .random(using: &random), draft: draft, fields: fields)
      return (
        put: put, act: Act(operationID: .random(using: &random), request: Array(fields.utf8))
      )
    }
    let ids = { (variable: String) in
      "(select array_agg(md5(:\(variable)::text || n)::uuid order by n) "
        + "from generate_series(1, \(pushedCount)) n)"
    }
    let expressions =
      accountExpressions(secret) + [
        (SQL.boundBytes(of: puts.map(\.act.operationID)), ids("operation")),
        (SQL.boundBytes(of: puts.map(\.put.entryID)), ids("entry")),
      ]
    let trips = BenchmarkStatements.push(
      puts, secret, now: Instant(unixMicroseconds: 1_764_576_000_000_000))
    var text = ""
    for trip in trips {
      text += "\\startpipeline\n" + (try script(trip, expressions)) + "\\endpipeline\n"
    }
    return text
  }

  private static func script(
    _ statements: [SQL], _ expressions: [([UInt8], String)]
  ) throws(ProgramError) -> String {
    var text = ""
    for statement in statements {
      guard
        let script = statement.script(
          replacing: expressions.map { (value: $0.0, expression: $0.1) })
      else { throw .failed("a statement's value cannot be written for pgbench") }
      text += script + ";\n"
    }
    return text
  }

  /// Makes the accounts and prints their tokens, one a line. Entries are added by bench/load.sql.
  static func load(_ invocation: Invocation) throws(ProgramError) {
    let count = try invocation.integer("--accounts", in: 1...1_000_000) ?? 1_000
    let opened = try OpenedDatabase.open(
      try DatabaseChoice(invocation), loops: 1, sharesServer: true)
    defer { opened.close() }
    let store = opened.store
    for number in 1...count {
      let secret = BenchAccount(number: number).secret
      let token = NewToken(id: secret.accountID, scope: .app, secret: secret)
      try Waiting.result(
        of: { () async throws(ProgramError) in
          do throws(StoreError) {
            _ = try await store.accounts.create(
              secret.accountID, AccountSettings(), epoch: 1, tokens: [token])
          } catch {
            throw .failed("an account cannot be made: \(error.description)")
          }
        }, on: opened.loop)
      Console.print(secret.text)
    }
  }
}
