/// Writes JSON as bytes, into one growing buffer, with no white space.
///
/// The caller keeps the grammar (a key, then its value; every scope closed); the writer puts the
/// commas and the escapes.
public struct JSONWriter: Sendable {
  /// What has been written.
  public private(set) var bytes: [UInt8]
  /// Whether a value stands before the next one in the same scope.
  private var needsComma = false

  /// - Parameter capacity: bytes to reserve at once.
  public init(capacity: Int = 512) {
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  public mutating func beginObject() { open(UInt8(ascii: "{")) }
  public mutating func endObject() { close(UInt8(ascii: "}")) }
  public mutating func beginArray() { open(UInt8(ascii: "[")) }
  public mutating func endArray() { close(UInt8(ascii: "]")) }

  /// The name of the member whose value comes next.
  public mutating func key(_ key: JSONKey) {
    let isFollowing = needsComma
    let room = key.name.utf8CodeUnitCount + 4
    bytes.append(addingCapacity: room) { (output: inout OutputSpan<UInt8>) in
      if isFollowing { output.append(UInt8(ascii: ",")) }
      output.append(UInt8(ascii: "\""))
      JSONText.append(constant: key.name, to: &output)
      output.append(UInt8(ascii: "\""))
      output.append(UInt8(ascii: ":"))
    }
    needsComma = false
  }

  /// The name of a member that only the run time knows.
  public mutating func key(escaping name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  public mutating func null() { raw("null") }
  public mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }

  public mutating func string(_ value: String) {
    separate()
    bytes.append(addingCapacity: JSONText.byteCount(of: value)) {
      (output: inout OutputSpan<UInt8>) in
      JSONText.append(value, to: &output)
    }
    needsComma = true
  }

  /// A string of bytes in UTF-8 that need no escape: an id, an instant, a day.
  public mutating func plainString(_ write: (inout [UInt8]) -> Void) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    write(&bytes)
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  public mutating func integer(_ value: Int64) {
    separate()
    bytes.append(addingCapacity: JSONText.maxNumberBytes) { (output: inout OutputSpan<UInt8>) in
      JSONText.append(value, to: &output)
    }
    needsComma = true
  }

  /// A decimal from thousandths, in its shortest form: 65200 → `65.2`, 180000 → `180`.
  public mutating func decimal(thousandths: Int64) {
    separate()
    bytes.append(addingCapacity: JSONText.maxNumberBytes) { (output: inout OutputSpan<UInt8>) in
      JSONText.append(thousandths: thousandths, to: &output)
    }
    needsComma = true
  }

  /// A value that `write` writes as JSON, in `maxBytes` bytes at most: the fast way for values that
  /// are written often.
  public mutating func value(maxBytes: Int, _ write: (inout OutputSpan<UInt8>) -> Void) {
    separate()
    bytes.append(addingCapacity: maxBytes, initializingWith: write)
    needsComma = true
  }

  /// A value that is JSON already.
  public mutating func raw(_ json: String) {
    separate()
    bytes.append(contentsOf: json.utf8)
    needsComma = true
  }

  /// A value that is JSON already.
  public mutating func raw(_ json: [UInt8]) {
    separate()
    bytes.append(contentsOf: json)
    needsComma = true
  }

  // MARK: - Bytes

  private mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  @inline(__always)
  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }
}

/// The name of a member as the source code spells it: ASCII that needs no escape.
public struct JSONKey: ExpressibleByStringLiteral, Sendable {
  let name: StaticString

  public init(stringLiteral name: StaticString) {
    assert(
      name.description.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C })
    self.name = name
  }
}
