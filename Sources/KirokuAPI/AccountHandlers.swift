internal import HTTPCore
internal import JSON
internal import KirokuCore
internal import KirokuStore

// Accounts: /v1/accounts

/// `POST /v1/accounts`: makes an account and its first tokens, whose secrets are shown this once.
func createAccount(_ call: Call) async throws(Problem) -> Response {
  if case .closed = call.environment.signUp { throw Problem(.signUpClosed) }
  var fields = try await call.fields(emptyIsObject: true)
  let request = try AccountCreation(&fields, call)
  let limits = try call.environment.signUpLimit?.take(call) ?? []
  try request.checkInvitation(of: call.environment.signUp)

  let creation = try await call.stored { () throws(StoreError) in
    try await call.environment.store.accounts.create(
      request.id, request.settings, epoch: request.epoch, tokens: request.tokens,
      recoveryCode: request.recoveryCode)
  }

  switch creation {
  case .created(let account), .issuedAgain(let account):
    let language = call.requestedLanguage ?? account.settings.language
    return SecretAnswer.response(in: language, limits, ignored: fields.ignored) { writer in
      request.write(account, to: &writer)
    }
  case .inUse:
    throw Problem(.secretAlreadyUsed)
  }
}

/// The creation of an account, read and valid.
private struct AccountCreation {
  let id: UUIDBytes
  let settings: AccountSettings
  let epoch: Int64
  let tokens: [NewToken]
  let recoveryCode: RecoveryCode
  private let invite: String?

  init(_ fields: inout JSONFields, _ call: Call) throws(Problem) {
    var faults: [FieldProblem] = []
    let key = call.unguessableKey(&faults)
    let given = SettingsBody(&fields, call)
    let scopes = fields.choices("scopes", among: Scope.ofAccounts).value
    invite = fields.string("inviteCode", maxBytes: 200).value
    if scopes?.isEmpty == true { fields.report(.required, at: "scopes") }
    fields.finish(ignoringUnknown: call.isLenient)
    faults += fields.faults.map { FieldProblem($0) } + given.faults
    guard faults.isEmpty else { throw Problem(.invalidFields, faults) }
    var random = call.environment.random()
    let now = call.environment.now()
    let id: UUIDBytes =
      key.map { .derived(from: Array("account".utf8) + $0.bytes) }
      ?? .timeOrdered(at: now, using: &random)
    self.id = id
    let chosen = given.patch
    settings = AccountSettings(
      timeZone: chosen.timeZone ?? "UTC",
      language: chosen.language ?? call.requestedLanguage ?? .en,
      unit: chosen.unit ?? .kg, dayStartMinutes: chosen.dayStartMinutes ?? 0,
      weekStart: chosen.weekStart ?? 1)
    epoch = Int64(bitPattern: random.next())
    tokens = (scopes ?? [.app, .widget, .intent]).map { scope in
      NewToken(
        id: .timeOrdered(at: now, using: &random), scope: scope,
        secret: TokenSecret(accountID: id, using: &random))
    }
    recoveryCode = RecoveryCode(accountID: id, using: &random)
  }

  /// - Throws: 403 where an invitation is needed and this is none.
  func checkInvitation(of signUp: SignUp) throws(Problem) {
    if case .invite(let code) = signUp, !Self.isSame(invite ?? "", code) {
      throw Problem(.inviteInvalid)
    }
  }

  /// Compares in a time that tells nothing of where two codes differ.
  private static func isSame(_ given: String, _ code: String) -> Bool {
    let left = SHA256.digest(of: Array(given.utf8))
    let right = SHA256.digest(of: Array(code.utf8))
    return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }

  func write(_ account: Account, to writer: inout JSONWriter) {
    writer.key("account")
    AccountJSON.write(AccountProfile(id: account.id, settings: account.settings), to: &writer)
    writer.key("tokens")
    writer.beginArray()
    for token in tokens {
      writer.beginObject()
      writer.key("id")
      writer.plainString(token.id.append)
      writer.key("scope")
      writer.string(token.scope.rawValue)
      writer.key("secret")
      writer.string(token.secret.text)
      writer.endObject()
    }
    writer.endArray()
    writer.key("recoveryCode")
    writer.string(recoveryCode.text)
  }
}
