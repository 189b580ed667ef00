public import KirokuCore
internal import Postgres

extension AccountStore {
  /// The caller's account.
  public func profile(
    for secret: TokenSecret
  ) async throws(StoreError) -> Access<AccountProfile> {
    let statement: SQL = """
      select \(unsafeRaw: Caller.column), \(unsafeRaw: AccountProfile.columns)
      from \(unsafeRaw: Caller.tables)
      where t.account_id = \(secret.accountID) and t.secret_sha256 = sha256(\(secret.random))
        and \(unsafeRaw: Caller.isValid)
      """
    return try await session.authorized(statement, for: secret, .manageAccount) {
      rows throws(PostgresError) in
      let row = try rows[0]
      let (caller, _) = try Caller.read(row, accountID: secret.accountID)
      return try AccountProfile(row, from: 1, of: caller.account)
    }
  }

  /// Changes settings, under the account's lock.
  ///
  /// - Parameter isKeyed: whether the client chose the act's id, so that it may send it again.
  public func change(
    _ patch: AccountPatch, _ act: Act, isKeyed: Bool, if condition: EntryCondition,
    for secret: TokenSecret
  ) async throws(StoreError) -> Access<Result<AccountChangeResult, AccountChangeResult.Refusal>> {
    try await session.withLockedAccount(for: secret, .manageAccount) {
      account throws(PostgresError) in
      let change = SettingsTransaction(account: account, patch: patch, act: act, isKeyed: isKeyed)
      return try await change.run(if: condition)
    }
  }
}

/// One change of settings, under its account's lock.
private struct SettingsTransaction {
  let account: LockedAccount
  let patch: AccountPatch
  let act: Act
  let isKeyed: Bool

  func run(
    if condition: EntryCondition
  ) async throws(PostgresError) -> Result<AccountChangeResult, AccountChangeResult.Refusal> {
    let profile = try await profile()
    if isKeyed, let known = try await KnownChange.find(act, in: account) {
      guard known.isSameRequest else { return .failure(.keyReused) }
      return .success(
        AccountChangeResult(
          outcome: .repeated, profile: profile, serverTime: known.receivedAt))
    }
    guard condition.holds(forRev: profile.rev) else { return .failure(.conditionFailed(profile)) }
    var new = patch.applied(to: profile)
    let changes = new != profile
    if changes {
      try await account.raise()
      new.rev = account.rev
      try await store(new)
      if new.settings.weekStart != profile.settings.weekStart {
        try await HabitProgressTable.rebuildAll(
          account.id, weekStart: new.settings.weekStart, on: account.connection)
      }
    }
    if isKeyed { try await KnownChange.remember(act, in: account) }
    return .success(
      AccountChangeResult(
        outcome: changes ? .updated : .unchanged, profile: new, serverTime: account.now))
  }

  private func profile() async throws(PostgresError) -> AccountProfile {
    let rows = try await account.connection.query(
      """
      select \(unsafeRaw: AccountProfile.columns) from accounts a
      where a.account_id = \(account.id)
      """)
    return try AccountProfile(try rows[0], from: 0, of: account.caller.account)
  }

  private func store(_ profile: AccountProfile) async throws(PostgresError) {
    let (settings, goal) = (profile.settings, profile.weightGoal)
    _ = try await account.connection.query(
      """
      update accounts set time_zone = \(settings.timeZone), locale = \(settings.language.rawValue),
        unit = \(settings.unit.rawValue),
        day_start_minutes = \(Int16(clamping: settings.dayStartMinutes)),
        week_start = \(Int16(clamping: settings.weekStart)), settings_rev = \(profile.rev),
        weight_goal_grams = \(goal.map { Int32(clamping: $0.grams) }),
        weight_goal_thousandths = \(goal.map { Int32(clamping: $0.thousandths) }),
        weight_goal_unit = \(goal?.unit.rawValue)
      where account_id = \(account.id)
      """)
  }
}
