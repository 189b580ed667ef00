/// PostgreSQL's binary form of an array of one dimension without NULLs (`array_send`): dimensions, a flag for NULLs,
/// the element type, for the one dimension its size and lower bound, and each element with its length before it.
enum BinaryArray {
  /// - Parameter column: named where something is wrong.
  static func elements<Element>(
    of all: UnsafeRawBufferPointer, _ elementType: TypeOID, _ column: Int,
    _ decode: (UnsafeRawBufferPointer) throws(PostgresError) -> Element
  ) throws(PostgresError) -> [Element] {
    var cursor = ArrayCursor(bytes: all, column: column)
    let dimensions = try cursor.next()
    _ = try cursor.next()
    guard try cursor.next() == Int32(bitPattern: elementType.rawValue) else {
      throw PostgresError(.mismatch, "column \(column) is an array of another type")
    }
    guard dimensions > 0 else { return [] }
    guard dimensions == 1 else {
      throw PostgresError(.mismatch, "column \(column) has \(dimensions) dimensions")
    }
    let count = try cursor.next()
    _ = try cursor.next()
    var elements: [Element] = []
    // A count never exceeds what the bytes can hold: each element has a length of 4 bytes.
    elements.reserveCapacity(min(Int(count), all.count / 4))
    for _ in 0..<max(0, count) {
      elements.append(try decode(try cursor.nextElement()))
    }
    return elements
  }
}

/// Reads a binary array from front to back.
private struct ArrayCursor {
  let bytes: UnsafeRawBufferPointer
  let column: Int
  var offset = 0

  init(bytes: UnsafeRawBufferPointer, column: Int) {
    self.bytes = bytes
    self.column = column
  }

  mutating func next() throws(PostgresError) -> Int32 {
    guard bytes.count - offset >= 4 else {
      throw PostgresError(.mismatch, "column \(column) is a truncated array")
    }
    defer { offset += 4 }
    return Int32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self))
  }

  mutating func nextElement() throws(PostgresError) -> UnsafeRawBufferPointer {
    let length = Int(try next())
    guard length >= 0, bytes.count - offset >= length else {
      throw PostgresError(.mismatch, "column \(column) is an array with NULL or truncated")
    }
    defer { offset += length }
    return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + length])
  }
}
