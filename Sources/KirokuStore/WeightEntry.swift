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
  /// The columns of an entry `e`, in the order of `init(_:from:)`.
  static let columns: StaticString = """
    e.id, e.recorded_at, e.weight_grams, e.entered_thousandths, e.entered_unit, e.time_precision,
      e.time_zone, e.utc_offset_minutes, e.day_start_minutes, e.local_day, e.note, e.source,
      e.body_fat_thousandths, e.version_at, e.rev, e.created_at, e.updated_at
    """

  /// Reads `columns`, the first of which is column `first`.
  init(_ row: Row, from first: Int) throws(PostgresError) {
    self.init(
      id: try row.id(first),
      weight: Weight(
        stored: Int64(try row.int32(first + 3)), unit: try row.name(first + 4),
        grams: Int64(try row.int32(first + 2))),
      recordedAt: try row.instant(first + 1),
      timePrecision: try row.name(first + 5),
      timeZone: try row.text(first + 6),
      utcOffsetMinutes: Int(try row.int16(first + 7)),
      dayStartMinutes: Int(try row.int16(first + 8)),
      localDay: try row.day(first + 9),
      note: try row.textOrNil(first + 10),
      source: try row.nameOrNil(first + 11),
      bodyFatThousandths: try row.int32OrNil(first + 12).map(Int64.init),
      version: try row.instant(first + 13),
      rev: try row.int64(first + 14),
      createdAt: try row.instant(first + 15),
      updatedAt: try row.instant(first + 16))
  }
}
