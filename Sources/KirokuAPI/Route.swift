internal import HTTPCore
internal import KirokuCore
internal import KirokuStore

/// What answers a method and a path.
enum Route: Sendable {
  typealias OpenHandler = @Sendable (Call) async throws(Problem) -> Response
  typealias AuthorizedHandler = @Sendable (Call, Credential) async throws(Problem) -> Response
  typealias AnalyticsHandler = @Sendable (Call, Measures) async throws(Problem) -> Response

  /// For anybody.
  case open(OpenHandler)
  /// For tokens that hold the permission. Only here does a handler get a credential, and without
  /// one it reaches nothing of an account: forgotten authentication does not compile.
  case authorized(Permission, AuthorizedHandler)
  /// For tokens of analytics, which belong to no account. Such a handler gets what reads the measures, which the store
  /// makes of a valid token alone; it gets no credential, and so reaches no account's records.
  case analytics(AnalyticsHandler)
  /// A page for people, with a session of its own instead of a token: see ``BrowserSession``. What goes wrong is a page too.
  case page(OpenHandler)
}
