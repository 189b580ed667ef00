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
///
/// Inlined into the code that decodes a row, where it is a few instructions a field.
public struct Composite {
  /// Keeps the bytes alive.
  @usableFromInline let rows: Rows
  @usableFromInline let bytes: UnsafeRawBufferPointer
  @usableFromInline var offset = 4

  init(_ bytes: UnsafeRawBufferPointer, of rows: Rows, fieldCount: Int) throws(PostgresError) {
    guard bytes.count >= 4, bytes.loadUnaligned(as: Int32.self).bigEndian == fieldCount else {
      throw PostgresError(.mismatch, "a composite does not have \(fieldCount) fields")
    }
    self.rows = rows
    self.bytes = bytes
  }

  /// Steps over the next field and the type and the length before it.
  ///
  /// - Returns: where its bytes are in `bytes`; nil for NULL.
  @inlinable
  @inline(__always)
  mutating func next() throws(PostgresError) -> Range<Int>? {
    let start = offset &+ 8
    guard start <= bytes.count else { throw Self.truncated }
    let length = Int(
      Int32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset &+ 4, as: Int32.self)))
    offset = start
    guard length >= 0 else { return nil }
    guard bytes.count &- start >= length else { throw Self.truncated }
    offset = start &+ length
    return Range(uncheckedBounds: (start, offset))
  }

  @inlinable
  @inline(__always)
  mutating func integerOrNil<Value: FixedWidthInteger & BitwiseCopyable>(
    as: Value.Type
  ) throws(PostgresError) -> Value? {
    guard let field = try next() else { return nil }
    guard field.count == MemoryLayout<Value>.size else { throw Self.otherType }
    return Value(
      bigEndian: bytes.loadUnaligned(fromByteOffset: field.lowerBound, as: Value.self))
  }

  @inlinable
  @inline(__always)
  mutating func integer<Value: FixedWidthInteger & BitwiseCopyable>(
    as: Value.Type
  ) throws(PostgresError) -> Value {
    guard let value = try integerOrNil(as: Value.self) else { throw Self.isNull }
    return value
  }

  @usableFromInline static var truncated: PostgresError {
    PostgresError(.mismatch, "a composite is truncated")
  }
  @usableFromInline static var otherType: PostgresError {
    PostgresError(.mismatch, "a composite's field has another length than its type")
  }
  @usableFromInline static var isNull: PostgresError {
    PostgresError(.mismatch, "a composite's field is NULL")
  }

  /// `boolean`
  @inlinable
  @inline(__always)
  public mutating func bool() throws(PostgresError) -> Bool {
    try integer(as: UInt8.self) != 0
  }

  @inlinable
  @inline(__always)
  public mutating func boolOrNil() throws(PostgresError) -> Bool? {
    try integerOrNil(as: UInt8.self).map { $0 != 0 }
  }

  /// `smallint`
  @inlinable
  @inline(__always)
  public mutating func int16() throws(PostgresError) -> Int16 {
    try integer(as: Int16.self)
  }

  @inlinable
  public mutating func int16OrNil() throws(PostgresError) -> Int16? {
    try integerOrNil(as: Int16.self)
  }

  /// `integer`
  @inlinable
  @inline(__always)
  public mutating func int32() throws(PostgresError) -> Int32 {
    try integer(as: Int32.self)
  }

  @inlinable
  @inline(__always)
  public mutating func int32OrNil() throws(PostgresError) -> Int32? {
    try integerOrNil(as: Int32.self)
  }

  /// `bigint`
  @inlinable
  @inline(__always)
  public mutating func int64() throws(PostgresError) -> Int64 {
    try integer(as: Int64.self)
  }

  @inlinable
  public mutating func int64OrNil() throws(PostgresError) -> Int64? {
    try integerOrNil(as: Int64.self)
  }

  /// `text`, `varchar`, `name` or `json`
  public mutating func text() throws(PostgresError) -> String {
    guard let text = try textOrNil() else { throw Self.isNull }
    return text
  }

  public mutating func textOrNil() throws(PostgresError) -> String? {
    guard let field = try next() else { return nil }
    return String(decoding: UnsafeRawBufferPointer(rebasing: bytes[field]), as: UTF8.self)
  }

  /// The UTF-8 of a text, lent to `body` without a copy; NULL is nil.
  @inlinable
  public mutating func withText<Value>(
    _ body: (Span<UInt8>?) throws(PostgresError) -> Value
  ) throws(PostgresError) -> Value {
    guard let field = try next() else { return try body(nil) }
    return try body(Span(_unsafeBytes: UnsafeRawBufferPointer(rebasing: bytes[field])))
  }

  /// `text[]`
  public mutating func texts() throws(PostgresError) -> [String] {
    guard let texts = try textsOrNil() else { throw Self.isNull }
    return texts
  }

  public mutating func textsOrNil() throws(PostgresError) -> [String]? {
    guard let field = try next() else { return nil }
    var elements = try BinaryArray(UnsafeRawBufferPointer(rebasing: bytes[field]), of: .text, 0)
    return try elements.map { bytes throws(PostgresError) in String(decoding: bytes, as: UTF8.self)
    }
  }

  /// `uuid`
  @inlinable
  @inline(__always)
  public mutating func uuid() throws(PostgresError) -> PGUUID {
    guard let field = try next(), field.count == 16 else { throw Self.otherType }
    return PGUUID(
      high: UInt64(
        bigEndian: bytes.loadUnaligned(fromByteOffset: field.lowerBound, as: UInt64.self)),
      low: UInt64(
        bigEndian: bytes.loadUnaligned(fromByteOffset: field.lowerBound &+ 8, as: UInt64.self)))
  }

  @inlinable
  public mutating func uuidOrNil() throws(PostgresError) -> PGUUID? {
    guard let field = try next() else { return nil }
    guard field.count == 16 else { throw Self.otherType }
    return PGUUID(
      high: UInt64(
        bigEndian: bytes.loadUnaligned(fromByteOffset: field.lowerBound, as: UInt64.self)),
      low: UInt64(
        bigEndian: bytes.loadUnaligned(fromByteOffset: field.lowerBound &+ 8, as: UInt64.self)))
  }

  /// `timestamp with time zone`
  @inlinable
  @inline(__always)
  public mutating func timestamp() throws(PostgresError) -> Timestamp {
    Timestamp(microsecondsSince2000: try int64())
  }

  @inlinable
  public mutating func timestampOrNil() throws(PostgresError) -> Timestamp? {
    try int64OrNil().map { Timestamp(microsecondsSince2000: $0) }
  }

  /// `date`
  @inlinable
  @inline(__always)
  public mutating func date() throws(PostgresError) -> CalendarDate {
    CalendarDate(daysSince2000: try int32())
  }

  @inlinable
  public mutating func dateOrNil() throws(PostgresError) -> CalendarDate? {
    try int32OrNil().map { CalendarDate(daysSince2000: $0) }
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

  /// A column that is an array of composites, such as `array(select row(e.id, e.note) from …)`: a list in one value
  /// costs PostgreSQL and libpq far less than a row each.
  ///
  /// - Throws: `mismatch` when it is NULL or no such array.
  public func composites(_ column: Int, fieldCount: Int) throws(PostgresError) -> CompositeList {
    guard let bytes = try bytes(column, .recordArray) else {
      throw PostgresError(.mismatch, "column \(column) is NULL")
    }
    return try CompositeList(bytes, of: rows, column, fieldCount: fieldCount)
  }
}

/// An array of composites, read from front to back.
public struct CompositeList {
  private let rows: Rows
  private let fieldCount: Int
  private var elements: BinaryArray

  init(
    _ bytes: UnsafeRawBufferPointer, of rows: Rows, _ column: Int, fieldCount: Int
  ) throws(PostgresError) {
    self.rows = rows
    self.fieldCount = fieldCount
    elements = try BinaryArray(bytes, of: .record, column)
  }

  /// How many there are to come.
  public var count: Int { elements.count }

  /// The next; nil at the end.
  ///
  /// - Throws: `mismatch` when it is NULL or has another number of fields.
  public mutating func next() throws(PostgresError) -> Composite? {
    guard let bytes = try elements.next() else { return nil }
    return try Composite(bytes, of: rows, fieldCount: fieldCount)
  }
}
