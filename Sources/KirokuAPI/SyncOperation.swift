internal import HTTPCore
internal import JSON
internal import KirokuCore
internal import KirokuStore

/// One operation of a sync: read as far as it can be, and what is wrong with it.
struct SyncOperation {
  /// What holds for all operations of an envelope.
  struct Context {
    let timeZones: TimeZoneNames
    let isLenient: Bool
    let clientID: UUIDBytes?
    let clockOffsetMilliseconds: Int64
  }

  /// Where it is in the body.
  let pointer: String
  /// Nil where it could not be read.
  let id: UUIDBytes?
  let content: Result<PushedOperation, Problem>

  init(
    _ value: JSONValue, at pointer: String, _ context: Context, ignoring ignored: inout [String]
  ) {
    self.pointer = pointer
    var fields = JSONFields(value, pointer: pointer)
    guard fields.faults.isEmpty else {
      id = nil
      content = .failure(Problem(.invalidFields, fields.faults.map { FieldProblem($0) }))
      return
    }
    let id = fields.parsed("opId", expected: "uuid") { UUIDBytes($0) }
    if id.isMissing { fields.report(.required, at: "opId") }
    self.id = id.value
    let target = SyncTarget.read(&fields, ignoringUnknown: context.isLenient)
    var facts = SyncFacts(&fields, context)
    let inner = fields.value("fields")
    fields.finish(ignoringUnknown: context.isLenient)
    ignored += fields.ignored
    var faults = fields.faults.map { FieldProblem($0) } + facts.faults
    if let target, target.kind == .put, !target.id.isRecordID {
      let values = ["expected": "record-uuid", "value": "\(target.id)"]
      faults.append(FieldProblem(.pointer(pointer + "/record/id"), .invalidFormat, values))
    }
    do throws(Problem) {
      guard let target else { throw Problem(.invalidFields) }
      var body = SyncBody(inner.value, ignoringUnknown: context.isLenient)
      let (change, canonical) = try body.change(target)
      if let donatedAt = body.donatedAt { facts.act(at: donatedAt, context) }
      ignored += body.ignored.map { pointer + "/fields" + $0 }
      faults += facts.donationFaults
      guard faults.isEmpty, let id = id.value else { throw Problem(.invalidFields) }
      facts.act.operationID = id
      facts.act.request = target.description(sentAt: facts.sentAt, fields: canonical)
      content = .success(PushedOperation(change, facts.act))
    } catch {
      faults += error.errors.map { $0.moved(under: pointer + "/fields") }
      content = .failure(Problem(.invalidFields, faults))
    }
  }
}

extension FieldProblem {
  /// The same fault of an object that is part of another one.
  func moved(under prefix: String) -> FieldProblem {
    guard case .pointer(let pointer) = place else { return self }
    return FieldProblem(.pointer(prefix + pointer), code, values)
  }
}

/// Who acted, when and by what: what an operation says beside its record and its fields.
private struct SyncFacts {
  /// Its id and its request are not known here.
  var act: Act
  private let pointer: String
  /// The acted time as the client sent it, before its clock was corrected.
  let sentAt: Instant?
  private(set) var faults: [FieldProblem] = []
  /// What is wrong with the time of a donation, of the operation's fields.
  private(set) var donationFaults: [FieldProblem] = []

  init(_ fields: inout JSONFields, _ context: SyncOperation.Context) {
    pointer = fields.pointer
    act = Act(operationID: UUIDBytes(high: 0, low: 0), request: [])
    sentAt = fields.instant("actedAt", reporting: &faults)
    act.actedAt = sentAt?.advanced(byMicroseconds: context.clockOffsetMilliseconds * 1000)
    if let corrected = act.actedAt, !Instant.recordable.contains(corrected) {
      faults.append(
        FieldProblem(
          .pointer(fields.pointer + "/actedAt"), .outOfRange, ["value": "\(corrected)"]))
    }
    act.seen = fields.instant("seen", reporting: &faults)
    act.clientID = context.clientID
    act.sessionID = fields.parsed("sessionId", expected: "uuid") { UUIDBytes($0) }.value
    act.source = fields.choice("source", of: Source.self).value
    act.intent =
      fields.parsed("intent", expected: "name") {
        quotedOrBareText($0, maxLength: ActHeaders.maxIntentLength)
      }.value
    act.timeZone = fields.string("timeZone").value
    if let name = act.timeZone, !context.timeZones.contains(name) {
      faults.append(
        FieldProblem(
          .pointer(fields.pointer + "/timeZone"), .unknownTimeZone, ["value": excerpt(name)]))
    }
  }

  /// Takes the acted time from the operation's fields.
  mutating func act(at sent: Instant, _ context: SyncOperation.Context) {
    let corrected = sent.advanced(byMicroseconds: context.clockOffsetMilliseconds * 1000)
    act.actedAt = corrected
    if Instant.recordable.contains(corrected) { return }
    donationFaults.append(
      FieldProblem(
        .pointer(pointer + "/fields/donatedAt"), .outOfRange, ["value": "\(corrected)"]))
  }
}
