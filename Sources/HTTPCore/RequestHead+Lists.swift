extension RequestHead {
  /// The value of a field that is a list: all lines of that name as one (RFC 9110 §5.3). Nil without any.
  public func list(of name: FieldName) -> String? {
    guard let first = value(of: name) else { return nil }
    return count(of: name) == 1 ? first : values(of: name).joined(separator: ", ")
  }

  /// Calls `body` with the bytes of the same; nil without any.
  @inlinable
  public func withList<R, E: Error>(
    of name: FieldName, _ body: (Span<UInt8>) throws(E) -> R
  ) throws(E) -> R? {
    guard let range = range(of: name) else { return nil }
    if count(of: name) == 1 {
      let bytes = bytes
      return try body(bytes.span.extracting(range))
    }
    let joined = Array((list(of: name) ?? "").utf8)
    return try body(joined.span)
  }
}
