internal import KirokuCore
internal import Postgres

/// The first of a write's two statements: checks the token and locks the account's revision row.
///
/// It leaves a mark for the second one, in the transaction's setting `kiroku.lock`: the operation's
/// id and the token's, or nothing. Every member of a batch writes the setting, so none can take
/// another one's mark for its own.
struct AccountLock {
  private let secret: TokenSecret
  private let permission: Permission
  private let operationID: UUIDBytes

  init(_ secret: TokenSecret, _ permission: Permission, operationID: UUIDBytes) {
    self.secret = secret
    self.permission = permission
    self.operationID = operationID
  }

  /// `Permission.scopes` as a condition: written out, since it is part of every write.
  private var isAllowed: StaticString {
    switch permission {
    case .readEntries, .readHabits, .readShortcuts: "t.scope in ('app', 'intent', 'read')"
    case .writeEntries, .undo, .recordEvents: "t.scope in ('app', 'intent')"
    case .readDays: "t.scope in ('app', 'widget', 'intent', 'read')"
    case .writeDays: "t.scope in ('app', 'widget', 'intent')"
    case .readWidget: "t.scope in ('app', 'widget', 'read')"
    case .readOperations, .readFocusFilters: "t.scope in ('app', 'read')"
    case .writeHabits, .manageFocusFilters, .sync, .manageAccount: "t.scope = 'app'"
    }
  }

  /// The write whose second statement is `statement`.
  func guarding(_ statement: SQL) -> Write {
    Write(
      account: secret.accountID.postgres, lock: statementSkippingLocked,
      waitingLock: statementWaiting, statement: statement)
  }

  var statementSkippingLocked: SQL { Self.statement(self, "for update skip locked") }
  var statementWaiting: SQL { Self.statement(self, "for update") }

  /// Column 0 is NULL where waiting would not help, 1 tells whether the scope allows it, 2 to 5 are
  /// the token; all are NULL for an unknown token.
  private static func statement(_ lock: AccountLock, _ mode: StaticString) -> SQL {
    """
    with token as (
      select t.id, t.scope, \(unsafeRaw: lock.isAllowed) as allowed,
        t.last_used_at is null as unused,
        t.last_used_at <= statement_timestamp() - interval '1 minute' as stale
      from tokens t
      where t.account_id = \(lock.secret.accountID)
        and t.secret_sha256 = sha256(\(lock.secret.random))
        and \(unsafeRaw: Caller.isValid)
    ), held as (
      select r.rev from account_revisions r
      where r.account_id = \(lock.secret.accountID) and (select t.allowed from token t)
      \(unsafeRaw: mode)
    )
    select case when t.allowed then h.rev is not null end, t.allowed, t.id, t.scope, t.unused,
      t.stale, set_config('kiroku.lock',
        case when h.rev is not null then concat(\(lock.operationID), t.id) else '' end, true)
    from (values (true)) as always (row)
    left join token t on true
    left join held h on true
    """
  }

  /// The second statement's condition that the lock is its own.
  static func isMine(_ operationID: UUIDBytes) -> SQL {
    "left(current_setting('kiroku.lock', true), 36) = \(operationID)::text"
  }

  /// The id of the token that took the lock, in the second statement.
  static let tokenID: StaticString = "right(current_setting('kiroku.lock', true), 36)::uuid"

  /// Reads both statements' rows. The second one's begins with `accountColumns`.
  ///
  /// - Parameter decode: given the second statement's row and the column after those.
  static func decode<Value: Sendable>(
    _ lock: Rows, _ rows: Rows, accountID: UUIDBytes,
    _ decode: (Row, Int) throws(PostgresError) -> Value
  ) throws(PostgresError) -> (LockedAccess<Value>, TokenUses.Freshness) {
    guard let token = lock.first, let isAllowed = try token.boolOrNil(1) else {
      return (.unauthorized, .fresh)
    }
    guard isAllowed else { return (.forbidden, .fresh) }
    guard let row = rows.first else {
      // While it waited for the lock, the account was deleted by who held it.
      if try token.boolOrNil(0) == false { return (.unauthorized, .fresh) }
      throw PostgresError(.mismatch, "a write with its account's lock did not run")
    }
    let settings = AccountSettings(
      timeZone: try row.text(0), language: try row.name(1), unit: try row.name(2),
      dayStartMinutes: try row.int(3), weekStart: try row.int(4))
    let account = Account(
      id: accountID, settings: settings, rev: try row.int64(6), epoch: try row.int64(5))
    let caller = Caller(tokenID: try token.id(2), scope: try token.name(3), account: account)
    let freshness: TokenUses.Freshness =
      try token.bool(4) ? .unused : try token.bool(5) ? .stale : .fresh
    return (.granted(caller, try decode(row, accountColumnCount)), freshness)
  }

  /// The account as the second statement answers it, from its common table `s`; the revision after
  /// the write follows.
  static let accountColumns: StaticString =
    "s.time_zone, s.locale, s.unit, s.account_day_start, s.week_start, s.epoch"
  private static let accountColumnCount = 7
}

/// As `Access`, but the account was not read for a token whose scope does not allow the write.
enum LockedAccess<Value: Sendable>: Sendable {
  case unauthorized
  case forbidden
  case granted(Caller, Value)
}

extension StoreSession {
  /// Runs a write under its account's lock.
  ///
  /// - Parameter decode: given the second statement's row and the column after the account's.
  func write<Value: Sendable>(
    _ statement: SQL, of operationID: UUIDBytes, for secret: TokenSecret, _ permission: Permission,
    _ decode: (Row, Int) throws(PostgresError) -> Value
  ) async throws(StoreError) -> Access<Value> {
    let lock = AccountLock(secret, permission, operationID: operationID)
    let (access, freshness) = try await write(lock.guarding(statement)) {
      lock, rows throws(PostgresError) in
      try AccountLock.decode(lock, rows, accountID: secret.accountID, decode)
    }
    return try await noting(access, freshness, for: secret, permission)
  }

  /// The access with who was refused, and with the token's use noted; who waits for changes is told.
  func noting<Value: Sendable>(
    _ access: LockedAccess<Value>, _ freshness: TokenUses.Freshness, for secret: TokenSecret,
    _ permission: Permission
  ) async throws(StoreError) -> Access<Value> {
    switch access {
    case .unauthorized: return .unauthorized
    case .forbidden:
      // Rare, so who calls is read aside.
      switch try await TokenStore(session: self).authenticate(secret, for: permission) {
      case .forbidden(let caller): return .forbidden(caller)
      case .unauthorized, .granted: return .unauthorized
      }
    case .granted(let caller, let value):
      live.note(secret.accountID, rev: caller.account.rev)
      guard freshness != .fresh else { return .granted(caller, value) }
      let isKnown = try await uses.note(
        account: secret.accountID, token: caller.tokenID, freshness)
      return isKnown ? .granted(caller, value) : .unauthorized
    }
  }
}
