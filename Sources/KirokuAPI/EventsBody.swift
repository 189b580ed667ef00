internal import HTTPCore
internal import JSON
internal import KirokuCore
internal import KirokuStore

/// The events of one request. What header fields say about the client holds for each that does not say it itself.
struct EventsBody {
  private(set) var events: [Event] = []
  private(set) var ignored: [String] = []
  let clientID: UUIDBytes?

  /// - Throws: 422 with all faults.
  init(_ fields: inout JSONFields, _ call: Call, _ credential: Credential) throws(Problem) {
    var headers = ActHeaders(call.request.head)
    // Not stored: what each event says by itself wins over it.
    var act = Act(operationID: .none, request: [])
    headers.fill(&act, knowing: call.environment.timeZones)
    let reading = Reading(
      offsetMilliseconds: headers.clockOffset() ?? 0, defaults: act,
      timeZones: call.environment.timeZones, ignoresUnknown: call.isLenient)
    clientID = act.clientID

    var faults = headers.faults
    let elements = fields.array("events", maxCount: EventStore.maxEvents)
    if elements.isMissing { fields.report(.required, at: "events") }
    fields.finish(ignoringUnknown: call.isLenient)
    faults += fields.faults.map { FieldProblem($0) }
    events.reserveCapacity(elements.value?.count ?? 0)
    for (index, element) in (elements.value ?? []).enumerated() {
      var inner = JSONFields(element, pointer: "/events/\(index)")
      if inner.faults.isEmpty, let event = reading.event(&inner, &faults) { events.append(event) }
      faults += inner.faults.map { FieldProblem($0) }
      ignored += inner.ignored
    }
    guard faults.isEmpty else { throw Problem(.invalidFields, faults) }
  }

  /// What one event may hold besides the fields that have a meaning.
  enum Limits {
    static let maxNameLength = 64
    static let maxProperties = 20
    static let maxPropertyNameScalars = 64
    static let maxPropertyScalars = 500
    /// Of all properties as JSON.
    static let maxPropertiesBytes = 2_048
  }
}

/// Reads one event after another.
private struct Reading {
  let offsetMilliseconds: Int64
  /// What the header fields say.
  let defaults: Act
  let timeZones: TimeZoneNames
  let ignoresUnknown: Bool

  typealias Limits = EventsBody.Limits

  /// - Returns: nil where it has no id or no name.
  func event(_ fields: inout JSONFields, _ faults: inout [FieldProblem]) -> Event? {
    let id = fields.parsed("id", expected: "uuid") { UUIDBytes($0) }
    let name = fields.parsed("name", expected: "event-name") { Self.isName($0) ? $0 : nil }
    for (field, isMissing) in [("id", id.isMissing), ("name", name.isMissing)] where isMissing {
      fields.report(.required, at: field)
    }
    var event = Event(id: id.value ?? .none, name: name.value ?? "")
    let intent = fields.parsed("intent", expected: "name") {
      quotedOrBareText($0, maxLength: ActHeaders.maxIntentLength)
    }
    event.intent = intent.value ?? defaults.intent
    let needsIntent = [Event.performed, Event.donated].contains(event.name)
    if needsIntent, intent.isMissing, event.intent == nil { fields.report(.required, at: "intent") }
    event.source = fields.choice("source", of: Source.self).value ?? defaults.source
    event.sessionID =
      fields.parsed("sessionId", expected: "uuid") { UUIDBytes($0) }.value ?? defaults.sessionID
    event.operationID = fields.parsed("opId", expected: "uuid") { UUIDBytes($0) }.value
    event.isForeground = fields.bool("foreground").value
    event.timeZone = timeZone(&fields, &faults) ?? defaults.timeZone
    event.occurredAt = occurredAt(&fields, &faults)
    event.properties = properties(&fields)
    fields.finish(ignoringUnknown: ignoresUnknown)
    return event
  }

  /// `[a-z][a-z0-9_]*`
  private static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, first >= 0x61, first <= 0x7A,
      text.utf8.count <= Limits.maxNameLength
    else { return false }
    return text.utf8.allSatisfy { byte in
      (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "_")
    }
  }

  private func timeZone(_ fields: inout JSONFields, _ faults: inout [FieldProblem]) -> String? {
    guard let name = fields.string("timeZone", maxBytes: 100).value else { return nil }
    if timeZones.contains(name) { return name }
    faults.append(
      FieldProblem(
        .pointer(fields.pointer + "/timeZone"), .unknownTimeZone, ["value": excerpt(name)]))
    return nil
  }

  /// When it happened, corrected by what the client's clock is wrong by.
  private func occurredAt(
    _ fields: inout JSONFields, _ faults: inout [FieldProblem]
  ) -> Instant? {
    guard let sent = fields.instant("occurredAt", reporting: &faults) else { return nil }
    let corrected = sent.advanced(byMicroseconds: offsetMilliseconds * 1000)
    if Instant.recordable.contains(corrected) { return corrected }
    faults.append(
      FieldProblem(
        .pointer(fields.pointer + "/occurredAt"), .outOfRange, ["value": "\(corrected)"]))
    return nil
  }

  /// Properties as JSON: texts, numbers, true, false and null, by names of the client's own.
  private func properties(_ fields: inout JSONFields) -> String? {
    let field = "properties"
    guard let members = fields.members(field, maxCount: Limits.maxProperties).value,
      !members.isEmpty
    else { return nil }
    var writer = JSONWriter(capacity: 128)
    writer.beginObject()
    for member in members {
      if member.name.isEmpty || member.name.unicodeScalars.count > Limits.maxPropertyNameScalars {
        let values = ["limit": String(Limits.maxPropertyNameScalars), "unit": "characters"]
        fields.report(.tooLong, at: field, member: member.name, values)
      }
      writer.key(escaping: member.name)
      if member.name.utf8.contains(0) {
        fields.report(.nulCharacter, at: field, member: member.name)
      }
      switch member.value {
      case .string(let text):
        if text.utf8.contains(0) {
          fields.report(.nulCharacter, at: field, member: member.name)
        }
        if text.unicodeScalars.count > Limits.maxPropertyScalars {
          let values = ["limit": String(Limits.maxPropertyScalars), "unit": "characters"]
          fields.report(.tooLong, at: field, member: member.name, values)
        }
        writer.string(text)
      case .number(let number): writer.raw(number.text)
      case .bool(let flag): writer.bool(flag)
      case .null: writer.null()
      case .array, .object:
        let values = ["expected": "string", "actual": member.value.kind.rawValue]
        fields.report(.wrongType, at: field, member: member.name, values)
        writer.null()
      }
    }
    writer.endObject()
    if writer.bytes.count > Limits.maxPropertiesBytes {
      let values = ["limit": String(Limits.maxPropertiesBytes), "unit": "bytes"]
      fields.report(.tooLong, at: field, values)
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
