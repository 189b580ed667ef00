internal import CLibpq

/// The rows that a statement returned; freed when nobody refers to them any more.
///
/// A final class over libpq's result: values are decoded from its memory, none is copied before it
/// is asked for.
///
/// `@unchecked Sendable`: a `PGresult` is never changed after it was received, and libpq's accessors
/// only read it.
public final class Rows: @unchecked Sendable {
  let result: OpaquePointer
  /// The number of rows.
  public let count: Int

  init(taking result: OpaquePointer) {
    self.result = result
    count = Int(PQntuples(result))
  }

  deinit { PQclear(result) }

  public var isEmpty: Bool { count == 0 }

  /// The number of columns.
  public var columnCount: Int { Int(PQnfields(result)) }

  /// The row at `index`.
  ///
  /// - Throws: `mismatch` when there is no such row.
  public subscript(index: Int) -> Row {
    get throws(PostgresError) {
      guard index >= 0, index < count else {
        throw PostgresError(.mismatch, "row \(index) of \(count) was asked for")
      }
      return Row(rows: self, index: Int32(truncatingIfNeeded: index))
    }
  }

  /// 0, which is no type, when there is no such column.
  func type(of column: Int) -> TypeOID {
    TypeOID(rawValue: PQftype(result, Int32(truncatingIfNeeded: column)))
  }

  /// The first row, if there is one.
  public var first: Row? { count > 0 ? Row(rows: self, index: 0) : nil }

  /// How many rows an `insert`, `update` or `delete` changed; nil for other commands.
  public var affectedRows: Int? {
    guard let text = PQcmdTuples(result) else { return nil }
    return Int(String(cString: text))
  }

  /// Decodes each row.
  @inlinable
  public func map<Value>(
    _ decode: (Row) throws(PostgresError) -> Value
  ) throws(PostgresError) -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(count)
    for index in 0..<Int32(truncatingIfNeeded: count) {
      values.append(try decode(Row(rows: self, index: index)))
    }
    return values
  }
}

extension Rows: Sequence {
  public struct Iterator: IteratorProtocol {
    let rows: Rows
    var position: Int32 = 0

    public mutating func next() -> Row? {
      guard Int(position) < rows.count else { return nil }
      defer { position += 1 }
      return Row(rows: rows, index: position)
    }
  }

  public func makeIterator() -> Iterator { Iterator(rows: self) }

  public var underestimatedCount: Int { count }
}

/// One row of ``Rows``; columns are numbered from 0, in the order of the `select`.
///
/// Each accessor checks that the column has the type it reads and is not NULL, and throws
/// `mismatch` otherwise.
public struct Row: Sendable {
  let rows: Rows
  let index: Int32

  @usableFromInline
  init(rows: Rows, index: Int32) {
    self.rows = rows
    self.index = index
  }

  /// Whether the column is NULL.
  public func isNull(_ column: Int) -> Bool {
    PQgetisnull(rows.result, index, Int32(truncatingIfNeeded: column)) != 0
  }

  /// The bytes of a column as PostgreSQL sent them, or nil for NULL.
  ///
  /// - Throws: `mismatch` when the column does not exist or has another type.
  func bytes(
    _ column: Int, _ type: TypeOID
  ) throws(PostgresError) -> UnsafeRawBufferPointer? {
    guard rows.type(of: column) == type else { throw mismatch(column, type) }
    return bytes(column)
  }

  /// The same without a look at the type. The column exists.
  func bytes(_ column: Int) -> UnsafeRawBufferPointer? {
    let column = Int32(truncatingIfNeeded: column)
    let length = Int(PQgetlength(rows.result, index, column))
    if length == 0, PQgetisnull(rows.result, index, column) != 0 { return nil }
    return UnsafeRawBufferPointer(start: PQgetvalue(rows.result, index, column), count: length)
  }

  func mismatch(_ column: Int, _ type: TypeOID) -> PostgresError {
    guard column >= 0, column < rows.columnCount else {
      return PostgresError(.mismatch, "column \(column) does not exist")
    }
    let actual = rows.type(of: column).rawValue
    return PostgresError(
      .mismatch, "column \(column) has type \(actual), expected type \(type.rawValue)")
  }

  func unwrap<Value>(_ value: Value?, _ column: Int) throws(PostgresError) -> Value {
    guard let value else { throw PostgresError(.mismatch, "column \(column) is NULL") }
    return value
  }

  func integer<Value: FixedWidthInteger>(
    _ column: Int, _ type: TypeOID, as: Value.Type
  ) throws(PostgresError) -> Value? {
    guard let bytes = try bytes(column, type) else { return nil }
    guard bytes.count == MemoryLayout<Value>.size else {
      throw PostgresError(.mismatch, "column \(column) has \(bytes.count) bytes")
    }
    return Value(bigEndian: bytes.loadUnaligned(as: Value.self))
  }
}
