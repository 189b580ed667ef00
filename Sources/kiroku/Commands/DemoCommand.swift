internal import JSON
internal import KirokuCore
internal import KirokuStore

/// `demo`: made-up people with a year behind them, and two tokens to look at them with.
enum DemoCommand {
  static func run(_ invocation: Invocation) throws(ProgramError) {
    let seed = try invocation.integer("--seed", in: 0...1_000_000_000).map(UInt64.init)
    let people = try invocation.integer("--people", in: 1...DemoOptions.maxPeople)
    let until = try day(invocation)
    let opened = try DatabaseCommands.open(invocation)
    defer { opened.close() }
    _ = try opened.prepareSchema(migrates: opened.postgres != nil)
    let store = opened.store
    let outcome = try Waiting.result(
      of: { () async throws(ProgramError) in
        do throws(StoreError) {
          return try await store.demo.fill(
            seed: seed ?? DemoOptions.defaultSeed, people: people ?? DemoOptions.defaultPeople,
            until: until)
        } catch {
          throw .failed("the demonstration was not made: \(error.description)")
        }
      }, on: opened.loop)
    switch outcome {
    case .made(let report): try print(report, "made", opened)
    case .repeated(let report): try print(report, "was there already", opened)
    case .occupied(let accounts):
      throw .failed(
        "the database has \(accounts) accounts that are not this demonstration's, and stays as it is: give "
          + "another --data folder, or an empty database")
    case .untimely(let earliest, let latest):
      throw .usage("--until must be a day from \(earliest) to \(latest), which is today by UTC")
    }
  }

  private static func day(_ invocation: Invocation) throws(ProgramError) -> LocalDay? {
    guard let text = try invocation.text("--until") else { return nil }
    guard let day = LocalDay(text) else {
      throw .usage("--until must be a day such as 2026-12-01, not \"\(text)\"")
    }
    return day
  }

  /// Prints JSON with fresh tokens: nobody else has them, whatever the seed.
  private static func print(
    _ report: DemoReport, _ what: String, _ opened: OpenedDatabase
  ) throws(ProgramError) {
    let analytics = try opened.newToken(.analytics, for: nil)
    let app = try opened.newToken(.app, for: report.firstPerson)
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("demo")
    writer.string(what)
    writer.key("people")
    writer.integer(Int64(report.people))
    writer.key("until")
    writer.string("\(report.until)")
    writer.key("analytics")
    analytics.write(to: &writer)
    writer.key("person")
    writer.beginObject()
    writer.key("accountId")
    writer.string("\(report.firstPerson)")
    writer.key("token")
    app.write(to: &writer)
    writer.endObject()
    writer.key("open")
    writer.beginArray()
    for page in ["/dashboard", "/v1/measures/funnel", "/v1/widget"] { writer.string(page) }
    writer.endArray()
    writer.endObject()
    Console.print(String(decoding: writer.bytes, as: UTF8.self))
  }
}
