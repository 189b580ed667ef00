/// A composite value, such as `row(e.id, e.note)`, read from front to back.
///
/// Many columns of a row cost libpq and its caller a few calls each; packed into one composite they cost a few
/// instructions. Read the fields in the order of the `row(…)`, each once:
/// ```swift
/// var fields = try row.composite(0, fieldCount: 2)
/// let id = try fields.uuid()
/// let note = try fields.textOrNil()
/// ```
/// A field's type is checked by its length only: the composite names a domain's own type, which no accessor knows.
///
/// Format: `record_send` in PostgreSQL's `rowtypes.c`.
public struct Composite {
  /// Keeps the bytes alive.
  private let rows: Rows
  private let bytes: UnsafeRawBufferPointer
  private var offset = 4

  init(_ bytes: UnsafeRawBufferPointer, of rows: Rows, fieldCount: Int) throws(PostgresError) {
    guard bytes.count >= 4, bytes.loadUnaligned(as: Int32.self).bigEndian == fieldCount else {
      throw PostgresError(.mismatch, "a composite does not have \(fieldCount) fields")
    }
    self.rows = rows
    self.bytes = bytes
  }

  /// The bytes of the next field; nil for NULL. Each has its type and its length before it.
  private mutating func next() throws(PostgresError) -> UnsafeRawBufferPointer? {
    guard bytes.count - offset >= 8 else { throw Self.truncated }
    let length = Int(
      Int32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset + 4, as: Int32.self)))
    offset += 8
    guard length >= 0 else { return nil }
    guard bytes.count - offset >= length else { throw Self.truncated }
    defer { offset += length }
    return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + length])
  }

  private mutating func integerOrNil<Value: FixedWidthInteger>(
    as: Value.Type
  ) throws(PostgresError) -> Value? {
    guard let field = try next() else { return nil }
    guard field.count == MemoryLayout<Value>.size else { throw Self.otherType }
    return Value(bigEndian: field.loadUnaligned(as: Value.self))
  }

  private func unwrap<Value>(_ value: Value?) throws(PostgresError) -> Value {
    guard let value else { throw PostgresError(.mismatch, "a composite's field is NULL") }
    return value
  }

  private static var truncated: PostgresError {
    PostgresError(.mismatch, "a composite is truncated")
  }
  private static var otherType: PostgresError {
    PostgresError(.mismatch, "a composite's field has another length than its type")
  }

  /// `boolean`
  public mutating func bool() throws(PostgresError) -> Bool {
    try unwrap(integerOrNil(as: UInt8.self)) != 0
  }

  public mutating func boolOrNil() throws(PostgresError) -> Bool? {
    try integerOrNil(as: UInt8.self).map { $0 != 0 }
  }

  /// `smallint`
  public mutating func int16() throws(PostgresError) -> Int16 {
    try unwrap(integerOrNil(as: Int16.self))
  }

  /// `integer`
  public mutating func int32() throws(PostgresError) -> Int32 {
    try unwrap(integerOrNil(as: Int32.self))
  }

  public mutating func int32OrNil() throws(PostgresError) -> Int32? {
    try integerOrNil(as: Int32.self)
  }

  /// `bigint`
  public mutating func int64() throws(PostgresError) -> Int64 {
    try unwrap(integerOrNil(as: Int64.self))
  }

  /// `text`, `varchar`, `name` or `json`
  public mutating func text() throws(PostgresError) -> String {
    try unwrap(textOrNil())
  }

  public mutating func textOrNil() throws(PostgresError) -> String? {
    guard let field = try next() else { return nil }
    return String(decoding: field, as: UTF8.self)
  }

  /// `uuid`
  public mutating func uuid() throws(PostgresError) -> PGUUID {
    guard let field = try next(), field.count == 16 else { throw Self.otherType }
    return PGUUID(
      high: UInt64(bigEndian: field.loadUnaligned(as: UInt64.self)),
      low: UInt64(bigEndian: field.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
  }

  /// `timestamp with time zone`
  public mutating func timestamp() throws(PostgresError) -> Timestamp {
    Timestamp(microsecondsSince2000: try int64())
  }

  /// `date`
  public mutating func date() throws(PostgresError) -> CalendarDate {
    CalendarDate(daysSince2000: try int32())
  }
}

extension Row {
  /// A composite column.
  ///
  /// - Throws: `mismatch` when it is NULL, no composite, or of another number of fields.
  public func composite(_ column: Int, fieldCount: Int) throws(PostgresError) -> Composite {
    guard let bytes = try bytes(column, .record) else {
      throw PostgresError(.mismatch, "column \(column) is NULL")
    }
    return try Composite(bytes, of: rows, fieldCount: fieldCount)
  }
}
