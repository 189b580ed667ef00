internal import HTTPCore
internal import KirokuCore
internal import KirokuStore

// Pages for people: /dashboard

/// `GET /dashboard`: the measures, for a browser in which a token of analytics was pasted; else the person's own weight
/// and habits; else where to paste a token.
func readDashboard(_ call: Call) async throws(Problem) -> Response {
  switch call.session {
  case nil: return SignInPage(text: call.pageText()).response()
  case .broken: throw call.sessionOver
  case .held(let secret) where secret.accountID == .none: return try await ownerPage(secret, call)
  case .held(let secret): return try await personPage(secret, call)
  }
}

/// `POST /dashboard`: signs in with a token.
func signIn(_ call: Call) async throws(Problem) -> Response {
  try call.checkSameOrigin()
  let form = try await call.form()
  // What is copied comes with spaces and line ends.
  let typed = (form["token"] ?? "").filter { !$0.isWhitespace }
  guard let token = TokenSecret(typed) else { throw .tokenInvalid }
  let limits = try call.environment.codeLimit?.take(call) ?? []
  var random = call.environment.random()
  let secret = SessionSecret(accountID: token.accountID, using: &random)
  let sessions = call.environment.store.sessions
  if token.accountID == .none {
    let isOpen = try await call.stored { () throws(StoreError) in
      try await sessions.openForAnalytics(secret, with: token)
    }
    if !isOpen { throw .tokenInvalid }
  } else {
    let access = try await call.stored { () throws(StoreError) in
      try await sessions.open(secret, with: token)
    }
    switch access {
    case .granted: break
    case .unauthorized: throw .tokenInvalid
    case .forbidden: throw .insufficientScope(Permission.viewPages.scopes)
    }
  }
  var response = call.seeDashboard(cookie: call.cookie(holding: secret))
  for (name, value) in limits { response.headers.append(name, value) }
  return response
}

/// `POST /dashboard/sign-out`: ends the browser's session.
func signOut(_ call: Call) async throws(Problem) -> Response {
  try call.checkSameOrigin()
  try QueryReader.checkEmpty(call)
  if case .held(let secret) = call.session {
    try await call.stored { () throws(StoreError) in
      try await call.environment.store.sessions.end(secret)
    }
  }
  return call.seeDashboard(cookie: call.cookie(holding: nil))
}

private func ownerPage(_ secret: SessionSecret, _ call: Call) async throws(Problem) -> Response {
  let environment = call.environment
  let now = environment.monotonicNanoseconds()
  try environment.accountLimit?.check(.none, now: now)
  let found = try await call.stored { () throws(StoreError) in
    try await environment.store.sessions.measures(of: secret)
  }
  guard let measures = found else { throw call.sessionOver }
  environment.accountLimit?.count(.none, now: now)
  let today = LocalDay(
    unixDays: Int32(clamping: environment.now().unixMicroseconds / 86_400_000_000))
  let query = try DashboardQuery(call, today: today)
  let measured = try await call.stored { () throws(StoreError) in
    try await OwnerPage.Measured(measures, query)
  }
  return OwnerPage(query: query, measured: measured, text: call.pageText()).response()
}

private func personPage(_ secret: SessionSecret, _ call: Call) async throws(Problem) -> Response {
  let environment = call.environment
  let now = environment.monotonicNanoseconds()
  try environment.accountLimit?.check(secret.accountID, now: now)
  let proof = Proof.session(secret)
  let (caller, course) = try granted(
    try await call.stored { () throws(StoreError) in
      try await environment.store.entries.dailyReadings(before: nil, for: proof)
    }, call)
  environment.accountLimit?.count(secret.accountID, now: now)
  let period = try PersonPage.period(call)
  let (_, habits) = try granted(
    try await call.stored { () throws(StoreError) in
      try await environment.store.habits.courses(limit: PersonPage.maxHabits + 1, for: proof)
    }, call)
  return PersonPage(
    period: period, settings: caller.account.settings, course: course, habits: habits,
    text: call.pageText(caller)
  ).response()
}

/// A session is begun with a token that may do all that its pages show, so it is forbidden nothing.
private func granted<Value>(
  _ access: Access<Value>, _ call: Call
) throws(Problem) -> (Caller, Value) {
  guard case .granted(let caller, let value) = access else { throw call.sessionOver }
  return (caller, value)
}

// MARK: - What the pages' looks are made of

/// `GET /dashboard/style.css`
func readPageStyle(_ call: Call) async throws(Problem) -> Response {
  call.fixed("text/css; charset=utf-8", pageStyle, tag: pageStyleTag)
}

/// `GET /dashboard/icon.svg`
func readPageIcon(_ call: Call) async throws(Problem) -> Response {
  call.fixed("image/svg+xml", pageIcon, tag: pageIconTag)
}

private let pageStyle = Array(PageStyle.text.utf8)
private let pageStyleTag = EntityTag(contentOf: pageStyle)
private let pageIcon = Array(PageStyle.icon.utf8)
private let pageIconTag = EntityTag(contentOf: pageIcon)

extension Call {
  fileprivate func fixed(_ contentType: String, _ body: [UInt8], tag: EntityTag) -> Response {
    var headers = HeaderBlock()
    headers.append(.contentType, contentType)
    headers.append(.cacheControl, "no-cache")
    headers.append(.contentSecurityPolicy, "default-src 'none'; style-src 'unsafe-inline'")
    headers.append(.contentTypeOptions, "nosniff")
    headers.append(.crossOriginResourcePolicy, "same-origin")
    return read(tag, headers) { body }
  }

  /// The page's language: asked for, else the account's, else English.
  func pageText(_ caller: Caller? = nil) -> PageText {
    PageText(language: requestedLanguage ?? caller?.account.settings.language ?? .en)
  }

  /// The problem as a page.
  func page(for problem: Problem) -> Response {
    let problem = completed(problem)
    let language = requestedLanguage ?? problem.accountLanguage ?? .en
    return MessagePage(
      problem: problem, requestID: request.requestID, text: PageText(language: language)
    ).response()
  }

  /// Whether the path is one of the pages', there or not.
  var isOfPages: Bool {
    request.head.path == "/dashboard" || request.head.path.hasPrefix("/dashboard/")
  }
}
