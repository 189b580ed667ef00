public import KirokuCore
internal import Postgres

extension WeightEntryStore {
  /// A page of entries.
  ///
  /// Any entry that exists, unchanged, from the first page to the last is on exactly one of them.
  ///
  /// - Parameter limit: at most so many.
  public func list(
    _ filter: EntryFilter, by order: EntryOrder = .newestFirst, after position: EntryPosition?,
    limit: Int, for secret: TokenSecret
  ) async throws(StoreError) -> Access<EntryPage> {
    // One more than asked for tells whether there is a next page.
    let statement = Self.listStatement(
      filter, by: order, after: position, limit: limit + 1, for: secret)
    switch try await entries(statement, for: secret) {
    case .unauthorized: return .unauthorized
    case .forbidden(let caller): return .forbidden(caller)
    case .granted(let caller, let entries):
      let page = Array(entries.prefix(limit))
      let next = entries.count > limit ? page.last?.position : nil
      return .granted(caller, EntryPage(entries: page, next: next))
    }
  }

  /// The entries with these ids, in their order; those that there are not are left out.
  public func entries(
    _ ids: [UUIDBytes], for secret: TokenSecret
  ) async throws(StoreError) -> Access<[WeightEntry]> {
    try await entries(Self.entriesStatement(ids, for: secret), for: secret)
  }

  static func entriesStatement(_ ids: [UUIDBytes], for secret: TokenSecret) -> SQL {
    """
    select \(unsafeRaw: Caller.column), array(
      select \(unsafeRaw: WeightEntry.column)
      from unnest(\(ids)) with ordinality as wanted (id, place)
      join weight_entries e on e.account_id = t.account_id and e.id = wanted.id
        and e.deleted_at is null
      order by wanted.place
    )
    from \(unsafeRaw: Caller.tables)
    where t.account_id = \(secret.accountID) and t.secret_sha256 = sha256(\(secret.random))
      and \(unsafeRaw: Caller.isValid)
    """
  }

  /// By time, a page is read from the index alone, in order, and reading stops with the page. By
  /// weight the account's entries are read and the page's are sorted out of them: an index for that
  /// would cost every write. `ListPlanTests` holds the plans.
  ///
  /// Plans are made before the values are known. So that a list without a range is not taken for
  /// one with a narrow range, the index's conditions are there only where they are asked for; all
  /// others, where NULL is a condition that was not asked for, are one `case`, of which the planner
  /// expects half the entries, whatever they are. What is the same letter in another case is for the
  /// database's `LC_CTYPE` to say.
  static func listStatement(
    _ filter: EntryFilter, by order: EntryOrder, after position: EntryPosition?, limit: Int,
    for secret: TokenSecret
  ) -> SQL {
    """
    select \(unsafeRaw: Caller.column), array(
      select \(unsafeRaw: WeightEntry.column)
      from weight_entries e
      where e.account_id = t.account_id and e.deleted_at is null
        \(timeConditions(filter)) \(positionCondition(position, order))
        and case
          when e.local_day < \(filter.firstDay) or e.local_day >= \(filter.endDay)
            or e.weight_grams < \(filter.leastGrams.map(int32))
            or e.weight_grams > \(filter.mostGrams.map(int32)) then false
          else coalesce(e.source = \(filter.source?.rawValue), \(filter.source == nil))
            and coalesce(e.note ilike \(filter.notePattern), \(filter.noteText == nil))
        end
      order by \(unsafeRaw: orderColumns(order)) limit \(limit)
    )
    from \(unsafeRaw: Caller.tables)
    where t.account_id = \(secret.accountID) and t.secret_sha256 = sha256(\(secret.random))
      and \(unsafeRaw: Caller.isValid)
    """
  }

  private static func timeConditions(_ filter: EntryFilter) -> SQL {
    let from: SQL = filter.earliest.map { " and e.recorded_at >= \($0)" } ?? ""
    let to: SQL = filter.latest.map { " and e.recorded_at < \($0)" } ?? ""
    return "\(from)\(to)"
  }

  private static func positionCondition(_ position: EntryPosition?, _ order: EntryOrder) -> SQL {
    guard let position else { return "" }
    let (time, id) = (position.recordedAt, position.id)
    let grams = int32(position.weightGrams)
    return switch order {
    case .newestFirst: "and (e.recorded_at, e.id) < (\(time), \(id))"
    case .oldestFirst: "and (e.recorded_at, e.id) > (\(time), \(id))"
    case .heaviestFirst: "and (e.weight_grams, e.recorded_at, e.id) < (\(grams), \(time), \(id))"
    case .lightestFirst: "and (e.weight_grams, e.recorded_at, e.id) > (\(grams), \(time), \(id))"
    }
  }

  private static func orderColumns(_ order: EntryOrder) -> StaticString {
    switch order {
    case .newestFirst: "e.recorded_at desc, e.id desc"
    case .oldestFirst: "e.recorded_at, e.id"
    case .heaviestFirst: "e.weight_grams desc, e.recorded_at desc, e.id desc"
    case .lightestFirst: "e.weight_grams, e.recorded_at, e.id"
    }
  }

  /// Limits and positions lie far inside 32 bits.
  private static func int32(_ value: Int64) -> Int32 { Int32(clamping: value) }
}
