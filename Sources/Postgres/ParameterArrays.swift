/// The arrays in which libpq wants a statement's values, kept and filled again for each statement.
///
/// Touched only on its connection's loop.
struct ParameterArrays: ~Copyable {
  private var values: UnsafeMutableBufferPointer<UnsafePointer<CChar>?>
  private var lengths: UnsafeMutableBufferPointer<Int32>
  private var formats: UnsafeMutableBufferPointer<Int32>

  init() {
    values = .allocate(capacity: 0)
    lengths = .allocate(capacity: 0)
    formats = .allocate(capacity: 0)
  }

  deinit { deallocate() }

  /// Lends `body` pointers to each value of `sql`, its length, and its format (1: binary).
  mutating func fill<Result>(
    from sql: SQL,
    _ body: (
      UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?
    ) -> Result
  ) -> Result {
    reserve(sql.parameters.count)
    return sql.bytes.withUnsafeBytes { bytes in
      for (index, parameter) in sql.parameters.enumerated() {
        let start = bytes.baseAddress ?? UnsafeRawPointer(Self.empty)
        values[index] =
          parameter.length < 0
          ? nil
          : start.advanced(by: Int(parameter.offset)).assumingMemoryBound(to: CChar.self)
        lengths[index] = max(0, parameter.length)
      }
      return body(
        UnsafePointer(values.baseAddress), UnsafePointer(lengths.baseAddress),
        UnsafePointer(formats.baseAddress))
    }
  }

  /// What an empty value points to: libpq takes a null pointer for NULL.
  ///
  /// `nonisolated(unsafe)`: one byte that is never written after it was made.
  private nonisolated(unsafe) static let empty = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)

  private mutating func reserve(_ count: Int) {
    guard count > values.count else { return }
    deallocate()
    let capacity = max(16, 2 * count)
    values = .allocate(capacity: capacity)
    values.initialize(repeating: nil)
    lengths = .allocate(capacity: capacity)
    lengths.initialize(repeating: 0)
    formats = .allocate(capacity: capacity)
    formats.initialize(repeating: 1)
  }

  private func deallocate() {
    values.deallocate()
    lengths.deallocate()
    formats.deallocate()
  }
}

/// Lends `body` the name of a prepared statement, `s` and its number, as a C string.
func withStatementName<Result>(
  _ number: Int32, _ body: (UnsafePointer<CChar>) -> Result
) -> Result {
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: 12) { name in
    var digits = 1
    var rest = number / 10
    while rest > 0 {
      digits += 1
      rest /= 10
    }
    name[0] = CChar(UInt8(ascii: "s"))
    name[digits + 1] = 0
    rest = number
    for index in stride(from: digits, through: 1, by: -1) {
      name[index] = CChar(truncatingIfNeeded: Int32(UInt8(ascii: "0")) + rest % 10)
      rest /= 10
    }
    // The buffer has 12 characters, so it has a base address.
    return UnsafePointer(name.baseAddress.unsafelyUnwrapped).withMemoryRebound(
      to: CChar.self, capacity: 12, body)
  }
}
