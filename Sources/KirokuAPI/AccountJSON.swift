internal import JSON
internal import KirokuCore
internal import KirokuStore

/// The JSON form of an account.
enum AccountJSON {
  static func write(_ account: Account, to writer: inout JSONWriter) {
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
    writer.key("rev")
    writer.integer(account.rev)
    writer.endObject()
  }
}
