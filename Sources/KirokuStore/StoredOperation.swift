internal import KirokuCore
internal import Postgres

/// An operation as it is stored, without what only its record's fold needs.
struct StoredOperation: Sendable {
  let key: OperationKey
  let kind: OperationKind
  /// What it did when it arrived.
  let outcome: String
  /// Nil while an undo or a redo waits for what it names.
  let record: RecordReference?
  /// What an undo or a redo names.
  let targetID: UUIDBytes?
  let receivedAt: Instant
  let isCancelled: Bool
  /// Whether it is part of its record's base.
  let isSettled: Bool
  /// The first 16 bytes of SHA-256 over what was sent.
  private let requestHash: [UInt8]
  /// The weight that a put or a patch wrote; nil once it is settled.
  let weight: Weight?
  /// What ran it.
  let source: Source?
  /// The local day on which the person acted.
  let localDay: LocalDay

  /// Whether a request is the same as the one that was stored.
  func isOf(request: [UInt8]) -> Bool {
    SHA256.digest(of: request).prefix(requestHash.count).elementsEqual(requestHash)
  }

  static let columns: StaticString = """
    o.op_id, o.kind, o.outcome, o.record_type, o.record_id, o.record_day, o.target_op_id,
      o.received_at, o.cancelled, o.settled, o.key_at, o.acted_at, o.client_id, o.request_hash,
      ((o.fields #>> '{weight,value}')::numeric * 1000)::int8, o.fields #>> '{weight,unit}',
      o.source, ((o.key_at at time zone o.time_zone)
        - make_interval(mins => o.day_start_minutes))::date
    """

  init(_ row: Row) throws(PostgresError) {
    kind = try row.name(1)
    outcome = try row.text(2)
    record = try RecordReference(row, type: 3, id: 4, day: 5)
    targetID = try row.idOrNil(6)
    receivedAt = try row.instant(7)
    isCancelled = try row.bool(8)
    isSettled = try row.bool(9)
    key = try OperationKey(row, from: 10, operationID: try row.id(0))
    requestHash = try row.bytea(13)
    weight = try Weight(row, thousandths: 14, unit: 15)
    source = try row.nameOrNil(16)
    localDay = try row.day(17)
  }
}

extension RecordReference {
  /// The name of its kind, as it is stored.
  var typeName: String {
    switch self {
    case .entry: "entry"
    case .habit: "habit"
    case .day: "day"
    }
  }

  /// Its id, or a day's habit's.
  var recordID: UUIDBytes {
    switch self {
    case .entry(let id), .habit(let id), .day(let id, _): id
    }
  }

  var day: LocalDay? {
    if case .day(_, let day) = self { day } else { nil }
  }

  /// Reads the record of an operation; nil while that is not known.
  init?(_ row: Row, type: Int, id: Int, day: Int) throws(PostgresError) {
    guard let id = try row.idOrNil(id) else { return nil }
    switch try row.text(type) {
    case "entry": self = .entry(id)
    case "habit": self = .habit(id)
    case "day": self = .day(habit: id, try row.day(day))
    default: throw PostgresError(.mismatch, "an operation is on a record of an unknown type")
    }
  }
}

extension Weight {
  /// Reads a weight as an operation's fields hold it; nil where they hold none.
  init?(_ row: Row, thousandths: Int, unit: Int) throws(PostgresError) {
    guard let value = try row.int64OrNil(thousandths),
      let unit: WeightUnit = try row.nameOrNil(unit)
    else { return nil }
    self.init(thousandths: value, unit: unit)
  }
}
