internal import HTTPCore
internal import JSON
internal import KirokuCore
internal import KirokuStore

// Tokens of the caller's account: /v1/tokens

/// `GET /v1/tokens`: all that are valid. An account has a hundred at most, so there are no pages.
func listTokens(_ call: Call, _ credential: Credential) async throws(Problem) -> Response {
  try call.checkAcceptsJSON()
  try call.checkNoParameters()
  let access = try await call.stored { () throws(StoreError) in
    try await call.environment.store.tokens.list(for: credential.secret)
  }
  let (caller, tokens) = try credential.granted(access)
  let headers = CommonHeaders.json(in: call.language(for: caller))
  // No entity tag: a use of a token changes the list without raising any revision.
  var writer = JSONWriter(capacity: 32 + tokens.count * TokenJSON.typicalBytes)
  writer.beginObject()
  writer.key("tokens")
  writer.beginArray()
  for token in tokens {
    TokenJSON.write(token, isCurrent: token.id == caller.tokenID, to: &writer)
  }
  writer.endArray()
  writer.endObject()
  return Response(.ok, headers: headers, body: .bytes(writer.bytes))
}

/// `POST /v1/tokens`: issues a token of a scope within the caller's own.
func createToken(_ call: Call, _ credential: Credential) async throws(Problem) -> Response {
  var fields = try await call.fields()
  var faults: [FieldProblem] = []
  let key = call.key(of: credential, &faults)
  let wanted = try TokenRequest(&fields, call, faults)
  let token = call.newToken(wanted.scope, of: credential.secret.accountID)

  let access = try await call.stored { () throws(StoreError) in
    try await call.environment.store.tokens.mint(
      token, label: wanted.label, key: key, for: credential.secret)
  }
  let (caller, result) = try credential.granted(access)
  let language = call.language(for: caller)
  switch result {
  case .failure(let refusal):
    throw SecretAnswer.problem(refusal).afterTokenCheck(language: language)
  case .success(let issued):
    return SecretAnswer.response(in: language, ignored: fields.ignored) { writer in
      writer.key("token")
      TokenJSON.write(issued, secret: token.secret, to: &writer)
    }
  }
}

/// `DELETE /v1/tokens/{id}`: ends a token at once, be it the one that asks.
func deleteToken(_ call: Call, _ credential: Credential) async throws(Problem) -> Response {
  try call.checkAcceptsJSON()
  try call.checkNoParameters()
  let id = try call.recordID()
  let access = try await call.stored { () throws(StoreError) in
    try await call.environment.store.tokens.revoke(id, for: credential.secret)
  }
  let (caller, isKnown) = try credential.granted(access)
  guard isKnown else {
    throw Problem(.notFound).afterTokenCheck(language: caller.account.settings.language)
  }
  return Response(.noContent)
}

extension Call {
  /// A token that nobody has yet.
  func newToken(_ scope: Scope, of account: UUIDBytes) -> NewToken {
    var random = environment.random()
    return NewToken(
      id: .timeOrdered(at: environment.now(), using: &random), scope: scope,
      secret: TokenSecret(accountID: account, using: &random))
  }
}
