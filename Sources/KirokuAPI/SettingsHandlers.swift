internal import HTTPCore
internal import JSON
internal import KirokuCore
internal import KirokuStore

// The caller's own account: /v1/account

/// `GET /v1/account`
func readAccount(_ call: Call, _ credential: Credential) async throws(Problem) -> Response {
  try call.checkAcceptsJSON()
  try call.checkNoParameters()
  let access = try await call.stored { () throws(StoreError) in
    try await call.environment.store.accounts.profile(for: credential.secret)
  }
  let (caller, profile) = try credential.granted(access)
  let language = call.language(for: caller)
  return call.read(
    Representation.tag(rev: profile.rev, of: caller.account, in: language), in: language,
    capacity: AccountJSON.typicalBytes
  ) { writer in
    AccountJSON.write(profile, to: &writer)
  }
}

/// `PATCH /v1/account`: changes the named settings (RFC 7396). It can't be undone.
func patchAccount(_ call: Call, _ credential: Credential) async throws(Problem) -> Response {
  var fields = try await call.fields(as: "application/merge-patch+json", "application/json")
  var request = ActRequest(call, credential)
  let patch = try settingsPatch(&fields, request.faults, call)
  request.ignored = fields.ignored
  request.describe(.patch, ofA: "account", nil, fields: patch.canonicalJSON)
  let isKeyed = call.request.head.count(of: .idempotencyKey) > 0

  let access = try await call.stored { () throws(StoreError) in
    try await call.environment.store.accounts.change(
      patch, request.act, isKeyed: isKeyed, if: request.condition, for: credential.secret)
  }
  let (caller, result) = try credential.granted(access)

  switch result {
  case .success(let result): return response(to: result, request, caller, call)
  case .failure(.keyReused):
    throw Problem(.idempotencyKeyReused).afterTokenCheck(language: call.language(for: caller))
  case .failure(.conditionFailed(let profile)):
    let language = call.language(for: caller)
    let tag = Representation.tag(rev: profile.rev, of: caller.account, in: language)
    var problem = Problem(.preconditionFailed).with(.etag, tag.description)
    problem.current = .account(profile)
    throw problem.afterTokenCheck(language: language)
  }
}

/// - Throws: 422 with all faults.
private func settingsPatch(
  _ fields: inout JSONFields, _ faults: [FieldProblem], _ call: Call
) throws(Problem) -> AccountPatch {
  for name in SettingsBody.names where fields.isNull(name) {
    // An account without it would be none.
    fields.report(.required, at: name)
  }
  var body = SettingsBody(&fields, call)
  body.readGoal(&fields, ignoringUnknown: call.isLenient)
  fields.finish(ignoringUnknown: call.isLenient)
  let all = faults + fields.faults.map { FieldProblem($0) } + body.faults
  guard all.isEmpty else { throw Problem(.invalidFields, all) }
  return body.patch
}

private func response(
  to result: AccountChangeResult, _ request: ActRequest, _ caller: Caller, _ call: Call
) -> Response {
  // Who chose another language is answered in it.
  let language = call.requestedLanguage ?? result.profile.settings.language
  let tag = Representation.tag(rev: result.profile.rev, of: caller.account, in: language)
  var headers = request.headers(in: language, isRepeated: result.outcome == .repeated)
  headers.append(.etag, tag.description)
  let isUnchanged = result.outcome == .unchanged
  var writer = JSONWriter(capacity: AccountJSON.typicalBytes + 128)
  writer.beginObject()
  writer.key("account")
  AccountJSON.write(result.profile, to: &writer)
  writer.key("outcome")
  writer.string(isUnchanged ? "unchanged" : "applied")
  writer.key("dialog")
  writer.string(
    isUnchanged ? AccountDisplay.unchanged(in: language) : AccountDisplay.changed(in: language))
  writer.key("serverTime")
  writer.plainString(result.serverTime.append)
  writer.endObject()
  return Response(.ok, headers: headers, body: .bytes(writer.bytes))
}

/// `DELETE /v1/account`: removes everything of the account, and with it all its tokens.
func deleteAccount(_ call: Call, _ credential: Credential) async throws(Problem) -> Response {
  try call.checkAcceptsJSON()
  try call.checkNoParameters()
  let access = try await call.stored { () throws(StoreError) in
    try await call.environment.store.accounts.delete(for: credential.secret)
  }
  _ = try credential.granted(access)
  return Response(.noContent)
}
