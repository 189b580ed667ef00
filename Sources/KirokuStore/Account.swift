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
}

extension Caller {
  /// The columns that every statement with a token begins with, in the order of `init(_:)`: `t`,
  /// `a` and `r` are the token, the account and its revision.
  static let columns: StaticString = """
    t.id, t.scope, t.last_used_at is null,
      t.last_used_at <= statement_timestamp() - interval '1 minute', a.time_zone, a.locale, a.unit,
      a.day_start_minutes, a.week_start, a.epoch, r.rev
    """
  /// How many columns that is.
  static let columnCount = 11

  /// The tables behind `columns`.
  static let tables: StaticString = """
    tokens t
    join accounts a on a.account_id = t.account_id
    join account_revisions r on r.account_id = t.account_id
    """

  /// Whether a token may be used still.
  static let isValid: StaticString = """
    t.revoked_at is null and (t.expires_at is null or t.expires_at > statement_timestamp())
    """

  /// Reads `columns`.
  init(_ row: Row, accountID: UUIDBytes) throws(PostgresError) {
    let settings = AccountSettings(
      timeZone: try row.text(4), language: try row.name(5), unit: try row.name(6),
      dayStartMinutes: try row.int(7), weekStart: try row.int(8))
    self.init(
      tokenID: try row.id(0), scope: try row.name(1),
      account: Account(
        id: accountID, settings: settings, rev: try row.int64(10), epoch: try row.int64(9)))
  }
}
