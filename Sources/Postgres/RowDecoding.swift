// The accessors of a row, a type at a time: the value, and the value or nil for NULL.

extension Row {
  /// `boolean`
  public func bool(_ column: Int) throws(PostgresError) -> Bool {
    try unwrap(boolOrNil(column), column)
  }

  public func boolOrNil(_ column: Int) throws(PostgresError) -> Bool? {
    try integer(column, .bool, as: UInt8.self).map { $0 != 0 }
  }

  /// `smallint`
  public func int16(_ column: Int) throws(PostgresError) -> Int16 {
    try unwrap(int16OrNil(column), column)
  }

  public func int16OrNil(_ column: Int) throws(PostgresError) -> Int16? {
    try integer(column, .int2, as: Int16.self)
  }

  /// `integer`
  public func int32(_ column: Int) throws(PostgresError) -> Int32 {
    try unwrap(int32OrNil(column), column)
  }

  public func int32OrNil(_ column: Int) throws(PostgresError) -> Int32? {
    try integer(column, .int4, as: Int32.self)
  }

  /// `bigint`
  public func int64(_ column: Int) throws(PostgresError) -> Int64 {
    try unwrap(int64OrNil(column), column)
  }

  public func int64OrNil(_ column: Int) throws(PostgresError) -> Int64? {
    try integer(column, .int8, as: Int64.self)
  }

  /// `smallint`, `integer` or `bigint`, whichever the column is.
  public func int(_ column: Int) throws(PostgresError) -> Int {
    try unwrap(intOrNil(column), column)
  }

  public func intOrNil(_ column: Int) throws(PostgresError) -> Int? {
    switch rows.type(of: column) {
    case .int2: try int16OrNil(column).map(Int.init)
    case .int4: try int32OrNil(column).map(Int.init)
    default: try int64OrNil(column).map(Int.init)
    }
  }

  /// `double precision`
  public func double(_ column: Int) throws(PostgresError) -> Double {
    try unwrap(doubleOrNil(column), column)
  }

  public func doubleOrNil(_ column: Int) throws(PostgresError) -> Double? {
    try integer(column, .float8, as: UInt64.self).map(Double.init(bitPattern:))
  }

  /// `text`, `varchar`, `char`, `name` or `json`
  public func text(_ column: Int) throws(PostgresError) -> String {
    try unwrap(textOrNil(column), column)
  }

  public func textOrNil(_ column: Int) throws(PostgresError) -> String? {
    guard let bytes = try textBytes(column) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The UTF-8 of a text column, lent to `body` without a copy; NULL is nil.
  public func withText<Value>(
    _ column: Int, _ body: (Span<UInt8>?) throws(PostgresError) -> Value
  ) throws(PostgresError) -> Value {
    guard let bytes = try textBytes(column) else { return try body(nil) }
    return try body(Span(_unsafeBytes: bytes))
  }

  /// `jsonb`, as JSON text
  public func jsonb(_ column: Int) throws(PostgresError) -> String {
    try unwrap(jsonbOrNil(column), column)
  }

  public func jsonbOrNil(_ column: Int) throws(PostgresError) -> String? {
    guard let bytes = try bytes(column, .jsonb) else { return nil }
    // The binary form of jsonb is a version, 1, before the text (`jsonb_send`).
    guard bytes.first == 1 else {
      throw PostgresError(.mismatch, "column \(column) has an unknown version of jsonb")
    }
    return String(decoding: bytes.dropFirst(), as: UTF8.self)
  }

  /// `bytea`
  public func bytea(_ column: Int) throws(PostgresError) -> [UInt8] {
    try unwrap(byteaOrNil(column), column)
  }

  public func byteaOrNil(_ column: Int) throws(PostgresError) -> [UInt8]? {
    try bytes(column, .bytea).map { [UInt8]($0) }
  }

  /// `uuid`
  public func uuid(_ column: Int) throws(PostgresError) -> PGUUID {
    try unwrap(uuidOrNil(column), column)
  }

  public func uuidOrNil(_ column: Int) throws(PostgresError) -> PGUUID? {
    guard let bytes = try bytes(column, .uuid) else { return nil }
    return try PGUUID(binary: bytes, column)
  }

  /// `timestamp with time zone`
  public func timestamp(_ column: Int) throws(PostgresError) -> Timestamp {
    try unwrap(timestampOrNil(column), column)
  }

  public func timestampOrNil(_ column: Int) throws(PostgresError) -> Timestamp? {
    try integer(column, .timestamptz, as: Int64.self).map(Timestamp.init(microsecondsSince2000:))
  }

  /// `date`
  public func date(_ column: Int) throws(PostgresError) -> CalendarDate {
    try unwrap(dateOrNil(column), column)
  }

  public func dateOrNil(_ column: Int) throws(PostgresError) -> CalendarDate? {
    try integer(column, .date, as: Int32.self).map(CalendarDate.init(daysSince2000:))
  }

  /// `uuid[]`
  public func uuids(_ column: Int) throws(PostgresError) -> [PGUUID] {
    try elements(column, .uuidArray, .uuid) { bytes throws(PostgresError) in
      try PGUUID(binary: bytes, column)
    }
  }

  /// `text[]`
  public func texts(_ column: Int) throws(PostgresError) -> [String] {
    try elements(column, .textArray, .text) { bytes throws(PostgresError) in
      String(decoding: bytes, as: UTF8.self)
    }
  }

  /// `integer[]`
  public func int32s(_ column: Int) throws(PostgresError) -> [Int32] {
    try elements(column, .int4Array, .int4) { bytes throws(PostgresError) in
      try Int32(binary: bytes, column)
    }
  }

  /// `bigint[]`
  public func int64s(_ column: Int) throws(PostgresError) -> [Int64] {
    try elements(column, .int8Array, .int8) { bytes throws(PostgresError) in
      try Int64(binary: bytes, column)
    }
  }

  private func textBytes(_ column: Int) throws(PostgresError) -> UnsafeRawBufferPointer? {
    switch rows.type(of: column) {
    case .text, .varchar, .bpchar, .name, .json: return bytes(column)
    default: throw mismatch(column, .text)
    }
  }

  private func elements<Element>(
    _ column: Int, _ type: TypeOID, _ elementType: TypeOID,
    _ decode: (UnsafeRawBufferPointer) throws(PostgresError) -> Element
  ) throws(PostgresError) -> [Element] {
    var elements = try BinaryArray(unwrap(bytes(column, type), column), of: elementType, column)
    return try elements.map(decode)
  }
}

extension FixedWidthInteger {
  fileprivate init(binary bytes: UnsafeRawBufferPointer, _ column: Int) throws(PostgresError) {
    guard bytes.count == MemoryLayout<Self>.size else {
      throw PostgresError(.mismatch, "column \(column) has \(bytes.count) bytes")
    }
    self.init(bigEndian: bytes.loadUnaligned(as: Self.self))
  }
}

extension PGUUID {
  fileprivate init(binary bytes: UnsafeRawBufferPointer, _ column: Int) throws(PostgresError) {
    guard bytes.count == 16 else {
      throw PostgresError(.mismatch, "column \(column) has \(bytes.count) bytes")
    }
    self.init(
      high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
      low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
  }
}
