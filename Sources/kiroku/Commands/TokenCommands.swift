internal import JSON
internal import KirokuCore
internal import KirokuStore

/// `token create`, `token list` and `token revoke`: of an account, or for the measures over all accounts.
enum TokenCommands {
  static func create(_ invocation: Invocation) throws(ProgramError) {
    _ = try invocation.required("--scope")
    let scopes = Scope.allCases.map(\.rawValue)
    guard let name = try invocation.choice("--scope", of: scopes), let scope = Scope(rawValue: name)
    else { throw .usage("--scope is missing") }
    let accountID = try accountID(invocation, for: scope)
    let opened = try DatabaseCommands.open(invocation)
    defer { opened.close() }
    _ = try opened.prepareSchema(migrates: opened.postgres != nil)
    var writer = JSONWriter()
    try opened.newToken(scope, for: accountID).write(to: &writer)
    Console.print(String(decoding: writer.bytes, as: UTF8.self))
  }

  /// - Returns: nil for the scope that belongs to no account.
  private static func accountID(
    _ invocation: Invocation, for scope: Scope?
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

  static func list(_ invocation: Invocation) throws(ProgramError) {
    let accountID = try accountID(invocation, for: try analytics(invocation))
    let opened = try DatabaseCommands.open(invocation)
    defer { opened.close() }
    _ = try opened.prepareSchema(migrates: opened.postgres != nil)
    let store = opened.store
    let tokens = try Waiting.result(
      of: { () async throws(ProgramError) in
        do throws(StoreError) {
          guard let accountID else { return try await store.tokens.listForAnalytics() }
          return try await store.tokens.list(of: accountID)
        } catch {
          throw .failed("the tokens cannot be read: \(error.description)")
        }
      }, on: opened.loop)
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("tokens")
    writer.beginArray()
    for token in tokens { token.write(to: &writer) }
    writer.endArray()
    writer.endObject()
    Console.print(String(decoding: writer.bytes, as: UTF8.self))
  }

  static func revoke(_ invocation: Invocation) throws(ProgramError) {
    let accountID = try accountID(invocation, for: try analytics(invocation))
    let text = try invocation.required("--id")
    guard let id = UUIDBytes(text) else {
      throw .usage("--id must be a token's id, a UUID, not \"\(text)\"")
    }
    let opened = try DatabaseCommands.open(invocation)
    defer { opened.close() }
    _ = try opened.prepareSchema(migrates: opened.postgres != nil)
    let store = opened.store
    let isKnown = try Waiting.result(
      of: { () async throws(ProgramError) in
        do throws(StoreError) {
          guard let accountID else { return try await store.tokens.revokeForAnalytics(id) }
          return try await store.tokens.revoke(id, of: accountID)
        } catch {
          throw .failed("the token cannot be revoked: \(error.description)")
        }
      }, on: opened.loop)
    guard isKnown else { throw .failed("there is no token \(id) there") }
    Console.print("revoked \(id)")
  }

  /// - Returns: nil where an account is meant.
  private static func analytics(_ invocation: Invocation) throws(ProgramError) -> Scope? {
    try invocation.choice("--scope", of: [Scope.analytics.rawValue]).flatMap { Scope(rawValue: $0) }
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

extension IssuedToken {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("id")
    writer.string("\(id)")
    writer.key("scope")
    writer.string(scope.rawValue)
    writer.key("label")
    if let label { writer.string(label) } else { writer.null() }
    writer.key("createdAt")
    writer.string("\(createdAt)")
    writer.key("lastUsedAt")
    if let lastUsedAt { writer.string("\(lastUsedAt)") } else { writer.null() }
    writer.endObject()
  }
}

extension OpenedDatabase {
  /// - Parameter accountID: nil for a token of no account.
  func newToken(_ scope: Scope, for accountID: UUIDBytes?) throws(ProgramError) -> NewToken {
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
    return token
  }
}
