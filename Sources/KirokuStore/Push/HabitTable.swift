internal import KirokuCore
internal import Postgres

/// `habits`, as pushes read and write them.
enum HabitTable: RecordTable {
  static func rows(_ ids: [UUIDBytes], of account: UUIDBytes) -> SQL {
    """
    select \(unsafeRaw: columns)
    from \(rows: "\(ids)") as wanted (id)
    cross join lateral (
      select * from habits h where h.account_id = \(account) and h.id = wanted.id offset 0
    ) h
    """
  }

  /// How many there are.
  static func count(of account: UUIDBytes) -> SQL {
    "select count(*) from habits h where h.account_id = \(account) and h.deleted_at is null"
  }

  /// The fields are NULL in a row whose habit has never been put, or whose puts are all undone.
  private static let columns: StaticString = """
    h.id, case when h.kind is not null then row(h.kind, h.name, h.target_thousandths,
        h.target_direction, h.target_unit, h.schedules, h.pauses, h.icon, h.color, h.position,
        h.archived, h.note) end,
      row(h.version_at, h.rev, h.created_at, h.updated_at, h.deleted_at, h.created_op_id, h.key_at,
        h.key_acted_at, h.key_client_id, h.key_op_id)
    """

  static func read(
    _ row: Row
  ) throws(PostgresError) -> (UUIDBytes, RecordRow<HabitState>, Habit?) {
    let id = try row.id(0)
    var columns = try row.composite(2, fieldCount: 10)
    let version = try columns.instant()
    let facts = try RowFacts(&columns)
    guard let fields = try Self.fields(row, 1) else {
      return (id, facts.row(HabitState(fields: nil, isDeleted: false), version), nil)
    }
    let isDeleted = facts.deletedAt != nil
    let habit = Habit(
      id: id, fields: fields, version: version, rev: facts.rev, createdAt: facts.createdAt,
      updatedAt: facts.updatedAt)
    return (
      id, facts.row(HabitState(fields: fields, isDeleted: isDeleted), version),
      isDeleted ? nil : habit
    )
  }

  /// Reads a composite of the fields' columns.
  static func fields(_ row: Row, _ column: Int) throws(PostgresError) -> HabitFields? {
    guard !row.isNull(column) else { return nil }
    var columns = try row.composite(column, fieldCount: 12)
    return try HabitFields(&columns)
  }

  static func write(
    _ records: [RecordWrite<UUIDBytes, HabitState>], of account: UUIDBytes
  ) -> SQL {
    let rows: SQL = """
      \(records.map(\.id)), \(records.map(\.version)),
      \(records.map(\.key.effectiveAt)), \(records.map(\.key.actedAt)),
      \(records.map(\.key.clientID)), \(records.map(\.key.operationID)), \(records.map(\.rev)),
      \(records.map(\.createdAt)), \(records.map(\.updatedAt)), \(records.map(\.deletedAt)),
      \(records.map(\.createdBy)), \(fieldArrays(records.map(\.state.fields)))
      """
    return """
      insert into habits as h (account_id, id, version_at, key_at, key_acted_at, key_client_id,
        key_op_id, rev, created_at, updated_at, deleted_at, created_op_id, kind, name,
        target_thousandths, target_direction, target_unit, schedules, pauses, icon, color, position,
        archived, note)
      select \(account), g.id, g.version_at, g.key_at, g.key_acted_at, g.key_client_id, g.key_op_id,
        g.rev, g.created_at, g.updated_at, g.deleted_at, g.created_op_id,
        \(unsafeRaw: fieldExpressions)
      from \(rows: rows) as g (id, version_at, key_at, key_acted_at, key_client_id, key_op_id,
        rev, created_at, updated_at, deleted_at, created_op_id, \(unsafeRaw: fieldNames))
      on conflict on constraint habits_pkey do update set
        version_at = excluded.version_at, key_at = excluded.key_at,
        key_acted_at = excluded.key_acted_at, key_client_id = excluded.key_client_id,
        key_op_id = excluded.key_op_id, rev = excluded.rev, updated_at = excluded.updated_at,
        deleted_at = excluded.deleted_at, kind = excluded.kind, name = excluded.name,
        target_thousandths = excluded.target_thousandths,
        target_direction = excluded.target_direction, target_unit = excluded.target_unit,
        schedules = excluded.schedules, pauses = excluded.pauses, icon = excluded.icon,
        color = excluded.color, position = excluded.position, archived = excluded.archived,
        note = excluded.note
      returning \(unsafeRaw: columns)
      """
  }

  // MARK: - The fields, as arrays

  /// The columns of fields in a list of arrays that are unnested.
  static let fieldNames: StaticString = """
    kind, name, target, direction, unit, schedules, pauses, icon, color, position, archived, note
    """

  /// The same as they are stored: an array of arrays has one length for all, so lists come as lines.
  static let fieldExpressions: StaticString = """
    g.kind, g.name, g.target, g.direction, g.unit, string_to_array(g.schedules, E'\\n'),
      string_to_array(g.pauses, E'\\n'), g.icon, g.color, g.position, g.archived, g.note
    """

  static func fieldArrays(_ fields: [HabitFields?]) -> SQL {
    let targets = fields.map { $0?.target }
    return """
      \(fields.map { $0?.kind.rawValue }), \(fields.map { $0?.name }),
        \(targets.map { $0?.thousandths }), \(targets.map { $0?.direction.rawValue }),
        \(targets.map { $0?.unit }), \(fields.map { $0.map { lines($0.schedules) } }),
        \(fields.map { $0.map { lines($0.pauses) } }), \(fields.map { $0?.icon }),
        \(fields.map { $0?.color }), \(fields.map { $0?.position }),
        \(fields.map { $0?.isArchived }), \(fields.map { $0?.note })
      """
  }

  private static func lines(_ values: [some CustomStringConvertible]) -> String {
    values.map(\.description).joined(separator: "\n")
  }
}
