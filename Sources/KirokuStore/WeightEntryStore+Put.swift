public import KirokuCore
internal import Postgres

extension WeightEntryStore {
  /// Puts an entry: all its fields, newest act first.
  ///
  /// Nearly every put makes a new entry, so that is tried first; only when the id is taken a second
  /// statement compares the acts. A put that is not the newest act is a ``change(_:_:if:for:)``.
  public func put(
    _ put: EntryPut, _ act: Act, for secret: TokenSecret
  ) async throws(StoreError) -> Access<Result<EntryResult, EntryResult.Refusal>> {
    let member = PutMember(put: put, act: act, secret: secret, now: session.now)
    let isDonatable = act.source == .app && act.intent != nil
    var answer = try await run(
      isDonatable ? PutStatements.createDonatable : PutStatements.create, member,
      isDonatable: isDonatable)
    if case .granted(_, .taken) = answer {
      // Rare, so what is done in the app goes the way on which it is looked up whether to donate.
      if isDonatable { return try await change(.put(put), act, for: secret) }
      answer = try await run(PutStatements.replace, member)
    }
    switch answer {
    case .unauthorized: return .unauthorized
    case .forbidden(let caller): return .forbidden(caller)
    case .granted(let caller, .refused(let refusal)): return .granted(caller, .failure(refusal))
    case .granted(let caller, .stored(let result)): return .granted(caller, .success(result))
    case .granted(_, .repeated):
      // Rare, so what stands is read aside; it may be newer than the answer, never older.
      return try await standing(after: act, for: secret)
    case .granted(_, .late): return try await change(.put(put), act, for: secret)
    case .granted(_, .taken):
      throw StoreError("an entry's id was taken, and then it was free")
    }
  }

  private func run(
    _ kind: WriteKind, _ member: PutMember, isDonatable: Bool = false
  ) async throws(StoreError) -> Access<PutAnswer> {
    try await session.write(member.write(kind), for: member.secret, .writeEntries) {
      account, row, column throws(PostgresError) in
      try PutAnswer(row, from: column, member, account, isDonatable: isDonatable)
    }
  }

  /// What a known put did, and its entry as it is now.
  private func standing(
    after act: Act, for secret: TokenSecret
  ) async throws(StoreError) -> Access<Result<EntryResult, EntryResult.Refusal>> {
    let statement: SQL = """
      select \(unsafeRaw: Caller.column), o.outcome, o.acted_at, o.received_at,
        case when e.id is not null then \(unsafeRaw: WeightEntry.column) end,
        \(unsafeRaw: DonationTable.recommendation)
      from \(unsafeRaw: Caller.tables)
      join operations o on o.account_id = t.account_id and o.op_id = \(act.operationID)
      left join weight_entries e
        on e.account_id = o.account_id and e.id = o.record_id and e.deleted_at is null
      where t.account_id = \(secret.accountID) and t.secret_sha256 = sha256(\(secret.random))
        and \(unsafeRaw: Caller.isValid)
      """
    return try await session.authorized(statement, for: secret, .writeEntries) {
      rows throws(PostgresError) in
      let row = try rows[0]
      let entry = row.isNull(4) ? nil : try WeightEntry(row, 4)
      return .success(
        EntryResult(
          outcome: .repeated(try row.name(1)), entry: entry, weight: entry?.weight,
          actedAt: try row.instant(2), serverTime: try row.instant(3),
          recommendsDonation: try row.boolOrNil(5)))
    }
  }
}

/// What one of the put's statements answered.
private enum PutAnswer: Sendable {
  case stored(EntryResult)
  case refused(EntryResult.Refusal)
  /// The operation was known: nothing was changed.
  case repeated
  /// A newer act stands, or an undo waits that may name this one: the slow path decides.
  case late
  /// The entry's id is taken.
  case taken

  /// Reads a row of `PutStatements`, from the column after the account's.
  init(
    _ row: Row, from first: Int, _ member: PutMember, _ account: Account, isDonatable: Bool
  ) throws(PostgresError) {
    switch try row.text(first) {
    case "created":
      let advice = isDonatable ? try row.bool(first + Self.columnCount) : nil
      self = .stored(try Self.result(.created, row, first, member, account, advice))
    case "updated": self = .stored(try Self.result(.updated, row, first, member, account))
    case "late": self = .late
    case "repeated": self = .repeated
    case "reused": self = .refused(.operationReused)
    case "future": self = .refused(.recordedInFuture)
    case "taken": self = .taken
    default: throw PostgresError(.mismatch, "a put had an unknown outcome")
    }
  }

  /// Columns after the account's; the advice whether to donate is behind them.
  private static let columnCount = 9

  /// The entry as it was stored: what was put, and what the database made of it.
  private static func result(
    _ outcome: EntryResult.Outcome, _ row: Row, _ first: Int, _ member: PutMember,
    _ account: Account, _ recommendsDonation: Bool? = nil
  ) throws(PostgresError) -> EntryResult {
    let put = member.put
    let now = try row.instant(first + 1)
    let entry = WeightEntry(
      id: put.entryID, weight: put.draft.weight, recordedAt: try row.instant(first + 3),
      timePrecision: put.timePrecision, timeZone: try row.text(first + 4),
      utcOffsetMinutes: try row.int(first + 5),
      dayStartMinutes: account.settings.dayStartMinutes, localDay: try row.day(first + 6),
      note: put.draft.note, source: member.act.source,
      bodyFatThousandths: put.draft.bodyFatThousandths, version: try row.instant(first + 7),
      rev: account.rev, createdAt: try row.instant(first + 8), updatedAt: now)
    return EntryResult(
      outcome: outcome, entry: entry, weight: entry.weight, actedAt: try row.instant(first + 2),
      serverTime: now, recommendsDonation: recommendsDonation)
  }
}
