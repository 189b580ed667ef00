internal import HTTPCore
internal import KirokuCore
internal import KirokuStore

/// The header fields in which a client tells who acted, when and by what.
struct ActHeaders {
  private let head: RequestHead
  private(set) var faults: [FieldProblem] = []

  /// Characters that an intent's name may have.
  static let maxIntentLength = 200
  /// What a clock may be wrong by: ten years.
  private static let maxClockOffsetMilliseconds: Int64 = 315_576_000_000

  init(_ head: RequestHead) {
    self.head = head
  }

  /// `Idempotency-Key`, its quotes taken off.
  mutating func idempotencyKey() -> String? {
    parsed(.idempotencyKey, expected: "key") {
      quotedOrBareText($0, maxLength: OperationID.maxKeyLength)
    }
  }

  /// When the person acted, as sent and as corrected by what the client's clock is wrong by.
  mutating func actedAt() -> (sent: Instant, corrected: Instant)? {
    let offset = parsed(.clockOffset, expected: "whole-number") { text -> Int64? in
      guard let offset = Int64(text), abs(clamped: offset) <= Self.maxClockOffsetMilliseconds else {
        return nil
      }
      return offset
    }
    guard let sent = instant(.actedAt) else { return nil }
    return (sent, sent.advanced(byMicroseconds: (offset ?? 0) * 1000))
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
    guard let text = value(name) else { return nil }
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

/// The magnitude, without a trap at the least number.
private func abs(clamped number: Int64) -> Int64 {
  number == .min ? .max : Swift.abs(number)
}
