/// Tables of bound values.
extension SQL.StringInterpolation {
  /// A table for a `from` clause, of arrays with commas between them: each is a column, and all are as long.
  ///
  /// It is `unnest` of them. Where there is one row it is `values`, which the planner puts in place: PostgreSQL would make a
  /// function's result of every array.
  public mutating func appendInterpolation(rows arrays: SQL) {
    if let row = arrays.onlyRow {
      sql.append(literal: "(values (")
      sql.append(arrays, binding: row)
      sql.append(literal: "))")
    } else {
      sql.append(literal: "unnest(")
      sql.append(arrays)
      sql.append(literal: ")")
    }
  }
}

extension SQL {
  /// The elements of arrays that have one each; nil where not all are such.
  fileprivate var onlyRow: [Parameter]? {
    let row = parameters.compactMap(onlyElement)
    return row.count == parameters.count ? row : nil
  }

  /// The element of an array in the form that `append(array:)` explains.
  private func onlyElement(of array: Parameter) -> Parameter? {
    // Six words come before the first element's bytes: the third is its type, the fourth how many there are, the last
    // its length. An empty array has three words, NULL has none.
    guard array.type.isArray, array.length >= 24 else { return nil }
    let words = (0..<6).map { word in
      let start = Int(array.offset) + 4 * word
      return bytes[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    guard words[3] == 1 else { return nil }
    return Parameter(
      type: TypeOID(rawValue: words[2]), offset: array.offset + 24,
      length: Int32(bitPattern: words[5]))
  }
}

extension TypeOID {
  private static let arrays: Set<TypeOID> = [
    .boolArray, .byteaArray, .int2Array, .int4Array, .int8Array, .float8Array, .textArray,
    .dateArray, .timestamptzArray, .uuidArray,
  ]

  fileprivate var isArray: Bool { Self.arrays.contains(self) }
}
