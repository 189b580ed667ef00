/// The fields of a response, rendered as they are added.
public struct HeaderBlock: Sendable, Hashable {
  /// `Name: value CRLF` for each field.
  public private(set) var bytes: [UInt8] = []

  /// Room for the fields of most responses, so that adding them allocates once.
  private static let usualBytes = 320

  public init() {}

  /// Adds a field. Fields are never joined or replaced: add each once.
  ///
  /// - Returns: false, with nothing added, when the value holds a control character (a CR or LF
  ///   would let whoever chose the value write fields of their own, RFC 9110 §5.5) or when the
  ///   encoder alone writes this field (`Content-Length`, `Connection`, `Date`, …).
  @discardableResult
  public mutating func append(_ name: FieldName, _ value: String) -> Bool {
    guard !name.isWrittenByEncoder else { return false }
    let start = begin(name)
    bytes.append(contentsOf: value.utf8)
    return end(from: start, value: start + name.prefix.count)
  }

  @discardableResult
  public mutating func append(_ name: FieldName, _ value: [UInt8]) -> Bool {
    guard !name.isWrittenByEncoder else { return false }
    let start = begin(name)
    bytes.append(contentsOf: value)
    return end(from: start, value: start + name.prefix.count)
  }

  /// Adds `ETag`.
  @discardableResult
  public mutating func append(_ tag: EntityTag) -> Bool {
    let start = begin(.etag)
    if tag.isWeak { bytes.append(contentsOf: [0x57, .slash]) }
    bytes.append(.quote)
    bytes.append(contentsOf: tag.opaque.utf8)
    bytes.append(.quote)
    return end(from: start, value: start + FieldName.etag.prefix.count)
  }

  private mutating func begin(_ name: FieldName) -> Int {
    if bytes.isEmpty { bytes.reserveCapacity(Self.usualBytes) }
    let start = bytes.count
    bytes.append(contentsOf: name.prefix)
    return start
  }

  /// Ends the field that begins at `start`, or takes it back when its value is not allowed.
  private mutating func end(from start: Int, value valueStart: Int) -> Bool {
    var index = bytes.span.skippingVisibleWords(from: valueStart, to: bytes.count)
    while index < bytes.count {
      guard bytes[index].isFieldValueByte else {
        bytes.removeSubrange(start...)
        return false
      }
      index &+= 1
    }
    bytes.append(.carriageReturn)
    bytes.append(.lineFeed)
    return true
  }

  /// The values of the fields called `name`, for tests.
  public func values(of name: FieldName) -> [String] {
    bytes.split(separator: .lineFeed).compactMap { line in
      guard
        line.count >= name.prefix.count, zip(line, name.prefix).allSatisfy({ $0 == $1 })
      else { return nil }
      return String(decoding: line.dropFirst(name.prefix.count).dropLast(), as: UTF8.self)
    }
  }
}
