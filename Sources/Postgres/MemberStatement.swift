/// A column of the table in which a batch's members stand, a row a member.
public struct MemberColumn<Member>: Sendable {
  let name: StaticString
  let type: TypeOID
  let arrayType: TypeOID
  let bind: @Sendable (Member, inout MemberRow) -> Void

  @usableFromInline
  init<Value: SQLValue>(
    _ name: StaticString, of type: Value.Type,
    bind: @escaping @Sendable (Member, inout MemberRow) -> Void
  ) {
    self.name = name
    self.type = Value.sqlType
    arrayType = Value.sqlArrayType
    self.bind = bind
  }

  // Inlinable, so that each column's closure is compiled for its type.
  @inlinable
  public init<Value: SQLValue & SendableMetatype>(
    _ name: StaticString, _ value: @escaping @Sendable (Member) -> Value
  ) {
    self.init(name, of: Value.self) { member, row in row.append(value(member)) }
  }

  @inlinable
  public init<Value: SQLValue & SendableMetatype>(
    _ name: StaticString, _ value: @escaping @Sendable (Member) -> Value?
  ) {
    self.init(name, of: Value.self) { member, row in
      if let value = value(member) { row.append(value) } else { row.appendNull() }
    }
  }

  /// A column of `bytea`.
  @inlinable
  public init(_ name: StaticString, bytes: @escaping @Sendable (Member) -> [UInt8]) {
    self.init(name, of: Bytes.self) { member, row in row.append(bytes(member)) }
  }
}

/// What one member binds: a value for each column.
public struct MemberRow: Sendable {
  /// How many bytes each value has; negative: it is NULL.
  private(set) var lengths: [Int32] = []
  /// The values one after another, in binary form.
  @usableFromInline var bytes: [UInt8] = []

  /// What a row may hold: a batch of the most members stays within what a statement can bind.
  static let maxBytes = 4 << 20

  public init<Member>(_ member: Member, _ columns: [MemberColumn<Member>]) {
    lengths.reserveCapacity(columns.count)
    bytes.reserveCapacity(16 * columns.count)
    for column in columns { column.bind(member, &self) }
  }

  /// The bytes of the values before a column.
  func byteCount(before column: Int) -> Int {
    lengths[..<column].reduce(0) { $0 + max(0, Int($1)) }
  }

  @inlinable
  mutating func append<Value: SQLValue>(_ value: Value) {
    let offset = bytes.count
    value.appendBinary(to: &bytes)
    endValue(from: offset)
  }

  @inlinable
  mutating func append(_ value: [UInt8]) {
    let offset = bytes.count
    bytes.append(contentsOf: value)
    endValue(from: offset)
  }

  @usableFromInline
  mutating func appendNull() { lengths.append(-1) }

  @usableFromInline
  mutating func endValue(from offset: Int) {
    lengths.append(Int32(truncatingIfNeeded: bytes.count - offset))
  }
}

/// A statement for all members of a batch at once, of which there may be one.
///
/// Starting a large statement costs PostgreSQL more than a member's share of its work, so a batch is
/// one statement over a table of its members instead of one statement a member. The text is written
/// once, with the table left open. For many members the table is `unnest` of one array a column; for one
/// it is a row of `values`, which the planner puts in place.
public struct MemberStatement: Sendable {
  /// Which of a row's columns the statement takes.
  private let columns: Range<Int>
  private let types: [TypeOID]
  private let forOne: SQL
  private let forMany: SQL

