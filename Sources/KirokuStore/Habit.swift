public import KirokuCore
internal import Postgres

/// A habit of a person, as it is stored now.
public struct Habit: Hashable, Sendable {
  public let id: UUIDBytes
  public let fields: HabitFields
  /// The greatest acted time among the operations on it.
  public let version: Instant
  /// The account's revision at its last change.
  public let rev: Int64
  public let createdAt: Instant
  public let updatedAt: Instant

  public init(
    id: UUIDBytes, fields: HabitFields, version: Instant, rev: Int64, createdAt: Instant,
    updatedAt: Instant
  ) {
    self.id = id
    self.fields = fields
    self.version = version
    self.rev = rev
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}

extension Habit {
  /// A habit `h` that there is as one composite column, in the order of `init(_:_:)`.
  static let column: StaticString = """
    row(h.id, h.kind, h.name, h.target_thousandths, h.target_direction, h.target_unit, h.schedules,
      h.pauses, h.icon, h.color, h.position, h.archived, h.note, h.version_at, h.rev, h.created_at,
      h.updated_at)
    """

  /// Reads `column`.
  init(_ row: Row, _ column: Int) throws(PostgresError) {
    var fields = try row.composite(column, fieldCount: 17)
    self.init(
      id: try fields.id(), fields: try HabitFields(&fields), version: try fields.instant(),
      rev: try fields.int64(), createdAt: try fields.instant(), updatedAt: try fields.instant())
  }
}

extension HabitFields {
  /// Reads the columns from `kind` to `note`, in the order of `Habit.column`.
  init(_ fields: inout Composite) throws(PostgresError) {
    let kind: HabitKind = try fields.name()
    let name = try fields.text()
    let target = try HabitTarget(&fields)
    self.init(
      kind: kind, name: name, target: target, schedules: try fields.values(),
      pauses: try fields.values(), icon: try fields.textOrNil(), color: try fields.textOrNil(),
      position: try fields.int32(), isArchived: try fields.bool(), note: try fields.textOrNil())
  }
}

extension HabitTarget {
  /// Reads amount, direction and unit; nil where there is no target.
  init?(_ fields: inout Composite) throws(PostgresError) {
    let thousandths = try fields.int64OrNil()
    let direction: TargetDirection? = try fields.nameOrNil()
    let unit = try fields.textOrNil()
    guard let thousandths, let direction else { return nil }
    self.init(thousandths: thousandths, direction: direction, unit: unit)
  }
}

extension Composite {
  /// A `text[]` of values in the form in which they describe themselves.
  ///
  /// - Throws: `mismatch` for any other text, which only a newer program can have stored.
  mutating func values<Value: StoredText>() throws(PostgresError) -> [Value] {
    var values: [Value] = []
    try forEachText { text throws(PostgresError) in
      guard let value = Value(utf8: text) else { throw StoredNameFault.unknown }
      values.append(value)
    }
    return values
  }
}

/// A type whose values are stored as texts of their own form.
protocol StoredText {
  init?(utf8: Span<UInt8>)
}

extension ScheduleVersion: StoredText {}
extension Pause: StoredText {}
extension HabitKind: StoredName { static let names = StoredNames<HabitKind>() }
extension TargetDirection: StoredName { static let names = StoredNames<TargetDirection>() }
