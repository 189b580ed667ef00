/// A statement whose text comes from literals only and whose values are bound, never spliced in.
///
/// ```swift
/// let statement: SQL = "select note from entries where account_id = \(account) and n > \(limit)"
/// ```
///
/// Text can only come from string literals of the program (`StaticString`), so a value that a client
/// sent cannot become SQL by any path. This also makes a statement cheap to recognise: a literal is
/// known by its address, no text is built or hashed until a connection prepares the statement.
///
/// A `String` is sent as `text`, `[UInt8]` as `bytea`; write a cast in the statement where another
/// type is meant (`\(json)::jsonb`).
public struct SQL: Sendable {
  /// A stretch of literal text, or, with address 0, the place of the next parameter.
  struct Piece: Equatable, Sendable {
    var address: UInt
    var byteCount: Int
    static let parameter = Piece(address: 0, byteCount: 0)
  }

  /// One bound value: where its bytes are in `bytes`; a negative length is NULL.
  struct Parameter: Sendable {
    var type: TypeOID
    var offset: Int32
    var length: Int32
  }

  private(set) var pieces: [Piece] = []
  private(set) var parameters: [Parameter] = []
  /// The values of all parameters, one after another, in binary form.
  @usableFromInline var bytes: [UInt8] = []
  /// A hash of pieces and types, kept up while the statement is put together.
  private(set) var identity: UInt64 = 0x9E37_79B9_7F4A_7C15

  init(literalCapacity: Int, interpolationCount: Int) {
    pieces.reserveCapacity(2 * interpolationCount + 1)
    if interpolationCount > 0 {
      parameters.reserveCapacity(interpolationCount)
      bytes.reserveCapacity(24 * interpolationCount)
    }
  }

  /// Whether both are the same statement, whatever values are bound.
  func isSameStatement(as other: SQL) -> Bool {
    identity == other.identity && pieces == other.pieces
      && parameters.elementsEqual(other.parameters) { $0.type == $1.type }
  }

  /// The same statement without anything that was bound.
  var withoutValues: SQL {
    var copy = self
    copy.bytes = []
    return copy
  }

