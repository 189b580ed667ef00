internal import HTTPCore
internal import JSON
internal import KirokuCore
internal import KirokuStore

// Getting into an account without a token: /v1/accounts/recover, /v1/pairings

/// `POST /v1/accounts/recover`: a token with all rights for whoever kept the account's code, and the
/// code that holds from then on.
func recoverAccount(_ call: Call) async throws(Problem) -> Response {
  var fields = try await call.fields()
  let typed = fields.string("recoveryCode", maxBytes: 400)
  if typed.isMissing { fields.report(.required, at: "recoveryCode") }
  let code = typed.value.flatMap { RecoveryCode($0) }
  if let text = typed.value, code == nil {
    // What is nearly a secret is not sent back.
    let start = String(text.unicodeScalars.prefix(4))
    fields.report(
      .invalidFormat, at: "recoveryCode", ["expected": "recovery-code", "value": "\(start)…"])
  }
  fields.finish(ignoringUnknown: call.isLenient)
  guard let code, fields.faults.isEmpty else {
    throw Problem(.invalidFields, fields.faults.map { FieldProblem($0) })
  }
  let limits = try call.environment.codeLimit?.take(call) ?? []
  let token = call.newToken(.app, of: code.accountID)
  var random = call.environment.random()
  let next = RecoveryCode(accountID: code.accountID, using: &random)

  let recovery = try await call.stored { () throws(StoreError) in
    try await call.environment.store.accounts.recover(code, next: next, token: token)
  }
  switch recovery {
  case .unknown: throw Problem(.recoveryCodeInvalid)
  case .secretUsed: throw Problem(.secretAlreadyUsed)
  case .recovered(let profile, let issued):
    let language = call.requestedLanguage ?? profile.settings.language
    return SecretAnswer.response(in: language, limits, ignored: fields.ignored) { writer in
      writer.key("account")
      AccountJSON.write(profile, to: &writer)
      writer.key("token")
      TokenJSON.write(issued, secret: token.secret, to: &writer)
      writer.key("recoveryCode")
      writer.string(next.text)
    }
  }
}

/// `POST /v1/pairings`: a short code by which another device gets a token.
func createPairing(_ call: Call, _ credential: Credential) async throws(Problem) -> Response {
  var fields = try await call.fields()
  var faults: [FieldProblem] = []
  let key = call.key(of: credential, &faults)
  let wanted = try TokenRequest(&fields, call, faults)
  var random = call.environment.random()
  let code = PairingCode(using: &random)
  let offer = PairingStore.Offer(scope: wanted.scope, label: wanted.label)
  let operation = key ?? .timeOrdered(at: call.environment.now(), using: &random)

  let access = try await call.stored { () throws(StoreError) in
    try await call.environment.store.pairings.make(
      code, offer, key: operation, for: credential.secret)
  }
  let (caller, result) = try credential.granted(access)
  let language = call.language(for: caller)
  switch result {
  case .failure(let refusal):
    throw SecretAnswer.problem(refusal).afterTokenCheck(language: language)
  case .success(let expiresAt):
    return SecretAnswer.response(in: language, ignored: fields.ignored) { writer in
      writer.key("pairing")
      writer.beginObject()
      writer.key("code")
      writer.string(code.text)
      writer.key("scope")
      writer.string(wanted.scope.rawValue)
      writer.key("label")
      writer.optionalString(wanted.label)
      writer.key("expiresAt")
      writer.plainString(expiresAt.append)
      writer.endObject()
    }
  }
}

/// `POST /v1/pairings/claim`: the token that a code stands for, once.
func claimPairing(_ call: Call) async throws(Problem) -> Response {
  var fields = try await call.fields()
  var faults: [FieldProblem] = []
  let key = call.unguessableKey(&faults)
  let code = fields.parsed("code", expected: "pairing-code") { PairingCode($0) }
  if code.isMissing { fields.report(.required, at: "code") }
  fields.finish(ignoringUnknown: call.isLenient)
  faults += fields.faults.map { FieldProblem($0) }
  guard faults.isEmpty, let code = code.value else { throw Problem(.invalidFields, faults) }
  let limits = try call.environment.codeLimit?.take(call) ?? []

  let claim = try await call.stored { () throws(StoreError) in
    try await call.environment.store.pairings.claim(code, key: key) { account, scope in
      call.newToken(scope, of: account)
    }
  }
  switch claim {
  case .unknown: throw Problem(.pairingCodeInvalid)
  case .secretUsed: throw Problem(.secretAlreadyUsed)
  case .tooManyTokens: throw Problem(.tooManyTokens)
  case .issued(let profile, let issued, let token):
    let language = call.requestedLanguage ?? profile.settings.language
    return SecretAnswer.response(in: language, limits, ignored: fields.ignored) { writer in
      writer.key("account")
      AccountJSON.write(profile, to: &writer)
      writer.key("token")
      TokenJSON.write(issued, secret: token.secret, to: &writer)
    }
  }
}
