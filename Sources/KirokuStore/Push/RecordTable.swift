internal import KirokuCore
internal import Postgres

/// How the records of one kind are stored: their rows, what is kept of their operations, and their bases.
///
/// Every statement is for many records at once.
protocol RecordTable {
  associatedtype ID: Hashable & Sendable
  associatedtype State: StoredState
  /// The record as it is answered.
  associatedtype Value: Sendable

  static func rows(_ ids: [ID], of account: UUIDBytes) -> SQL
  /// Reads a row of `rows` or of what `write` returns.
  ///
  /// - Returns: also the record as it is answered; nil when it is gone.
  static func read(_ row: Row) throws(PostgresError) -> (ID, RecordRow<State>, Value?)
  static func write(_ records: [RecordWrite<ID, State>], of account: UUIDBytes) -> SQL

  /// Selects what was done to records and is not settled: `OperationColumns` and then what `change` reads.
  ///
  /// - Parameter earliest: where all that changes has at least this effective time, what was overwritten before it may be
  ///   left out; nil for the whole history.
  static func operations(_ ids: [ID], since earliest: Instant?, of account: UUIDBytes) -> SQL
  static func id(ofOperation row: Row) throws(PostgresError) -> ID
  static func change(_ row: Row, _ kind: OperationKind) throws(PostgresError) -> State.Change

  static func bases(_ ids: [ID], of account: UUIDBytes) -> SQL
  static func readBase(_ row: Row) throws(PostgresError) -> (ID, RecordHistory<State>.Base)
  static func writeBases(
    _ bases: [(ID, RecordHistory<State>.Base)], of account: UUIDBytes
  ) -> SQL
}

/// What every history reads of an operation.
enum OperationColumns {
  static let list: StaticString = """
    o.record_id, o.record_day, o.op_id, o.kind, o.target_op_id, o.received_at, o.key_at, o.acted_at,
      o.client_id
    """
  /// Where the columns of a table's own begin.
  static let count = 9
}

/// Histories as they were read.
struct LoadedHistories<ID: Hashable & Sendable, State: StoredState> {
  private(set) var histories: [ID: RecordHistory<State>] = [:]
  /// When each operation arrived.
  private(set) var receivedAt: [UUIDBytes: Instant] = [:]

  init<Table: RecordTable>(
    _ table: Table.Type, operations: Rows, bases: Rows
  ) throws(PostgresError) where Table.ID == ID, Table.State == State {
    for row in operations {
      let id = try Table.id(ofOperation: row)
      let key = try OperationKey(row, from: 6, operationID: try row.id(2))
      receivedAt[key.operationID] = try row.instant(5)
      let kind: OperationKind = try row.name(3)
      switch kind {
      case .undo, .redo:
        let reversal = Reversal(key: key, target: try row.id(4), cancels: kind == .undo)
        histories[id, default: RecordHistory()].reversals.append(reversal)
      case .put, .patch, .delete, .set, .increment:
        let operation = Operation(key: key, change: try Table.change(row, kind))
        histories[id, default: RecordHistory()].operations.append(operation)
      case .donate: break  // Of no record.
      }
    }
    for row in bases {
      let (id, base) = try Table.readBase(row)
      histories[id, default: RecordHistory()].base = base
    }
    for id in histories.keys {
      // In the order of their keys, which spares every fold its sorting.
      histories[id]?.operations.sort { $0.key < $1.key }
    }
  }
}

extension OperationKey {
  /// Reads the two times and the client from three columns.
  init(_ row: Row, from first: Int, operationID: UUIDBytes) throws(PostgresError) {
    self.init(
      effectiveAt: try row.instant(first), actedAt: try row.instant(first + 1),
      clientID: try row.id(first + 2), operationID: operationID)
  }

  /// Reads all of a key from four columns.
  init(_ row: Row, from first: Int) throws(PostgresError) {
    try self.init(row, from: first, operationID: try row.id(first + 3))
  }
}

/// What every record's row has beside its state and version.
struct RowFacts {
  let rev: Int64
  let createdAt: Instant
  let updatedAt: Instant
  let deletedAt: Instant?
  private let createdBy: UUIDBytes?
  private let key: OperationKey

  /// Reads `rev`, `created_at`, `updated_at`, `deleted_at`, `created_op_id` and the key.
  init(_ columns: inout Composite) throws(PostgresError) {
    rev = try columns.int64()
    createdAt = try columns.instant()
    updatedAt = try columns.instant()
    deletedAt = try columns.instantOrNil()
    createdBy = try columns.idOrNil()
    key = OperationKey(
      effectiveAt: try columns.instant(), actedAt: try columns.instant(),
      clientID: try columns.id(), operationID: try columns.id())
  }

  func row<State: StoredState>(_ state: State, _ version: Instant) -> RecordRow<State> {
    RecordRow(
      record: FoldedRecord(state: state, version: version, lastKey: key), rev: rev,
      createdAt: createdAt, updatedAt: updatedAt, deletedAt: deletedAt, createdBy: createdBy)
  }
}

extension Update {
  /// - Parameter isNamed: whether there is a value at all, be it null.
  init(_ value: Value?, isNamed: Bool) {
    self = isNamed ? value.map { .set($0) } ?? .clear : .keep
  }
}