  /// The statement's text with `$1`, `$2`, … for the values.
  public var text: String {
    var text: [UInt8] = []
    var number = 0
    for piece in pieces {
      if let start = UnsafePointer<UInt8>(bitPattern: piece.address) {
        text.append(contentsOf: UnsafeBufferPointer(start: start, count: piece.byteCount))
      } else {
        number += 1
        text.append(contentsOf: "$\(number)".utf8)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// What PostgreSQL's protocol can carry: a count of parameters has 16 bits. Values are far from its
  /// limit of 1 GiB a field, but their offsets here have 31 bits.
  ///
  /// - Throws: `mismatch`.
  func checkSize() throws(PostgresError) {
    guard parameters.count <= 65_535, bytes.count <= 256 << 20 else {
      throw PostgresError(.mismatch, "the statement binds too much")
    }
  }

  /// The same statement with other values of the same types.
  func rebound(to parameters: [Parameter], _ bytes: [UInt8]) -> SQL {
    var copy = self
    copy.parameters = parameters
    copy.bytes = bytes
    return copy
  }

  mutating func append(literal: StaticString) {
    let count = literal.utf8CodeUnitCount
    guard count > 0 else { return }
    // A string literal always has a pointer; only a lone unicode-scalar literal has none.
    let address = UInt(bitPattern: literal.utf8Start)
    pieces.append(Piece(address: address, byteCount: count))
    mix(UInt64(address) &+ UInt64(count))
  }

  mutating func append(bytea: [UInt8]?) {
    guard let bytea else { return appendNull(.bytea) }
    let offset = bytes.count
    bytes.append(contentsOf: bytea)
    appendParameter(.bytea, from: offset)
  }

  /// Arrays have one dimension: the header of `array_recv` (dimensions, has NULLs, element type,
  /// count, lower bound), then each element with its length.
  mutating func append<Element: SQLValue>(array: [Element?]?) {
    guard let array else { return appendNull(Element.sqlArrayType) }
    let offset = bytes.count
    bytes.appendBigEndian(Int32(array.isEmpty ? 0 : 1))
    bytes.appendBigEndian(Int32(array.contains { $0 == nil } ? 1 : 0))
    bytes.appendBigEndian(Element.sqlType.rawValue)
    if !array.isEmpty {
      bytes.appendBigEndian(Int32(truncatingIfNeeded: array.count))
      bytes.appendBigEndian(Int32(1))
    }
    for element in array {
      let lengthOffset = bytes.count
      bytes.appendBigEndian(Int32(-1))
      guard let element else { continue }
      element.appendBinary(to: &bytes)
      let length = UInt32(truncatingIfNeeded: bytes.count - lengthOffset - 4)
      for index in 0..<4 {
        bytes[lengthOffset + index] = UInt8(truncatingIfNeeded: length >> UInt32(24 - 8 * index))
      }
    }
    appendParameter(Element.sqlArrayType, from: offset)
  }

  /// Appends another statement's text and values.
  mutating func append(_ other: SQL) {
    append(other, binding: other.parameters)
  }

  /// Appends another statement's text, with values of its own or parts of them.
  ///
  /// - Parameter values: as many as it binds; where they are in its bytes.
  mutating func append(_ other: SQL, binding values: [Parameter]) {
    let offset = Int32(truncatingIfNeeded: bytes.count)
    bytes.append(contentsOf: other.bytes)
    var rest = values[...]
    for piece in other.pieces {
      if piece.address == 0, var parameter = rest.popFirst() {
        parameter.offset += offset
        append(parameter)
      } else {
        pieces.append(piece)
        mix(UInt64(piece.address) &+ UInt64(piece.byteCount))
      }
    }
  }

  /// The bytes from `offset` on are a value of `type`.
  @usableFromInline
  mutating func appendParameter(_ type: TypeOID, from offset: Int) {
    append(
      Parameter(
        type: type, offset: Int32(truncatingIfNeeded: offset),
        length: Int32(truncatingIfNeeded: bytes.count - offset)))
  }

  @usableFromInline
  mutating func appendNull(_ type: TypeOID) {
    append(Parameter(type: type, offset: 0, length: -1))
  }

  private mutating func append(_ parameter: Parameter) {
    pieces.append(.parameter)
    parameters.append(parameter)
    mix(UInt64(parameter.type.rawValue))
  }

  private mutating func mix(_ word: UInt64) {
    let product = (identity ^ word).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    identity = product.high ^ product.low
  }
}

extension SQL: ExpressibleByStringInterpolation {
  public init(stringLiteral literal: StaticString) {
    self.init(literalCapacity: 0, interpolationCount: 0)
    append(literal: literal)
  }

  public init(stringInterpolation: StringInterpolation) {
    self = stringInterpolation.sql
  }

  public struct StringInterpolation: StringInterpolationProtocol {
    @usableFromInline var sql: SQL

    public init(literalCapacity: Int, interpolationCount: Int) {
      sql = SQL(literalCapacity: literalCapacity, interpolationCount: interpolationCount)
    }

    public mutating func appendLiteral(_ literal: StaticString) {
      sql.append(literal: literal)
    }

    // Inlinable, so that a call site is compiled for its type and makes no generic metadata.
    @inlinable
    public mutating func appendInterpolation<Value: SQLValue>(_ value: Value) {
      let offset = sql.bytes.count
      value.appendBinary(to: &sql.bytes)
      sql.appendParameter(Value.sqlType, from: offset)
    }

    @inlinable
    public mutating func appendInterpolation<Value: SQLValue>(_ value: Value?) {
      if let value {
        appendInterpolation(value)
      } else {
        sql.appendNull(Value.sqlType)
      }
    }

    public mutating func appendInterpolation(_ bytea: [UInt8]) {
      sql.append(bytea: bytea)
    }

    public mutating func appendInterpolation(_ bytea: [UInt8]?) {
      sql.append(bytea: bytea)
    }

    public mutating func appendInterpolation<Element: SQLValue>(_ array: [Element]) {
      sql.append(array: array)
    }

    public mutating func appendInterpolation<Element: SQLValue>(_ array: [Element]?) {
      sql.append(array: array)
    }

    public mutating func appendInterpolation<Element: SQLValue>(_ array: [Element?]) {
      sql.append(array: array)
    }

    /// Another statement, or a part of one, with its own bound values.
    public mutating func appendInterpolation(_ part: SQL) {
      sql.append(part)
    }

    /// Literal text of the program, such as a list of columns shared by several statements.
    public mutating func appendInterpolation(unsafeRaw text: StaticString) {
      sql.append(literal: text)
    }
  }
}
