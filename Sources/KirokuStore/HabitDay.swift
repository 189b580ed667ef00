public import KirokuCore
internal import Postgres

/// A local day of a habit, as it is stored now; a day without a row is empty.
public struct HabitDay: Hashable, Sendable {
  public let habitID: UUIDBytes
  public let day: LocalDay
  public let value: HabitDayValue
  public let note: String?
  /// The greatest acted time among the operations on it; nil where there was none.
  public let version: Instant?
  /// The account's revision at its last change; 0 where there was none.
  public let rev: Int64
  public let updatedAt: Instant?

  public init(
    habitID: UUIDBytes, day: LocalDay, value: HabitDayValue = .empty, note: String? = nil,
    version: Instant? = nil, rev: Int64 = 0, updatedAt: Instant? = nil
  ) {
    self.habitID = habitID
    self.day = day
    self.value = value
    self.note = note
    self.version = version
    self.rev = rev
    self.updatedAt = updatedAt
  }
}

extension HabitDay {
  /// A day `d` as one composite column, in the order of `init(_:_:)`.
  static let column: StaticString = """
    row(d.habit_id, d.day, d.skipped, d.amount_thousandths, d.note, d.version_at, d.rev, d.updated_at)
    """

  /// Reads `column`.
  init(_ row: Row, _ column: Int) throws(PostgresError) {
    var fields = try row.composite(column, fieldCount: 8)
    let habitID = try fields.id()
    let day = try fields.day()
    self.init(
      habitID: habitID, day: day, value: try HabitDayValue(&fields), note: try fields.textOrNil(),
      version: try fields.instant(), rev: try fields.int64(), updatedAt: try fields.instant())
  }
}

extension HabitDayValue {
  /// Reads `skipped` and `amount_thousandths`.
  init(_ fields: inout Composite) throws(PostgresError) {
    let isSkipped = try fields.bool()
    let amount = try fields.int64OrNil()
    self = isSkipped ? .skipped : amount.map { .amount($0) } ?? .empty
  }
}
