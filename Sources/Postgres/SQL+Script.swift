extension SQL {
  /// The statement as text that `psql` or `pgbench` can run: values as literals, cast to their types. For tools
  /// only; the program itself always binds.
  ///
  /// - Parameter replacing: Expressions to stand in for particular values, wherever these are bound.
  /// - Returns: nil when a value's type has no literal here.
  public func script(replacing: [(value: [UInt8], expression: String)]) -> String? {
    var script = ""
    var next = 0
    for piece in pieces {
      if let start = UnsafePointer<UInt8>(bitPattern: piece.address) {
        script += String(
          decoding: UnsafeBufferPointer(start: start, count: piece.byteCount), as: UTF8.self)
        continue
      }
      let parameter = parameters[next]
      next += 1
      let value: [UInt8]? =
        parameter.length < 0
        ? nil : Array(bytes[Int(parameter.offset)...].prefix(Int(parameter.length)))
      if let expression = replacing.first(where: { $0.value == value })?.expression {
        script += expression
      } else if let literal = Self.literal(value, parameter.type) {
        script += literal
      } else {
        return nil
      }
    }
    return script
  }

  /// The binary form in which an array is bound, to be replaced by an expression.
  public static func boundBytes<Element: SQLValue>(of array: [Element]) -> [UInt8] {
    let statement: SQL = "\(array)"
    return statement.bytes
  }

  private static func literal(_ value: [UInt8]?, _ type: TypeOID) -> String? {
    if let element = elementType(of: type) { return array(value, of: element) }
    guard let name = name(of: type) else { return nil }
    guard let value else { return "null::\(name)" }
    switch type {
    case .bool: return value == [1] ? "true" : "false"
    case .int2, .int4, .int8: return "(\(integer(value))::\(name))"
    case .text, .json: return quoted(String(decoding: value, as: UTF8.self)) + "::\(name)"
    case .bytea: return "'\\x\(hexadecimal(value))'::\(name)"
    case .uuid: return "'\(hexadecimal(value))'::\(name)"
    case .date: return "(date '2000-01-01' + \(integer(value)))"
    // A function of its number alone, so that it is a constant in the plan.
    case .timestamptz: return "to_timestamp(\(integer(value) / 1_000_000 + 946_684_800))"
    default: return nil
    }
  }

  private static func name(of type: TypeOID) -> String? {
    switch type {
    case .bool: "bool"
    case .int2: "int2"
    case .int4: "int4"
    case .int8: "int8"
    case .text: "text"
    case .json: "json"
    case .bytea: "bytea"
    case .uuid: "uuid"
    case .date: "date"
    case .timestamptz: "timestamptz"
    default: nil
    }
  }

  private static func elementType(of type: TypeOID) -> TypeOID? {
    switch type {
    case .boolArray: .bool
    case .int2Array: .int2
    case .int4Array: .int4
    case .int8Array: .int8
    case .textArray: .text
    case .byteaArray: .bytea
    case .uuidArray: .uuid
    case .dateArray: .date
    case .timestamptzArray: .timestamptz
    default: nil
    }
  }

  /// Two's complement in network order, of two, four or eight bytes.
  private static func integer(_ bytes: [UInt8]) -> Int64 {
    let start: Int64 = bytes.first.map { $0 >= 0x80 ? -1 : 0 } ?? 0
    return bytes.reduce(start) { $0 << 8 | Int64($1) }
  }

  /// An array as it was bound: see `append(array:)`.
  private static func array(_ bytes: [UInt8]?, of element: TypeOID) -> String? {
    guard let name = name(of: element) else { return nil }
    guard let bytes else { return "null::\(name)[]" }
    var elements: [String] = []
    var next = 20
    while next + 4 <= bytes.count {
      let length = Int(clamping: integer(Array(bytes[next..<next + 4])))
      next += 4
      let value = length < 0 ? nil : Array(bytes[next...].prefix(length))
      guard let literal = literal(value, element) else { return nil }
      elements.append(literal)
      next += max(0, length)
    }
    return "array[\(elements.joined(separator: ","))]::\(name)[]"
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
