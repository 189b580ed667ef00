internal import JSON
internal import KirokuCore
internal import KirokuStore

/// `migrate`, `purge`, `account create` and `token create`: open the database, do one thing, print it.
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
    let opened = try open(invocation)
    defer { opened.close() }
    _ = try opened.prepareSchema(migrates: opened.postgres != nil)
    let store = opened.store
    let purge = try Waiting.result(
      of: { () async throws(ProgramError) in
        do throws(StoreError) {
          return try await store.operations.purge(horizonDays: days)
        } catch {
          throw .failed("the purge ended early; what it settled stays: \(error.description)")
        }
      }, on: opened.loop)
    Console.print("settled \(purge.operations) operations of \(purge.records) records")
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

  static func createToken(_ invocation: Invocation) throws(ProgramError) {
    _ = try invocation.required("--scope")
    let scopes = Scope.allCases.map(\.rawValue)
    guard let name = try invocation.choice("--scope", of: scopes), let scope = Scope(rawValue: name)
    else { throw .usage("--scope is missing") }
    let accountID = try accountID(invocation, for: scope)
    let opened = try open(invocation)
    defer { opened.close() }
    _ = try opened.prepareSchema(migrates: opened.postgres != nil)
    Console.print(try opened.createToken(scope, for: accountID))
  }

  /// - Returns: nil for the scope that belongs to no account.
  private static func accountID(
    _ invocation: Invocation, for scope: Scope
  ) throws(ProgramError) -> UUIDBytes? {
    guard scope != .analytics else {
      guard try invocation.text("--account") == nil else {
        throw .usage("--account can't go with --scope analytics, which belongs to no account")
      }
      return nil
    }
    let account = try invocation.required("--account")
    guard let accountID = UUIDBytes(account) else {
      throw .usage("--account must be an account's id, a UUID, not \"\(account)\"")
    }
    return accountID
  }

  private static func open(_ invocation: Invocation) throws(ProgramError) -> OpenedDatabase {
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

extension NewToken {
  /// A token with a fresh id and secret.
  init(_ scope: Scope, for accountID: UUIDBytes) {
    var random = SystemRandomNumberGenerator()
    self.init(
      id: .random(using: &random), scope: scope,
      secret: TokenSecret(accountID: accountID, using: &random))
  }

  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("id")
    writer.string("\(id)")
    writer.key("scope")
    writer.string(scope.rawValue)
    writer.key("secret")
    writer.string(secret.text)
    writer.endObject()
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

  /// - Parameter accountID: nil for a token of no account.
  /// - Returns: the token as JSON.
  func createToken(_ scope: Scope, for accountID: UUIDBytes?) throws(ProgramError) -> String {
    let token = NewToken(scope, for: accountID ?? .none)
    let store = store
    let exists = try Waiting.result(
      of: { () async throws(ProgramError) in
        do throws(StoreError) {
          if accountID != nil { return try await store.tokens.create(token) }
          try await store.tokens.createForAnalytics(token)
          return true
        } catch {
          throw .failed("the token cannot be made: \(error.description)")
        }
      }, on: loop)
    if let accountID, !exists { throw .failed("there is no account \(accountID)") }
    var writer = JSONWriter()
    token.write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
