extension Composite {
  /// Lends the UTF-8 of each text of a `text[]` to `body`, without a copy.
  ///
  /// - Throws: `mismatch` when it is NULL or no such array, or what `body` throws.
  public mutating func forEachText(
    _ body: (Span<UInt8>) throws(PostgresError) -> Void
  ) throws(PostgresError) {
    guard let field = try next() else { throw Self.isNull }
    var elements = try BinaryArray(UnsafeRawBufferPointer(rebasing: bytes[field]), of: .text, 0)
    while let bytes = try elements.next() { try body(Span(_unsafeBytes: bytes)) }
  }

  /// Gives each element of an `integer[]` to `body`.
  ///
  /// - Throws: `mismatch` when it is NULL or no such array, or what `body` throws.
  public mutating func forEachInt32(
    _ body: (Int32) throws(PostgresError) -> Void
  ) throws(PostgresError) {
    guard let field = try next() else { throw Self.isNull }
    var elements = try BinaryArray(UnsafeRawBufferPointer(rebasing: bytes[field]), of: .int4, 0)
    while let bytes = try elements.next() {
      guard bytes.count == 4 else { throw Self.otherType }
      try body(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
    }
  }

  /// The bytes of a `bytea`, lent to `body` without a copy; NULL is nil.
  @inlinable
  public mutating func withBytes<Value>(
    _ body: (Span<UInt8>?) throws(PostgresError) -> Value
  ) throws(PostgresError) -> Value {
    try withText(body)
  }
}
