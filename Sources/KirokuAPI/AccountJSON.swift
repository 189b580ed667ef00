internal import JSON
internal import KirokuCore
internal import KirokuStore

/// The JSON form of an account.
enum AccountJSON {
  /// What a writer reserves.
  static let typicalBytes = 256

  static func write(_ account: AccountProfile, to writer: inout JSONWriter) {
    let settings = account.settings
    writer.beginObject()
    writer.key("id")
    writer.plainString(account.id.append)
    writer.key("timeZone")
    writer.string(settings.timeZone)
    writer.key("dayStart")
    writer.integer(Int64(settings.dayStartMinutes))
    writer.key("weekStart")
    writer.integer(Int64(settings.weekStart))
    writer.key("unit")
    writer.string(settings.unit.rawValue)
    writer.key("locale")
    writer.string(settings.language.rawValue)
    writer.key("weightGoal")
    if let goal = account.weightGoal {
      writer.value(maxBytes: TypedWeight.maxBytes) { TypedWeight.append(goal, to: &$0) }
    } else {
      writer.null()
    }
    writer.key("rev")
    writer.integer(account.rev)
    writer.endObject()
  }
}
