internal import HTTPCore
internal import KirokuCore
internal import KirokuStore

/// The header fields in which a client tells who acted, when and by what.
struct ActHeaders {
  private let head: RequestHead
  private(set) var faults: [FieldProblem] = []
  /// What the client's clock was found to be wrong by.
  private(set) var clockOffsetMilliseconds: Int64 = 0

  /// Characters that an intent's name may have.
  static let maxIntentLength = 200
  /// What a clock may be wrong by: ten years.
  static let maxClockOffsetMilliseconds: Int64 = 315_576_000_000

  init(_ head: RequestHead) {
    self.head = head
  }

  /// `Idempotency-Key`, its quotes taken off.
  mutating func idempotencyKey() -> String? {
    parsed(.idempotencyKey, expected: "key") { text in
      let key = quotedOrBareText(text, maxLength: OperationID.maxKeyLength)
      // A key that a client failed to fill in is no key.
      return key.flatMap { UUIDBytes($0) == UUIDBytes.none ? nil : $0 }
    }
  }

  /// When the person acted, as sent and as corrected by what the client's clock is wrong by.
  mutating func actedAt() -> (sent: Instant, corrected: Instant)? {
    let checkedOffset = clockOffset()
    guard let sent = instant(.actedAt) else { return nil }
    guard let offset = checkedOffset else { return (sent, sent) }
    let corrected = sent.advanced(byMicroseconds: offset * 1000)
    guard Instant.recordable.contains(corrected) else {
      report(.outOfRange, of: .actedAt, ["value": "\(corrected)"])
      return (sent, sent)
    }
    return (sent, corrected)
  }

  /// By how many milliseconds the client's clock is behind; nil, and reported, when no clock is so wrong.
  mutating func clockOffset() -> Int64? {
    checked(parsed(.clockOffset, expected: "whole-number") { wholeNumber($0) })
  }

  /// What a clock is said to be wrong by; nil, and reported, when no clock is.
  private mutating func checked(_ offset: Int64?) -> Int64? {
    guard let offset else { return 0 }
    let limit = Self.maxClockOffsetMilliseconds
    if (-limit...limit).contains(offset) {
      clockOffsetMilliseconds = offset
      return offset
    }
    let values = ["minimum": "-\(limit)", "maximum": "\(limit)", "value": "\(offset)"]
    report(.outOfRange, of: .clockOffset, values)
    return nil
  }

  private mutating func report(_ code: FaultCode, of name: FieldName, _ values: [String: String]) {
    faults.append(FieldProblem(.parameter(name.description), code, values))
  }

  /// What remains of an act once its id and time are known.
  mutating func fill(_ act: inout Act, knowing timeZones: TimeZoneNames) {
    act.seen = instant(.seen)
    act.clientID = uuid(.clientID)
    act.sessionID = uuid(.sessionID)
    act.source = choice(.source)
    act.intent = parsed(.intent, expected: "name") {
      quotedOrBareText($0, maxLength: Self.maxIntentLength)
    }
    act.timeZone = value(.timeZone)
    if let name = act.timeZone, !timeZones.contains(name) {
      faults.append(
        FieldProblem(
          .parameter(FieldName.timeZone.description), .unknownTimeZone, ["value": excerpt(name)]))
    }
  }

  // MARK: - Forms

  private mutating func value(_ name: FieldName) -> String? {
    guard let value = head.value(of: name) else { return nil }
    if head.count(of: name) > 1 {
      faults.append(FieldProblem(.parameter(name.description), .repeatedParameter))
    }
    return value
  }

  mutating func parsed<Value>(
    _ name: FieldName, expected: String, _ parse: (String) -> Value?
  ) -> Value? {
    value(name).flatMap { parsed($0, of: name, expected: expected, parse) }
  }

  /// The value of a field that is a list, all of its lines as one.
  mutating func parsed<Value>(
    list name: FieldName, expected: String, _ parse: (String) -> Value?
  ) -> Value? {
    head.list(of: name).flatMap { parsed($0, of: name, expected: expected, parse) }
  }

  private mutating func parsed<Value>(
    _ text: String, of name: FieldName, expected: String, _ parse: (String) -> Value?
  ) -> Value? {
    if let value = parse(text) { return value }
    let values = ["expected": expected, "value": excerpt(text)]
    faults.append(FieldProblem(.parameter(name.description), .invalidFormat, values))
    return nil
  }

  private mutating func uuid(_ name: FieldName) -> UUIDBytes? {
    parsed(name, expected: "uuid") { UUIDBytes($0) }
  }

  private mutating func instant(_ name: FieldName) -> Instant? {
    guard let text = value(name) else { return nil }
    do throws(Instant.ParseFault) {
      return try Instant(rfc3339: text)
    } catch {
      faults.append(FieldProblem(error, at: .parameter(name.description), value: excerpt(text)))
      return nil
    }
  }

  private mutating func choice(_ name: FieldName) -> Source? {
    guard let text = value(name) else { return nil }
    if let source = Source(rawValue: text) { return source }
    let choices = Source.allCases.map(\.rawValue).joined(separator: ", ")
    let values = ["choices": choices, "value": excerpt(text)]
    faults.append(FieldProblem(.parameter(name.description), .notOneOf, values))
    return nil
  }
}

/// A whole number of any size; one that 64 bits can't hold is the nearest that they can.
private func wholeNumber(_ text: String) -> Int64? {
  let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
  guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
  return Int64(text) ?? (digits.count == text.utf8.count ? .max : .min)
}
