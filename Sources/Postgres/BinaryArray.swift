/// PostgreSQL's binary form of an array of one dimension without NULLs (`array_send`), read from front to back:
/// dimensions, a flag for NULLs, the element type, for the one dimension its size and lower bound, and each element
/// with its length before it.
struct BinaryArray {
  private let bytes: UnsafeRawBufferPointer
  private let column: Int
  private var offset = 0
  /// How many elements are to come.
  private(set) var count = 0

  /// - Parameter column: named where something is wrong.
  init(
    _ bytes: UnsafeRawBufferPointer, of elementType: TypeOID, _ column: Int
  ) throws(PostgresError) {
    self.bytes = bytes
    self.column = column
    guard bytes.count >= 12 else { throw truncated }
    let dimensions = word(at: 0)
    guard word(at: 8) == Int32(bitPattern: elementType.rawValue) else {
      throw PostgresError(.mismatch, "column \(column) is an array of another type")
    }
    guard dimensions > 0 else { return }
    guard dimensions == 1 else {
      throw PostgresError(.mismatch, "column \(column) has \(dimensions) dimensions")
    }
    guard bytes.count >= 20 else { throw truncated }
    // A count never exceeds what the bytes can hold: each element has a length of 4 bytes.
    count = min(max(0, Int(word(at: 12))), bytes.count / 4)
    offset = 20
  }

  /// The next element's bytes; nil at the end.
  mutating func next() throws(PostgresError) -> UnsafeRawBufferPointer? {
    guard count > 0 else { return nil }
    count -= 1
    guard bytes.count - offset >= 4 else { throw truncated }
    let length = Int(word(at: offset))
    let start = offset + 4
    guard length >= 0, bytes.count - start >= length else {
      throw PostgresError(.mismatch, "column \(column) is an array with NULL or truncated")
    }
    offset = start + length
    return UnsafeRawBufferPointer(rebasing: bytes[start..<offset])
  }

  /// Decodes the elements that are to come.
  mutating func map<Element>(
    _ decode: (UnsafeRawBufferPointer) throws(PostgresError) -> Element
  ) throws(PostgresError) -> [Element] {
    var elements: [Element] = []
    elements.reserveCapacity(count)
    while let bytes = try next() { elements.append(try decode(bytes)) }
    return elements
  }

  /// Four bytes that are there.
  private func word(at offset: Int) -> Int32 {
    Int32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self))
  }

  private var truncated: PostgresError {
    PostgresError(.mismatch, "column \(column) is a truncated array")
  }
}
