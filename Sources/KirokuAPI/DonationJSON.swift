internal import JSON
internal import KirokuCore
internal import KirokuStore

/// The JSON form of donations, and of what writes say about them.
enum DonationJSON {
  /// A typical donation's bytes.
  static let typicalBytes = 420

  static func write(_ donation: Donation?, to writer: inout JSONWriter) {
    guard let donation else { return writer.null() }
    writer.beginObject()
    writer.key("id")
    writer.plainString(donation.id.append)
    writer.key("opId")
    writer.plainString(donation.operationID.append)
    writer.key("intent")
    writer.string(donation.intent)
    writer.key("habitId")
    if let habit = donation.habitID { writer.plainString(habit.append) } else { writer.null() }
    writer.key("donationIdentifier")
    writer.string(donation.identifier)
    writer.key("donatedAt")
    writer.plainString(donation.donatedAt.append)
    writer.key("localDay")
    writer.string("\(donation.localDay)")
    writer.key("clientId")
    writer.plainString(donation.clientID.append)
    writer.key("rev")
    writer.integer(donation.rev)
    writer.endObject()
  }

  /// The member `donations`.
  static func write(_ donations: [Donation], to writer: inout JSONWriter) {
    writer.key("donations")
    writer.beginArray()
    for donation in donations { write(donation, to: &writer) }
    writer.endArray()
  }

  /// The member `donate` of what was done in the app by an intent's name: whether to donate it now.
  static func writeAdvice(
    _ isRecommended: Bool?, intent: String?, to writer: inout JSONWriter
  ) {
    guard let isRecommended, let intent else { return }
    writer.key("donate")
    writer.beginObject()
    writer.key("intent")
    writer.string(intent)
    writer.key("recommended")
    writer.bool(isRecommended)
    writer.endObject()
  }

  /// The members `created` and `discarded`: what became of a donation.
  static func writeOutcome(_ first: PushResult.First?, to writer: inout JSONWriter) {
    writer.key("created")
    writer.bool(first == .created)
    writer.key("discarded")
    writer.bool(first == .superseded)
  }
}
