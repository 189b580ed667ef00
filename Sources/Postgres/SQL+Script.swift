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

  private static func literal(_ value: [UInt8]?, _ type: TypeOID) -> String? {
    guard let name = name(of: type) else { return nil }
    guard let value else { return "null::\(name)" }
    switch type {
    case .bool: return value == [1] ? "true" : "false"
    case .int2, .int4, .int8: return "\(integer(value))::\(name)"
    case .text, .json: return quoted(String(decoding: value, as: UTF8.self)) + "::\(name)"
    case .bytea: return "'\\x\(hexadecimal(value))'::\(name)"
    case .uuid: return "'\(hexadecimal(value))'::\(name)"
    case .textArray: return textArray(value).map { "'{\($0)}'::\(name)" }
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
    case .textArray: "text[]"
    case .date: "date"
    case .timestamptz: "timestamptz"
    default: nil
    }
  }

  /// Two's complement in network order, of two, four or eight bytes.
  private static func integer(_ bytes: [UInt8]) -> Int64 {
    let start: Int64 = bytes.first.map { $0 >= 0x80 ? -1 : 0 } ?? 0
    return bytes.reduce(start) { $0 << 8 | Int64($1) }
  }

  /// The elements of an array of plain words (see `append(array:)`), with commas between.
  private static func textArray(_ bytes: [UInt8]) -> String? {
    guard bytes.count >= 20 else { return "" }
    var words: [String] = []
    var rest = bytes.dropFirst(20)
    while rest.count >= 4 {
      let length = integer(Array(rest.prefix(4)))
      let word = rest.dropFirst(4).prefix(Int(clamping: length))
      guard length > 0, word.allSatisfy({ (97...122).contains($0) || $0 == UInt8(ascii: "_") })
      else { return nil }
      words.append(String(decoding: word, as: UTF8.self))
      rest = rest.dropFirst(4 + Int(clamping: length))
    }
    return words.joined(separator: ",")
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
