internal import HTTPCore
internal import JSON
internal import KirokuCore
internal import KirokuStore

/// What a client tells of a donation, through either door: over REST with the act's id among the fields, in a sync
/// operation without.
struct DonationBody {
  let draft: DonationDraft
  /// When the system was told, as sent; nil for the time of the request or the operation.
  let donatedAt: Instant?

  /// - Parameters:
  ///   - act: nil where the fields name it.
  ///   - faults: of the request's other parts; what is found here joins them.
  /// - Throws: 422 with all faults.
  init(
    _ fields: inout JSONFields, of act: UUIDBytes?, ignoringUnknown: Bool, _ faults: [FieldProblem]
  ) throws(Problem) {
    var faults = faults
    var operationID = act
    if act == nil {
      let id = fields.parsed("opId", expected: "uuid") { UUIDBytes($0) }
      if id.isMissing { fields.report(.required, at: "opId") }
      operationID = id.value
    }
    let intent = fields.parsed("intent", expected: "name") {
      quotedOrBareText($0, maxLength: ActHeaders.maxIntentLength)
    }
    if intent.isMissing { fields.report(.required, at: "intent") }
    let identifier = fields.string(
      "donationIdentifier", maxScalars: DonationRule.maxIdentifierScalars)
    if identifier.isMissing || identifier.value?.isEmpty == true {
      fields.report(.required, at: "donationIdentifier")
    }
    donatedAt = fields.instant("donatedAt", reporting: &faults)
    fields.finish(ignoringUnknown: ignoringUnknown)
    faults += fields.faults.map { FieldProblem($0) }
    guard faults.isEmpty, let operationID, let intent = intent.value,
      let identifier = identifier.value
    else { throw Problem(.invalidFields, faults) }
    draft = DonationDraft(operationID: operationID, intent: intent, identifier: identifier)
  }

  /// What was sent but for the act, in one spelling.
  var canonicalJSON: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("intent")
    writer.string(draft.intent)
    writer.key("donationIdentifier")
    writer.string(draft.identifier)
    if let donatedAt {
      writer.key("donatedAt")
      writer.plainString(donatedAt.append)
    }
    writer.endObject()
    return writer.bytes
  }
}
