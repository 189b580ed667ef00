public import KirokuCore
public import Postgres

// How the product's values are bound to statements and read from rows.

extension UUIDBytes: SQLValue {
  public static var sqlType: TypeOID { PGUUID.sqlType }
  public static var sqlArrayType: TypeOID { PGUUID.sqlArrayType }
  public func appendBinary(to bytes: inout [UInt8]) {
    bytes.appendBigEndian(high)
    bytes.appendBigEndian(low)
  }
}

extension Instant: SQLValue {
  public static var sqlType: TypeOID { Timestamp.sqlType }
  public static var sqlArrayType: TypeOID { Timestamp.sqlArrayType }
  public func appendBinary(to bytes: inout [UInt8]) {
    Timestamp(unixMicroseconds: unixMicroseconds).appendBinary(to: &bytes)
  }
}

extension LocalDay: SQLValue {
  public static var sqlType: TypeOID { CalendarDate.sqlType }
  public static var sqlArrayType: TypeOID { CalendarDate.sqlArrayType }
  public func appendBinary(to bytes: inout [UInt8]) {
    CalendarDate(unixDays: unixDays).appendBinary(to: &bytes)
  }
}

extension UUIDBytes {
  init(_ id: PGUUID) { self.init(high: id.high, low: id.low) }
  var postgres: PGUUID { PGUUID(high: high, low: low) }
}

extension Composite {
  mutating func id() throws(PostgresError) -> UUIDBytes {
    UUIDBytes(try uuid())
  }

  mutating func idOrNil() throws(PostgresError) -> UUIDBytes? {
    try uuidOrNil().map { UUIDBytes($0) }
  }

  mutating func instant() throws(PostgresError) -> Instant {
    Instant(unixMicroseconds: try timestamp().unixMicroseconds)
  }

  mutating func instantOrNil() throws(PostgresError) -> Instant? {
    try timestampOrNil().map { Instant(unixMicroseconds: $0.unixMicroseconds) }
  }

  mutating func day() throws(PostgresError) -> LocalDay {
    LocalDay(unixDays: try date().unixDays)
  }

  mutating func dayOrNil() throws(PostgresError) -> LocalDay? {
    try dateOrNil().map { LocalDay(unixDays: $0.unixDays) }
  }

  /// A text that is one of a type's names.
  ///
  /// - Throws: `mismatch` for any other, which only a newer program can have stored.
  @inline(__always)
  mutating func name<Name: StoredName>(as: Name.Type = Name.self) throws(PostgresError) -> Name {
    guard let name = try nameOrNil(as: Name.self) else { throw StoredNameFault.unknown }
    return name
  }

  @inline(__always)
  mutating func nameOrNil<Name: StoredName>(
    as: Name.Type = Name.self
  ) throws(PostgresError) -> Name? {
    try withText { text throws(PostgresError) in
      guard let text else { return nil }
      guard let name = Name.names[text] else { throw StoredNameFault.unknown }
      return name
    }
  }
}

extension Row {
  /// The values of an array of composites.
  @inline(__always)
  func list<Value>(
    _ column: Int, fieldCount: Int, _ decode: (inout Composite) throws(PostgresError) -> Value
  ) throws(PostgresError) -> [Value] {
    var list = try composites(column, fieldCount: fieldCount)
    var values: [Value] = []
    values.reserveCapacity(list.count)
    while var fields = try list.next() { values.append(try decode(&fields)) }
    return values
  }

  func id(_ column: Int) throws(PostgresError) -> UUIDBytes {
    UUIDBytes(try uuid(column))
  }

  func idOrNil(_ column: Int) throws(PostgresError) -> UUIDBytes? {
    try uuidOrNil(column).map { UUIDBytes($0) }
  }

  func instant(_ column: Int) throws(PostgresError) -> Instant {
    Instant(unixMicroseconds: try timestamp(column).unixMicroseconds)
  }

  func instantOrNil(_ column: Int) throws(PostgresError) -> Instant? {
    try timestampOrNil(column).map { Instant(unixMicroseconds: $0.unixMicroseconds) }
  }

  func day(_ column: Int) throws(PostgresError) -> LocalDay {
    LocalDay(unixDays: try date(column).unixDays)
  }

  func dayOrNil(_ column: Int) throws(PostgresError) -> LocalDay? {
    try dateOrNil(column).map { LocalDay(unixDays: $0.unixDays) }
  }

  /// A text that is one of a type's names.
  ///
  /// - Throws: `mismatch` for any other, which only a newer program can have stored.
  func name<Name: RawRepresentable<String>>(
    _ column: Int, as: Name.Type = Name.self
  ) throws(PostgresError) -> Name {
    guard let name = try nameOrNil(column, as: Name.self) else {
      throw PostgresError(.mismatch, "column \(column) is NULL")
    }
    return name
  }

  func nameOrNil<Name: RawRepresentable<String>>(
    _ column: Int, as: Name.Type = Name.self
  ) throws(PostgresError) -> Name? {
    guard let text = try textOrNil(column) else { return nil }
    guard let name = Name(rawValue: text) else {
      throw PostgresError(.mismatch, "column \(column) holds an unknown name")
    }
    return name
  }
}
