public import KirokuCore
internal import Postgres

extension OperationStore {
  /// A page of what was done, newest act first.
  ///
  /// Any operation that was there at the first page is on exactly one of them.
  ///
  /// - Parameter limit: at most so many.
  public func history(
    after position: OperationKey?, limit: Int, for secret: TokenSecret
  ) async throws(StoreError) -> Access<HistoryPage> {
    let statement: SQL = """
      select \(unsafeRaw: Caller.column), \(unsafeRaw: HistoryItem.columns)
      from \(unsafeRaw: Caller.tables)
      left join lateral (
        select *
        from operations o
        where o.account_id = t.account_id \(Self.condition(position))
        order by o.key_at desc, o.acted_at desc, o.client_id desc, o.op_id desc
        limit \(limit + 1)
      ) o on true
      left join operations n on n.account_id = o.account_id and n.op_id = o.target_op_id
      left join habits h on h.account_id = o.account_id and h.id = o.record_id
        and o.record_type <> 'entry'
      where t.account_id = \(secret.accountID) and t.secret_sha256 = sha256(\(secret.random))
        and \(unsafeRaw: Caller.isValid)
      order by o.key_at desc, o.acted_at desc, o.client_id desc, o.op_id desc
      """
    return try await session.authorized(statement, for: secret, .readOperations) {
      rows throws(PostgresError) in
      guard let first = rows.first, !first.isNull(1) else {
        return HistoryPage(items: [], next: nil)
      }
      let items = try rows.map { row throws(PostgresError) in try HistoryItem(row) }
      let page = Array(items.prefix(limit))
      return HistoryPage(items: page, next: items.count > limit ? page.last?.key : nil)
    }
  }

  /// The first comparison is the index's; the second tells equal times apart.
  private static func condition(_ position: OperationKey?) -> SQL {
    guard let position else { return "" }
    return """
      and o.key_at <= \(position.effectiveAt)
        and (o.key_at, o.acted_at, o.client_id, o.op_id) < (\(position.effectiveAt),
          \(position.actedAt), \(position.clientID), \(position.operationID))
      """
  }
}

/// A part of the history.
public struct HistoryPage: Sendable {
  public let items: [HistoryItem]
  /// After which operation the next page begins; nil at the end.
  public let next: OperationKey?
}

/// An operation as the history shows it.
public struct HistoryItem: Sendable {
  public let key: OperationKey
  public let kind: OperationKind
  /// Nil while an undo or a redo waits for what it names.
  public let record: RecordReference?
  /// What an undo or a redo names, and what that is, where it has arrived.
  public let targetID: UUIDBytes?
  public let targetKind: OperationKind?
  public let receivedAt: Instant
  public let source: Source?
  public let intent: String?
  /// What it did when it arrived, by `EntryResult.First` or `ReversalResult.Outcome`.
  public let outcome: String
  /// Whether it is undone now.
  public let isCancelled: Bool
  /// Whether it is part of its record's base, and can't be undone any more.
  public let isSettled: Bool
  /// The weight that it wrote, or that what it names wrote, where that is known.
  public let weight: Weight?
  /// What the habit is called that it is on, or on a day of.
  public let habitName: String?

  /// Of an operation `o` and of what it names, `n`; the caller's column stands before them.
  static let columns: StaticString = """
    o.op_id, o.kind, o.record_type, o.record_id, o.record_day, o.target_op_id, n.kind, o.key_at, o.acted_at, o.client_id,
      o.received_at, o.source, o.intent, o.outcome, o.cancelled, o.settled,
      (coalesce(o.fields #>> '{weight,value}', n.fields #>> '{weight,value}')::numeric * 1000)::int8,
      coalesce(o.fields #>> '{weight,unit}', n.fields #>> '{weight,unit}'), h.name
    """

  init(_ row: Row) throws(PostgresError) {
    key = try OperationKey(row, from: 8, operationID: try row.id(1))
    kind = try row.name(2)
    record = try RecordReference(row, type: 3, id: 4, day: 5)
    targetID = try row.idOrNil(6)
    targetKind = try row.nameOrNil(7)
    receivedAt = try row.instant(11)
    source = try row.nameOrNil(12)
    intent = try row.textOrNil(13)
    outcome = try row.text(14)
    isCancelled = try row.bool(15)
    isSettled = try row.bool(16)
    weight = try Weight(row, thousandths: 17, unit: 18)
    habitName = try row.textOrNil(19)
  }
}
