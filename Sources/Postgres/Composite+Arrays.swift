extension Composite {
  /// Lends the UTF-8 of each text of a `text[]` to `body`, without a copy.
  ///
  /// - Throws: `mismatch` when it is NULL or no such array, or what `body` throws.
  public mutating func forEachText(
    _ body: (Span<UInt8>) throws(PostgresError) -> Void
  ) throws(PostgresError) {
    guard try forEachTextIfAny(body) else { throw Self.isNull }
  }

  /// The same, where NULL stands for none.
  ///
  /// - Returns: false for NULL.
  @discardableResult
  public mutating func forEachTextIfAny(
    _ body: (Span<UInt8>) throws(PostgresError) -> Void
  ) throws(PostgresError) -> Bool {
    guard let field = try next() else { return false }
    var elements = try BinaryArray(UnsafeRawBufferPointer(rebasing: bytes[field]), of: .text, 0)
    while let bytes = try elements.next() { try body(Span(_unsafeBytes: bytes)) }
    return true
  }

  /// Steps over a text.
  ///
  /// - Returns: where its UTF-8 is in what `withAllBytes` lends; nil for NULL.
  @inlinable
  @inline(__always)
  public mutating func place() throws(PostgresError) -> Range<Int>? { try next() }

  /// Lends the bytes of all fields, for the places of texts that are copied once, to where they are written.
  @inlinable
  public func withAllBytes<Value>(_ body: (Span<UInt8>) -> Value) -> Value {
    body(Span(_unsafeBytes: bytes))
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
