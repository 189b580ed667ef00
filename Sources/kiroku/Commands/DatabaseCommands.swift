internal import JSON
internal import KirokuCore
internal import KirokuStore

/// `migrate`, `purge`, `rebuild` and `account create`: open the database, do one thing, print it.
enum DatabaseCommands {
  static func migrate(_ invocation: Invocation) throws(ProgramError) {
    let opened = try open(invocation)
    defer { opened.close() }
    let applied = try opened.prepareSchema(migrates: true)
    for name in applied { Console.print("applied \(name)") }
    if applied.isEmpty { Console.print("the schema is up to date") }
  }

  /// 90 days: as long as a client may have been away and still have all that it did folded in.
  private static let horizonDays = 90

  static func purge(_ invocation: Invocation) throws(ProgramError) {
    let days = try invocation.integer("--horizon-days", in: 0...36_500) ?? horizonDays
    let eventDays = try invocation.integer("--event-days", in: 1...36_500) ?? EventStore.keptDays
    let opened = try open(invocation)
    defer { opened.close() }
    _ = try opened.prepareSchema(migrates: opened.postgres != nil)
    let store = opened.store
    let (settled, forgotten, months) = try Waiting.result(
      of: { () async throws(ProgramError) in
        do throws(StoreError) {
          return (
            try await store.operations.purge(horizonDays: days),
            try await store.accounts.forget(horizonDays: days),
            try await store.events.purge(keepingDays: eventDays)
          )
        } catch {
          throw .failed("the purge ended early; what it did stays: \(error.description)")
        }
      }, on: opened.loop)
    Console.print("settled \(settled.operations) operations of \(settled.records) records")
    Console.print(
      "forgot \(forgotten.tokens) ended tokens, \(forgotten.sessions) sessions, "
        + "\(forgotten.pairings) pairing codes and \(forgotten.keys) keys")
    Console.print("dropped \(months) months of raw events")
  }

  static func rebuild(_ invocation: Invocation) throws(ProgramError) {
    let opened = try open(invocation)
    defer { opened.close() }
    _ = try opened.prepareSchema(migrates: opened.postgres != nil)
    let store = opened.store
    let rebuild = try Waiting.result(
      of: { () async throws(ProgramError) in
        do throws(StoreError) {
          return try await store.habits.rebuild()
        } catch {
          throw .failed("the rebuild ended early; what it did stays: \(error.description)")
        }
      }, on: opened.loop)
    Console.print("rebuilt \(rebuild.habits) habits; \(rebuild.changed) changed")
  }

  static func createAccount(_ invocation: Invocation) throws(ProgramError) {
    var settings = AccountSettings()
    let languages = Language.allCases.map(\.rawValue)
    if let name = try invocation.choice("--locale", of: languages),
      let language = Language(rawValue: name)
    {
      settings.language = language
    }
    let timeZone = try invocation.text("--time-zone")
    let opened = try open(invocation)
    defer { opened.close() }
    _ = try opened.prepareSchema(migrates: opened.postgres != nil)
    if let timeZone {
      settings.timeZone = try opened.checkedTimeZone(timeZone)
    }
    Console.print(try opened.createAccount(settings).json)
  }

  static func open(_ invocation: Invocation) throws(ProgramError) -> OpenedDatabase {
    try OpenedDatabase.open(try DatabaseChoice(invocation), loops: 1, sharesServer: true)
  }
}

/// An account that was just made, with what is shown only once.
struct CreatedAccount {
  let id: UUIDBytes
  let settings: AccountSettings
  let tokens: [NewToken]
  let recoveryCode: RecoveryCode

  var json: String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("account")
    writer.beginObject()
    writer.key("id")
    writer.string("\(id)")
    writer.key("timeZone")
    writer.string(settings.timeZone)
    writer.key("locale")
    writer.string(settings.language.rawValue)
    writer.endObject()
    writer.key("tokens")
    writer.beginArray()
    for token in tokens { token.write(to: &writer) }
    writer.endArray()
    writer.key("recoveryCode")
    writer.string(recoveryCode.text)
    writer.endObject()
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension OpenedDatabase {
  func checkedTimeZone(_ name: String) throws(ProgramError) -> String {
    let store = store
    let names = try Waiting.result(
      of: { () async throws(ProgramError) in
        do throws(StoreError) {
          return try await store.schema.timeZoneNames()
        } catch {
          throw .failed("the time zones cannot be read: \(error.description)")
        }
      }, on: loop)
    guard names.contains(name) else {
      throw .usage("--time-zone must be an IANA name such as Asia/Tokyo, not \"\(name)\"")
    }
    return name
  }

  /// Makes an account with the tokens that an app gives to itself, its widgets and its intents.
  func createAccount(_ settings: AccountSettings) throws(ProgramError) -> CreatedAccount {
    var random = SystemRandomNumberGenerator()
    let id = UUIDBytes.random(using: &random)
    let epoch = Int64(bitPattern: random.next() as UInt64)
    let tokens = [Scope.app, .widget, .intent].map { NewToken($0, for: id) }
    let recoveryCode = RecoveryCode(accountID: id, using: &random)
    let store = store
    try Waiting.result(
      of: { () async throws(ProgramError) in
        do throws(StoreError) {
          _ = try await store.accounts.create(
            id, settings, epoch: epoch, tokens: tokens, recoveryCode: recoveryCode)
        } catch {
          throw .failed("the account cannot be made: \(error.description)")
        }
      }, on: loop)
    return CreatedAccount(
      id: id, settings: settings, tokens: tokens, recoveryCode: recoveryCode)
  }
}
