internal import HTTPCore
internal import JSON
internal import KirokuCore
internal import KirokuStore

// Weight entries: /v1/entries

/// `GET /v1/entries`: a page, or the entries with certain ids.
func listEntries(_ call: Call, _ credential: Credential) async throws(Problem) -> Response {
  switch try WeightEntryQuery(call) {
  case .ids(let ids): return try await listEntries(with: ids, call, credential)
  case .page(let query): return try await listEntries(query, call, credential)
  }
}

private func listEntries(
  _ query: WeightEntryPageQuery, _ call: Call, _ credential: Credential
) async throws(Problem) -> Response {
  let access = try await call.stored { () throws(StoreError) in
    try await call.environment.store.entries.list(
      query.filter, by: query.order, after: query.position, limit: query.limit,
      for: credential.secret)
  }
  let (caller, page) = try credential.granted(access)
  return call.list(page.entries, for: caller, next: page.next.map(query.cursor), of: query)
}

private func listEntries(
  with ids: [UUIDBytes], _ call: Call, _ credential: Credential
) async throws(Problem) -> Response {
  let access = try await call.stored { () throws(StoreError) in
    try await call.environment.store.entries.entries(ids, for: credential.secret)
  }
  let (caller, entries) = try credential.granted(access)
  return call.list(entries, for: caller, next: nil, of: nil)
}

extension Call {
  fileprivate func list(
    _ entries: [WeightEntry], for caller: Caller, next cursor: String?,
    of query: WeightEntryPageQuery?
  ) -> Response {
    let language = language(for: caller)
    let target = cursor.flatMap { query?.target(after: $0) }
    return read(
      Representation.tag(rev: caller.account.rev, of: caller.account, in: language), in: language,
      capacity: WeightEntryJSON.capacity(for: entries.count),
      link: target.map { "<\($0)>; rel=\"next\"" }
    ) { writer in
      writer.beginObject()
      WeightEntryJSON.write(entries, in: language, to: &writer)
      writer.key("nextCursor")
      writer.optionalString(cursor)
      writer.endObject()
    }
  }
}

/// `GET /v1/entries/suggested`: what an intent offers without being asked.
func suggestEntries(_ call: Call, _ credential: Credential) async throws(Problem) -> Response {
  try call.checkAcceptsJSON()
  var query = try QueryReader(call)
  let limit = query.limit(default: 7, maximum: 10)
  try query.finish(ignoringUnknown: call.isLenient)

  let access = try await call.stored { () throws(StoreError) in
    try await call.environment.store.entries.suggested(for: credential.secret, limit: limit)
  }
  let (caller, entries) = try credential.granted(access)

  let language = call.language(for: caller)
  return call.read(
    Representation.tag(rev: caller.account.rev, of: caller.account, in: language), in: language,
    capacity: WeightEntryJSON.capacity(for: entries.count)
  ) { writer in
    writer.beginObject()
    WeightEntryJSON.write(entries, in: language, to: &writer)
    writer.endObject()
  }
}

/// `GET /v1/entries/{id}`
func readEntry(_ call: Call, _ credential: Credential) async throws(Problem) -> Response {
  try call.checkAcceptsJSON()
  try call.checkNoParameters()
  let id = try call.recordID()

  let access = try await call.stored { () throws(StoreError) in
    try await call.environment.store.entries.entry(id, for: credential.secret)
  }
  let (caller, found) = try credential.granted(access)
  guard let entry = found else {
    throw Problem(.notFound).afterTokenCheck(language: caller.account.settings.language)
  }

  let language = call.language(for: caller)
  return call.read(
    Representation.tag(rev: entry.rev, of: caller.account, in: language), in: language,
    capacity: WeightEntryJSON.capacity(for: 1)
  ) { writer in
    WeightEntryJSON.write(entry, in: language, to: &writer)
  }
}
