public import KirokuCore
internal import Postgres

/// A weight that a person logged, as it is stored now.
public struct WeightEntry: Hashable, Sendable {
  public let id: UUIDBytes
  public let weight: Weight
  /// When the person stood on the scale.
  public let recordedAt: Instant
  public let timePrecision: TimePrecision
  /// The zone, its offset then (minutes east of UTC) and the day's start (minutes after midnight)
  /// as they were when the entry was put: `localDay` follows from them.
  public let timeZone: String
  public let utcOffsetMinutes: Int
  public let dayStartMinutes: Int
  public let localDay: LocalDay
  public let note: String?
  public let source: Source?
  /// Thousandths of a percent.
  public let bodyFatThousandths: Int64?
  /// The greatest acted time among the operations on it.
  public let version: Instant
  /// The account's revision at its last change.
  public let rev: Int64
  public let createdAt: Instant
  public let updatedAt: Instant

  public init(
    id: UUIDBytes, weight: Weight, recordedAt: Instant, timePrecision: TimePrecision,
    timeZone: String, utcOffsetMinutes: Int, dayStartMinutes: Int, localDay: LocalDay,
    note: String?, source: Source?, bodyFatThousandths: Int64?, version: Instant, rev: Int64,
    createdAt: Instant, updatedAt: Instant
  ) {
    self.id = id
    self.weight = weight
    self.recordedAt = recordedAt
    self.timePrecision = timePrecision
    self.timeZone = timeZone
    self.utcOffsetMinutes = utcOffsetMinutes
    self.dayStartMinutes = dayStartMinutes
    self.localDay = localDay
    self.note = note
    self.source = source
    self.bodyFatThousandths = bodyFatThousandths
    self.version = version
    self.rev = rev
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  /// Where the entry stands in a list.
  public var position: EntryPosition {
    EntryPosition(recordedAt: recordedAt, weightGrams: weight.grams, id: id)
  }
}

extension WeightEntry {
  /// An entry `e` as one composite, in the order of `init(_:)`.
  static let column: StaticString = """
    row(e.id, e.recorded_at, e.weight_grams, e.entered_thousandths, e.entered_unit,
      e.time_precision, e.time_zone, e.utc_offset_minutes, e.day_start_minutes, e.local_day, e.note,
      e.source, e.body_fat_thousandths, e.version_at, e.rev, e.created_at, e.updated_at)
    """

  /// Reads a `column`.
  init(_ row: Row, _ column: Int) throws(PostgresError) {
    var fields = try row.composite(column, fieldCount: Self.fieldCount)
    try self.init(&fields)
  }

  /// Reads a column that is an array of such composites.
  static func list(_ row: Row, _ column: Int) throws(PostgresError) -> [WeightEntry] {
    var list = try row.composites(column, fieldCount: fieldCount)
    var entries: [WeightEntry] = []
    entries.reserveCapacity(list.count)
    while var fields = try list.next() { entries.append(try WeightEntry(&fields)) }
    return entries
  }

  private static let fieldCount = 17

  private init(_ fields: inout Composite) throws(PostgresError) {
    // In the order of the column: each field is read once.
    let id = try fields.id()
    let recordedAt = try fields.instant()
    let grams = Int64(try fields.int32())
    self.init(
      id: id,
      weight: Weight(stored: Int64(try fields.int32()), unit: try fields.name(), grams: grams),
      recordedAt: recordedAt, timePrecision: try fields.name(), timeZone: try fields.text(),
      utcOffsetMinutes: Int(try fields.int16()), dayStartMinutes: Int(try fields.int16()),
      localDay: try fields.day(), note: try fields.textOrNil(), source: try fields.nameOrNil(),
      bodyFatThousandths: try fields.int32OrNil().map(Int64.init),
      version: try fields.instant(), rev: try fields.int64(), createdAt: try fields.instant(),
      updatedAt: try fields.instant())
  }
}