  /// - Parameters:
  ///   - columns: those of the rows that will be bound, or a stretch of them.
  ///   - text: given the table for its `from` clause: `m`, with the columns and `m.n`, the member's number
  ///     from 1 (`bigint`). All of its values come from the columns.
  public init<Member>(
    _ columns: ArraySlice<MemberColumn<Member>>, _ text: (_ members: SQL) -> SQL
  ) {
    self.columns = columns.indices
    types = columns.map(\.type)
    var row: SQL = "(values ("
    var arrays: SQL = "unnest("
    var names: SQL = ""
    for (index, column) in columns.enumerated() {
      row.appendNull(column.type)
      row.append(literal: ", ")
      if index > 0 { arrays.append(literal: ", ") }
      arrays.appendNull(column.arrayType)
      names.append(literal: column.name)
      names.append(literal: ", ")
    }
    forOne = text("\(row)1::bigint)) as m (\(names)n)")
    forMany = text("\(arrays)) with ordinality as m (\(names)n)")
  }

  /// - Parameter rows: at least one, each of all columns.
  func statement(for rows: [MemberRow]) -> SQL {
    rows.count == 1 ? bind(rows[0]) : bind(rows)
  }

  /// Whether a row is as this statement needs it.
  func fits(_ row: MemberRow) -> Bool {
    columns.upperBound <= row.lengths.count && row.bytes.count <= MemberRow.maxBytes
  }

  private func bind(_ row: MemberRow) -> SQL {
    var offset = row.byteCount(before: columns.lowerBound)
    var parameters: [SQL.Parameter] = []
    parameters.reserveCapacity(columns.count)
    for (column, type) in zip(columns, types) {
      let length = row.lengths[column]
      parameters.append(SQL.Parameter(type: type, offset: Int32(offset), length: length))
      offset += max(0, Int(length))
    }
    return forOne.rebound(to: parameters, row.bytes)
  }

  /// Binds an array a column, in the form that `SQL.append(array:)` explains.
  private func bind(_ rows: [MemberRow]) -> SQL {
    let count = Int32(truncatingIfNeeded: rows.count)
    let byteCount = rows.reduce(columns.count * (20 + 4 * rows.count)) { $0 + $1.bytes.count }
    // Where each row's next value begins.
    var offsets = rows.map { $0.byteCount(before: columns.lowerBound) }
    var parameters = forMany.parameters
    var bytes: [UInt8] = []
    bytes.append(addingCapacity: byteCount) { (output: inout OutputSpan<UInt8>) in
      for (index, column) in columns.enumerated() {
        let start = output.count
        output.append(bigEndian: 1)
        output.append(bigEndian: rows.contains { $0.lengths[column] < 0 } ? 1 : 0)
        output.append(bigEndian: Int32(bitPattern: types[index].rawValue))
        output.append(bigEndian: count)
        output.append(bigEndian: 1)
        for member in rows.indices {
          let length = rows[member].lengths[column]
          output.append(bigEndian: max(-1, length))
          guard length > 0 else { continue }
          let end = offsets[member] + Int(length)
          output.append(copying: rows[member].bytes[offsets[member]..<end])
          offsets[member] = end
        }
        parameters[index].offset = Int32(truncatingIfNeeded: start)
        parameters[index].length = Int32(truncatingIfNeeded: output.count - start)
      }
    }
    return forMany.rebound(to: parameters, bytes)
  }
}

extension OutputSpan<UInt8> {
  /// Appends an integer in network order.
  @inline(__always)
  fileprivate mutating func append(bigEndian value: Int32) {
    precondition(freeCapacity >= 4, "no room for an integer")
    withUnsafeMutableBufferPointer { buffer, count in
      UnsafeMutableRawBufferPointer(buffer)
        .storeBytes(of: value.bigEndian, toByteOffset: count, as: Int32.self)
      count += 4
    }
  }

  /// Appends bytes in one go.
  @inline(__always)
  fileprivate mutating func append(copying bytes: ArraySlice<UInt8>) {
    precondition(freeCapacity >= bytes.count, "no room for a value")
    withUnsafeMutableBufferPointer { buffer, count in
      bytes.withUnsafeBufferPointer { source in
        guard let base = buffer.baseAddress, let start = source.baseAddress else { return }
        (base + count).initialize(from: start, count: source.count)
      }
      count += bytes.count
    }
  }
}
