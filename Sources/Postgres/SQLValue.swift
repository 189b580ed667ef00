/// The number by which PostgreSQL knows a type (`pg_type.oid`; the built-in ones never change).
public struct TypeOID: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  static let bool = TypeOID(rawValue: 16)
  static let bytea = TypeOID(rawValue: 17)
  static let name = TypeOID(rawValue: 19)
  static let int8 = TypeOID(rawValue: 20)
  static let int2 = TypeOID(rawValue: 21)
  static let int4 = TypeOID(rawValue: 23)
  static let text = TypeOID(rawValue: 25)
  static let oid = TypeOID(rawValue: 26)
  static let json = TypeOID(rawValue: 114)
  static let float8 = TypeOID(rawValue: 701)
  static let unknown = TypeOID(rawValue: 705)
  static let boolArray = TypeOID(rawValue: 1000)
  static let byteaArray = TypeOID(rawValue: 1001)
  static let int2Array = TypeOID(rawValue: 1005)
  static let int4Array = TypeOID(rawValue: 1007)
  static let textArray = TypeOID(rawValue: 1009)
  static let int8Array = TypeOID(rawValue: 1016)
  static let float8Array = TypeOID(rawValue: 1022)
  static let bpchar = TypeOID(rawValue: 1042)
  static let varchar = TypeOID(rawValue: 1043)
  static let date = TypeOID(rawValue: 1082)
  static let timestamptz = TypeOID(rawValue: 1184)
  static let dateArray = TypeOID(rawValue: 1182)
  static let timestamptzArray = TypeOID(rawValue: 1185)
  static let uuid = TypeOID(rawValue: 2950)
  static let uuidArray = TypeOID(rawValue: 2951)
  static let jsonb = TypeOID(rawValue: 3802)
  static let record = TypeOID(rawValue: 2249)
  static let recordArray = TypeOID(rawValue: 2287)
}

/// A value that can be bound to a statement, in PostgreSQL's binary form.
///
/// A product's own type conforms by naming the type it is stored as and appending its bytes.
public protocol SQLValue {
  /// The PostgreSQL type that the value is sent as.
  static var sqlType: TypeOID { get }
  /// The type of an array of such values.
  static var sqlArrayType: TypeOID { get }
  /// Appends the value in the binary form of `sqlType`, without a length.
  func appendBinary(to bytes: inout [UInt8])
}

extension [UInt8] {
  /// Appends an integer in network order.
  @inlinable
  public mutating func appendBigEndian<Value: FixedWidthInteger>(_ value: Value) {
    Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
  }
}

extension Bool: SQLValue {
  public static var sqlType: TypeOID { .bool }
  public static var sqlArrayType: TypeOID { .boolArray }
  @inlinable
  public func appendBinary(to bytes: inout [UInt8]) { bytes.append(self ? 1 : 0) }
}

extension Int16: SQLValue {
  public static var sqlType: TypeOID { .int2 }
  public static var sqlArrayType: TypeOID { .int2Array }
  @inlinable
  public func appendBinary(to bytes: inout [UInt8]) { bytes.appendBigEndian(self) }
}

extension Int32: SQLValue {
  public static var sqlType: TypeOID { .int4 }
  public static var sqlArrayType: TypeOID { .int4Array }
  @inlinable
  public func appendBinary(to bytes: inout [UInt8]) { bytes.appendBigEndian(self) }
}

extension Int64: SQLValue {
  public static var sqlType: TypeOID { .int8 }
  public static var sqlArrayType: TypeOID { .int8Array }
  @inlinable
  public func appendBinary(to bytes: inout [UInt8]) { bytes.appendBigEndian(self) }
}

extension Int: SQLValue {
  public static var sqlType: TypeOID { .int8 }
  public static var sqlArrayType: TypeOID { .int8Array }
  @inlinable
  public func appendBinary(to bytes: inout [UInt8]) { bytes.appendBigEndian(Int64(self)) }
}

extension Double: SQLValue {
  public static var sqlType: TypeOID { .float8 }
  public static var sqlArrayType: TypeOID { .float8Array }
  @inlinable
  public func appendBinary(to bytes: inout [UInt8]) { bytes.appendBigEndian(bitPattern) }
}

extension String: SQLValue {
  public static var sqlType: TypeOID { .text }
  public static var sqlArrayType: TypeOID { .textArray }
  @inlinable
  public func appendBinary(to bytes: inout [UInt8]) { bytes.append(contentsOf: utf8) }
}

extension PGUUID: SQLValue {
  public static var sqlType: TypeOID { .uuid }
  public static var sqlArrayType: TypeOID { .uuidArray }
  @inlinable
  public func appendBinary(to bytes: inout [UInt8]) {
    bytes.appendBigEndian(high)
    bytes.appendBigEndian(low)
  }
}

extension Timestamp: SQLValue {
  public static var sqlType: TypeOID { .timestamptz }
  public static var sqlArrayType: TypeOID { .timestamptzArray }
  @inlinable
  public func appendBinary(to bytes: inout [UInt8]) { bytes.appendBigEndian(microsecondsSince2000) }
}

extension CalendarDate: SQLValue {
  public static var sqlType: TypeOID { .date }
  public static var sqlArrayType: TypeOID { .dateArray }
  @inlinable
  public func appendBinary(to bytes: inout [UInt8]) { bytes.appendBigEndian(daysSince2000) }
}

/// Bytes sent as `bytea`; a wrapper, because `[UInt8]` as an array would be taken for numbers.
public struct Bytes: SQLValue, Hashable, Sendable {
  public var bytes: [UInt8]
  public init(_ bytes: [UInt8]) { self.bytes = bytes }
  public static var sqlType: TypeOID { .bytea }
  public static var sqlArrayType: TypeOID { .byteaArray }
  @inlinable
  public func appendBinary(to bytes: inout [UInt8]) { bytes.append(contentsOf: self.bytes) }
}
