internal import JSON
internal import KirokuCore
internal import KirokuStore

/// The JSON form of a weight entry.
enum EntryJSON {
  /// A typical entry's bytes: what a writer reserves for each.
  static let typicalBytes = 640

  /// The member `entries`.
  static func write(_ entries: [WeightEntry], in language: Language, to writer: inout JSONWriter) {
    writer.key("entries")
    writer.beginArray()
    for entry in entries { write(entry, in: language, to: &writer) }
    writer.endArray()
  }

  static func write(_ entry: WeightEntry, in language: Language, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("id")
    writer.asciiString(entry.id.append)
    writer.key("weightKg")
    writer.decimal(thousandths: entry.weight.grams)
    writer.key("weight")
    writer.beginObject()
    writer.key("value")
    writer.decimal(thousandths: entry.weight.thousandths)
    writer.key("unit")
    writer.string(entry.weight.unit.rawValue)
    writer.endObject()
    writer.key("recordedAt")
    writer.asciiString(entry.recordedAt.append)
    writer.key("timePrecision")
    writer.string(entry.timePrecision.rawValue)
    writer.key("timeZone")
    writer.string(entry.timeZone)
    writer.key("utcOffsetMinutes")
    writer.integer(Int64(entry.utcOffsetMinutes))
    writer.key("dayStart")
    writer.integer(Int64(entry.dayStartMinutes))
    writer.key("localDay")
    writer.asciiString(entry.localDay.append)
    writer.key("note")
    writer.optionalString(entry.note)
    writer.key("source")
    writer.optionalString(entry.source?.rawValue)
    writer.key("bodyFatPercent")
    if let thousandths = entry.bodyFatThousandths {
      writer.decimal(thousandths: thousandths)
    } else {
      writer.null()
    }
    writer.key("title")
    writer.string(EntryDisplay.title(entry.weight))
    writer.key("subtitle")
    writer.string(
      EntryDisplay.subtitle(
        recordedAt: entry.recordedAt, utcOffsetMinutes: entry.utcOffsetMinutes, in: language))
    writer.key("version")
    writer.asciiString(entry.version.append)
    writer.key("rev")
    writer.integer(entry.rev)
    writer.key("createdAt")
    writer.asciiString(entry.createdAt.append)
    writer.key("updatedAt")
    writer.asciiString(entry.updatedAt.append)
    writer.endObject()
  }
}

extension JSONWriter {
  mutating func optionalString(_ text: String?) {
    if let text { string(text) } else { null() }
  }
}
