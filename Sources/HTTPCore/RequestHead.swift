/// How the length of a request's body is known (RFC 9112 §6.3).
public enum BodyFraming: Hashable, Sendable {
  case none
  /// `Content-Length`, ≥ 1.
  case length(Int)
  case chunked
}

/// A request's line and fields, as one copy of their bytes and the ranges in it.
///
/// Nothing is turned into a `String` until it is asked for: a route that looks at two fields of
/// twenty pays for two. A class, so that what hands it on copies a reference and not its ten values.
public final class RequestHead: Sendable {
  /// Where a field's name and value (without the white space around it) lie in `bytes`.
  struct Field: Sendable {
    var nameStart: UInt32
    var nameEnd: UInt32
    var valueStart: UInt32
    var valueEnd: UInt32

    var name: Range<Int> { Int(nameStart)..<Int(nameEnd) }
    var value: Range<Int> { Int(valueStart)..<Int(valueEnd) }
  }

  /// The head's bytes, from the first of the message to the empty line's end.
  public let bytes: [UInt8]
  let line: RequestLine
  let facts: WellKnownFields.Facts
  let fields: [Field]

  init(
    bytes: [UInt8], line: RequestLine, facts: WellKnownFields.Facts, fields: [Field]
  ) {
    self.bytes = bytes
    self.line = line
    self.facts = facts
    self.fields = fields
  }

  public var method: HTTPMethod { line.method }
  public var version: HTTPVersion { line.version }
  public var framing: BodyFraming { facts.framing }
  /// Whether the client lets the connection live on (RFC 9112 §9.3).
  public var keepsAlive: Bool { facts.keepsAlive }
  /// Whether the client waits for `100 Continue` before it sends the body (RFC 9110 §10.1.1).
  public var expectsContinue: Bool { facts.expectsContinue }
  /// The request target as sent, in `bytes`.
  public var targetRange: Range<Int> { line.target }
  /// The path, still percent-encoded, in `bytes`. Empty where an absolute-form target has none;
  /// `path` and `withPath` say `/` then.
  public var pathRange: Range<Int> { line.path }
  /// What follows the first `?`, in `bytes`; nil without a `?`.
  public var queryRange: Range<Int>? { line.query }

  public var target: String { text(targetRange) }
  /// The path, still percent-encoded.
  public var path: String { pathRange.isEmpty ? "/" : text(pathRange) }
  /// The query without its `?`, still encoded. See `QueryItems`.
  public var query: String? { queryRange.map(text) }

  /// Calls `body` with the path's bytes, still percent-encoded.
  @inlinable
  public func withPath<R, E: Error>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
    if pathRange.isEmpty { return try body(Self.root.span) }
    let bytes = bytes
    return try body(bytes.span.extracting(pathRange))
  }

  @usableFromInline static let root: [UInt8] = [.slash]

  /// The decoded items of the query; none without one.
  public var queryItems: QueryItems {
    guard let queryRange else { return QueryItems() }
    let bytes = bytes
    return QueryItems(bytes.span.extracting(queryRange))
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

extension RequestHead {
  /// Where the value of the first field called `name` lies in `bytes`.
  public func range(of name: FieldName) -> Range<Int>? {
    for field in fields where matches(field, name) { return field.value }
    return nil
  }

  /// How many fields are called `name`. Credentials and the like must not occur twice.
  public func count(of name: FieldName) -> Int {
    var count = 0
    for field in fields where matches(field, name) { count += 1 }
    return count
  }

  /// Calls `body` with the value's bytes of the first field called `name`; nil without one.
  @inlinable
  public func withValue<R, E: Error>(
    of name: FieldName, _ body: (Span<UInt8>) throws(E) -> R
  ) throws(E) -> R? {
    guard let range = range(of: name) else { return nil }
    let bytes = bytes
    return try body(bytes.span.extracting(range))
  }

  /// The value of the first field called `name`, ill-formed UTF-8 replaced.
  public func value(of name: FieldName) -> String? { range(of: name).map(text) }

  /// The values of all fields called `name`, in the order sent.
  public func values(of name: FieldName) -> [String] {
    fields.filter { matches($0, name) }.map { text($0.value) }
  }

  /// Every field, in the order sent. For tools and tests; it makes a `String` of each.
  public var allFields: [(name: String, value: String)] {
    fields.map { (text($0.name), text($0.value)) }
  }

  @inline(__always)
  private func matches(_ field: Field, _ name: FieldName) -> Bool {
    guard Int(field.nameEnd &- field.nameStart) == name.lowercase.count else { return false }
    let bytes = bytes
    return bytes.span.extracting(field.name).equalsIgnoringCase(name.lowercase)
  }
}
