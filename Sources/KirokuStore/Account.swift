public import KirokuCore
internal import Postgres

/// A person's account: their settings and the counter of their changes.
public struct Account: Hashable, Sendable {
  public let id: UUIDBytes
  public let settings: AccountSettings
  /// How often anything of the account has changed.
  public let rev: Int64
  /// Changes when the rows were restored from a backup: part of every cursor and entity tag.
  public let epoch: Int64

  public init(id: UUIDBytes, settings: AccountSettings, rev: Int64, epoch: Int64) {
    self.id = id
    self.settings = settings
    self.rev = rev
    self.epoch = epoch
  }
}

/// What a person can set.
public struct AccountSettings: Hashable, Sendable {
  /// A name that the database lists; see `SchemaStore.timeZoneNames`.
  public var timeZone: String
  public var language: Language
  public var unit: WeightUnit
  /// Minutes after midnight at which the person's day begins; 0…720.
  public var dayStartMinutes: Int
  /// 1 (Monday) … 7 (Sunday).
  public var weekStart: Int

  public init(
    timeZone: String = "UTC", language: Language = .en, unit: WeightUnit = .kg,
    dayStartMinutes: Int = 0, weekStart: Int = 1
  ) {
    self.timeZone = timeZone
    self.language = language
    self.unit = unit
    self.dayStartMinutes = dayStartMinutes
    self.weekStart = weekStart
  }
}

/// Who calls: a token that is valid, and the account that it speaks for.
public struct Caller: Sendable {
  public let tokenID: UUIDBytes
  public let scope: Scope
  public let account: Account

  public init(tokenID: UUIDBytes, scope: Scope, account: Account) {
    self.tokenID = tokenID
    self.scope = scope
    self.account = account
  }
}

/// The answer to a statement that checks its token by itself.
public enum Access<Value: Sendable>: Sendable {
  /// The secret is of no valid token.
  case unauthorized
  /// The token is valid, but its scope does not allow this.
  case forbidden(Caller)
  case granted(Caller, Value)

  /// The value, where there is one.
  public var value: Value? {
    if case .granted(_, let value) = self { value } else { nil }
  }

  /// The same access to what is made of the value.
  func map<Other: Sendable>(_ transform: (Caller, Value) -> Other) -> Access<Other> {
    switch self {
    case .unauthorized: .unauthorized
    case .forbidden(let caller): .forbidden(caller)
    case .granted(let caller, let value): .granted(caller, transform(caller, value))
    }
  }
}

extension Caller {
  /// The column that every statement with a token begins with, read by `read(_:accountID:)`: `t`,
  /// `a` and `r` are the token, the account and its revision. It is one composite, since each row
  /// repeats it.
  static let column: StaticString = """
    row(t.id, t.scope, t.last_used_at is null,
      t.last_used_at <= statement_timestamp() - interval '1 minute', a.time_zone, a.locale, a.unit,
      a.day_start_minutes, a.week_start, a.epoch, r.rev)
    """

  /// The tables behind `columns`.
  static let tables: StaticString = """
    tokens t
    join accounts a on a.account_id = t.account_id
    join account_revisions r on r.account_id = t.account_id
    """

  /// The same for each member of a shared read, by its `m.account_id` and `m.random`. Each table is read in a subquery
  /// of its own: see `ReadKind`.
  static func tables(of members: SQL) -> SQL {
    """
    \(members)
    join lateral (
      select t.id, t.scope, t.last_used_at from tokens t
      where t.account_id = m.account_id and t.secret_sha256 = sha256(m.random)
        and \(unsafeRaw: isValid) offset 0
    ) t on true
    join lateral (
      select a.time_zone, a.locale, a.unit, a.day_start_minutes, a.week_start, a.epoch
      from accounts a where a.account_id = m.account_id offset 0
    ) a on true
    join lateral (
      select r.rev from account_revisions r where r.account_id = m.account_id offset 0
    ) r on true
    """
  }

  /// Whether a token may be used still.
  static let isValid: StaticString = """
    t.revoked_at is null and (t.expires_at is null or t.expires_at > statement_timestamp())
    """

  /// Reads `column`, and when the token was last used before.
  static func read(
    _ row: Row, _ column: Int = 0, accountID: UUIDBytes
  ) throws(PostgresError) -> (Caller, TokenUses.Freshness) {
    var fields = try row.composite(column, fieldCount: 11)
    let tokenID = try fields.id()
    let scope: Scope = try fields.name()
    let isUnused = try fields.bool()
    let isStale = try fields.boolOrNil() ?? false
    let settings = AccountSettings(
      timeZone: try fields.text(), language: try fields.name(), unit: try fields.name(),
      dayStartMinutes: Int(try fields.int16()), weekStart: Int(try fields.int16()))
    let epoch = try fields.int64()
    let account = Account(
      id: accountID, settings: settings, rev: try fields.int64(), epoch: epoch)
    return (
      Caller(tokenID: tokenID, scope: scope, account: account),
      isUnused ? .unused : isStale ? .stale : .fresh
    )
  }
}
