/// A strict reader of one JSON text (RFC 8259).
///
/// Strict means: UTF-8 as RFC 3629 defines it and no byte order mark; a name once an object; no
/// lone surrogates; no raw control characters in strings; no NaN; nothing after the value; depth
/// up to a limit. What is well formed but has a wrong value (`1e400`, `\u0000`) is read: that is
/// for the reader of the fields to judge, which reports all such faults at once.
public struct JSONReader {
  /// Deep enough for every document of the API; small enough for any stack.
  public static let defaultMaxDepth = 32

  let bytes: [UInt8]
  var position = 0
  private let maxDepth: Int

  private init(_ bytes: [UInt8], maxDepth: Int) {
    self.bytes = bytes
    self.maxDepth = maxDepth
  }

  /// Reads the one value that `bytes` hold.
  ///
  /// - Parameter maxDepth: how many arrays and objects may lie in one another.
  public static func read(
    _ bytes: [UInt8], maxDepth: Int = defaultMaxDepth
  ) throws(JSONSyntaxError) -> JSONValue {
    var reader = JSONReader(bytes, maxDepth: maxDepth)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw JSONSyntaxError(.byteOrderMark, at: 0) }
    reader.skipWhiteSpace()
    if reader.position == bytes.count { throw JSONSyntaxError(.empty, at: bytes.count) }
    let value = try reader.value(depth: 0)
    reader.skipWhiteSpace()
    if reader.position < bytes.count {
      throw JSONSyntaxError(.trailingBytes, at: reader.position)
    }
    return value
  }

  private mutating func value(depth: Int) throws(JSONSyntaxError) -> JSONValue {
    guard position < bytes.count else { throw unexpectedEnd() }
    switch bytes[position] {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "{"): return .object(try object(depth: depth))
    case UInt8(ascii: "["): return .array(try array(depth: depth))
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    case UInt8(ascii: "+"), UInt8(ascii: "."): throw JSONSyntaxError(.invalidNumber, at: position)
    default: throw JSONSyntaxError(isNotANumber ? .notANumber : .malformed, at: position)
    }
  }

  // MARK: - Arrays and objects

  private mutating func array(depth: Int) throws(JSONSyntaxError) -> [JSONValue] {
    try enter(depth)
    var elements: [JSONValue] = []
    if consume(UInt8(ascii: "]")) { return elements }
    while true {
      do throws(JSONSyntaxError) {
        elements.append(try value(depth: depth + 1))
      } catch {
        throw error.inside(JSONPointer.token(elements.count))
      }
      if try isLast(closing: UInt8(ascii: "]")) { return elements }
    }
  }

  private mutating func object(depth: Int) throws(JSONSyntaxError) -> JSONObject {
    try enter(depth)
    var members: [JSONObject.Member] = []
    if consume(UInt8(ascii: "}")) { return JSONObject(members: members) }
    var names = SeenNames()
    while true {
      guard position < bytes.count else { throw unexpectedEnd() }
      guard bytes[position] == UInt8(ascii: "\"") else {
        throw JSONSyntaxError(.malformed, at: position)
      }
      let nameStart = position
      let name = try string()
      if !names.insert(name, after: members) {
        throw JSONSyntaxError(.duplicateKey, at: nameStart, pointer: JSONPointer.token(name))
      }
      do throws(JSONSyntaxError) {
        skipWhiteSpace()
        guard position < bytes.count else { throw unexpectedEnd() }
        guard bytes[position] == UInt8(ascii: ":") else {
          throw JSONSyntaxError(.malformed, at: position)
        }
        position += 1
        skipWhiteSpace()
        members.append(.init(name: name, value: try value(depth: depth + 1)))
      } catch {
        throw error.inside(JSONPointer.token(name))
      }
      if try isLast(closing: UInt8(ascii: "}")) { return JSONObject(members: members) }
    }
  }

  /// Steps over the opening bracket, unless that would be one level too many.
  private mutating func enter(_ depth: Int) throws(JSONSyntaxError) {
    if depth >= maxDepth { throw JSONSyntaxError(.tooDeep, at: position) }
    position += 1
    skipWhiteSpace()
  }

  /// After an element: true at the closing bracket, false after a comma.
  private mutating func isLast(closing: UInt8) throws(JSONSyntaxError) -> Bool {
    skipWhiteSpace()
    guard position < bytes.count else { throw unexpectedEnd() }
    if consume(closing) { return true }
    guard consume(UInt8(ascii: ",")) else { throw JSONSyntaxError(.malformed, at: position) }
    skipWhiteSpace()
    return false
  }

  // MARK: - Scanning

  mutating func skipWhiteSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return
      }
    }
  }

  private mutating func consume(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  private mutating func literal(
    _ word: String, _ value: JSONValue
  ) throws(JSONSyntaxError) -> JSONValue {
    let start = position
    for byte in word.utf8 {
      guard position < bytes.count else { throw unexpectedEnd() }
      guard bytes[position] == byte else {
        let offset = position
        position = start
        throw isNotANumber
          ? JSONSyntaxError(.notANumber, at: start) : JSONSyntaxError(.malformed, at: offset)
      }
      position += 1
    }
    return value
  }

  /// Whether one of the usual spellings of NaN and infinity stands here.
  var isNotANumber: Bool {
    let rest = bytes[position...]
    return ["NaN", "nan", "NAN", "Infinity", "infinity", "Inf", "inf", "INF"].contains {
      rest.starts(with: $0.utf8)
    }
  }

  func unexpectedEnd() -> JSONSyntaxError {
    JSONSyntaxError(.unexpectedEnd, at: bytes.count)
  }
}

/// The names that an object has had so far.
///
/// A few names are compared one by one; many are hashed, by their bytes, so that an object of a
/// hundred thousand names is read in linear time.
private struct SeenNames {
  private static let maxCompared = 16
  private var hashed: Set<[UInt8]> = []

  /// False if `name` is one of the names in `members`, all of which have gone through here.
  mutating func insert(_ name: String, after members: [JSONObject.Member]) -> Bool {
    if members.count < Self.maxCompared {
      return !members.contains { isSame($0.name, name) }
    }
    if members.count == Self.maxCompared {
      hashed = Set(members.map { Array($0.name.utf8) })
    }
    return hashed.insert(Array(name.utf8)).inserted
  }
}
