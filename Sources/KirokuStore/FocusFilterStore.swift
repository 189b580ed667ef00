public import KirokuCore
internal import Postgres

/// `focus_filters`: what a device hides while a Focus is on.
public struct FocusFilterStore: Sendable {
  let session: StoreSession

  /// Filters that one account may have, over all its clients.
  public static let maxPerAccount = 500

  /// A client's filter; nil where there is none.
  ///
  /// - Parameter client: nil means the token's id.
  public func filter(
    _ name: String, of client: UUIDBytes?, for secret: TokenSecret
  ) async throws(StoreError) -> Access<FocusFilter?> {
    let statement: SQL = """
      select \(unsafeRaw: Caller.column), \(unsafeRaw: FocusFilter.columns)
      from \(unsafeRaw: Caller.tables)
      left join focus_filters f on f.account_id = t.account_id
        and f.client_id = coalesce(\(client), t.id) and f.name = \(name)
      where t.account_id = \(secret.accountID) and t.secret_sha256 = sha256(\(secret.random))
        and \(unsafeRaw: Caller.isValid)
      """
    return try await session.authorized(statement, for: secret, .readFocusFilters) {
      rows throws(PostgresError) in
      try FocusFilter(try rows[0], from: 1)
    }
  }

  /// Writes a client's filter, or with nil takes it away, under the account's lock.
  ///
  /// - Parameter isKeyed: whether the client chose the act's id, so that it may send it again.
  public func change(
    _ name: String, to content: FocusFilter.Content?, _ act: Act, isKeyed: Bool,
    if condition: EntryCondition, for secret: TokenSecret
  ) async throws(StoreError) -> Access<Result<FocusFilterResult, FocusFilterResult.Refusal>> {
    try await session.withLockedAccount(for: secret, .manageFocusFilters) {
      account throws(PostgresError) in
      let change = FocusFilterTransaction(
        account: account, name: name, content: content, act: act, isKeyed: isKeyed)
      return try await change.run(if: condition)
    }
  }
}

/// What a client hides during a Focus.
public struct FocusFilter: Hashable, Sendable {
  /// What a person sets.
  public struct Content: Hashable, Sendable {
    public var hiddenHabits: [UUIDBytes]
    /// By the names of App Intents.
    public var hiddenIntents: [String]

    public init(hiddenHabits: [UUIDBytes] = [], hiddenIntents: [String] = []) {
      self.hiddenHabits = hiddenHabits
      self.hiddenIntents = hiddenIntents
    }

    public static let maxIntents = 100
    public static let maxHabits = 500
  }

  public let clientID: UUIDBytes
  public let name: String
  public let content: Content
  /// The account's revision at the filter's last change.
  public let rev: Int64
  public let updatedAt: Instant

  /// Unicode scalars of a name.
  public static let maxNameScalars = 100

  /// Of a filter `f`.
  static let columns: StaticString =
    "f.rev, f.client_id, f.name, f.hidden_habits, f.hidden_intents, f.updated_at"

  /// Reads `columns`; nil where there is no filter.
  init?(_ row: Row, from first: Int) throws(PostgresError) {
    guard !row.isNull(first) else { return nil }
    rev = try row.int64(first)
    clientID = try row.id(first + 1)
    name = try row.text(first + 2)
    content = Content(
      hiddenHabits: try row.uuids(first + 3).map { UUIDBytes($0) },
      hiddenIntents: try row.texts(first + 4))
    updatedAt = try row.instant(first + 5)
  }

  init(
    clientID: UUIDBytes, name: String, content: Content, rev: Int64, updatedAt: Instant
  ) {
    self.clientID = clientID
    self.name = name
    self.content = content
    self.rev = rev
    self.updatedAt = updatedAt
  }
}

/// What a change of a filter did.
public struct FocusFilterResult: Sendable {
  public enum Outcome: Sendable, Equatable {
    case created, updated
    /// It was so before.
    case unchanged
    /// The change was known.
    case repeated
  }

  /// Why a change was refused; nothing was stored.
  public enum Refusal: Error, Sendable, Equatable {
    /// The change's key was used before, for something else.
    case keyReused
    /// There is no filter to take away.
    case notFound
    /// The account has as many filters as one may.
    case tooMany
    /// The condition does not hold for the filter as it is.
    case conditionFailed(FocusFilter?)
  }

  public let outcome: Outcome
  /// As it is now; nil where there is none.
  public let filter: FocusFilter?
  /// When the change arrived, by the database's clock.
  public let serverTime: Instant
}
