/// A weight entry as it is stored and answered.
public struct WeightEntry: Hashable, Sendable {
  public var id: UUIDBytes
  /// Value and unit as typed, and the grams.
  public var weight: Weight
  public var recordedAt: Instant
  public var timePrecision: TimePrecision
  /// The IANA name by which the local day was derived; never changed by travel.
  public var timeZone: String
  /// Minutes east of UTC at `recordedAt` in `timeZone`.
  public var utcOffsetMinutes: Int
  /// When the person's day begins, in minutes after midnight.
  public var dayStartMinutes: Int
  public var localDay: LocalDay
  public var note: String?
  public var source: Source?
  /// Thousandths of a percent.
  public var bodyFatThousandths: Int64?
  /// The greatest acted time among the record's operations.
  public var version: Instant
  /// The account's revision at the record's last change.
  public var rev: Int64
  public var createdAt: Instant
  public var updatedAt: Instant

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
}

/// How exactly the time of a record is known.
public enum TimePrecision: String, Sendable, CaseIterable {
  /// The time was given.
  case instant
  /// Only the day is known, as from another tracker's export.
  case day
}
