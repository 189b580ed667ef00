internal import JSON
internal import KirokuCore
internal import KirokuStore

/// The JSON form of a weight entry.
///
/// Entries are what the API writes most, so their shape is spelled out here and written in one go,
/// value by value into room that was made once: half the cost of a call for each key.
enum WeightEntryJSON {
  /// A typical entry's bytes: what a writer reserves for each.
  static let typicalBytes = 560
  /// All but the texts of the person and of the zone: the shape, and the most that each value takes.
  private static let maxFixedBytes = 1024

  /// What a writer reserves for a number of entries: the last one has room for the most that it could
  /// take, or the writer would grow for it.
  static func capacity(for count: Int) -> Int { count * typicalBytes + maxFixedBytes }

  /// The member `entries`.
  static func write(_ entries: [WeightEntry], in language: Language, to writer: inout JSONWriter) {
    writer.key("entries")
    writer.beginArray()
    // A span lends each entry where an iterator would copy it.
    let entries = entries.span
    var times = TimeText()
    for index in entries.indices { write(entries[index], in: language, &times, to: &writer) }
    writer.endArray()
  }

  /// An entry, or null where it is gone.
  static func write(_ entry: WeightEntry?, in language: Language, to writer: inout JSONWriter) {
    if let entry { write(entry, in: language, to: &writer) } else { writer.null() }
  }

  static func write(_ entry: WeightEntry, in language: Language, to writer: inout JSONWriter) {
    var times = TimeText()
    write(entry, in: language, &times, to: &writer)
  }

  private static func write(
    _ entry: WeightEntry, in language: Language, _ times: inout TimeText,
    to writer: inout JSONWriter
  ) {
    let texts =
      JSONText.maxByteCount(of: entry.timeZone) + JSONText.maxByteCount(of: entry.note ?? "")
    writer.value(maxBytes: maxFixedBytes + texts) { output in
      append(entry, in: language, &times, to: &output)
    }
  }

  private static func append(
    _ entry: WeightEntry, in language: Language, _ times: inout TimeText,
    to output: inout OutputSpan<UInt8>
  ) {
    JSONText.append(constant: #"{"id":""#, to: &output)
    entry.id.append(to: &output)
    JSONText.append(constant: #"","weightKg":"#, to: &output)
    JSONText.append(thousandths: entry.weight.grams, to: &output)
    JSONText.append(constant: #","weight":"#, to: &output)
    TypedWeight.append(entry.weight, to: &output)
    JSONText.append(constant: #","recordedAt":""#, to: &output)
    times.append(entry.recordedAt, to: &output)
    switch entry.timePrecision {
    case .instant:
      JSONText.append(constant: #"","timePrecision":"instant","timeZone":"#, to: &output)
    case .day:
      JSONText.append(constant: #"","timePrecision":"day","timeZone":"#, to: &output)
    }
    JSONText.append(entry.timeZone, to: &output)
    JSONText.append(constant: #","utcOffsetMinutes":"#, to: &output)
    JSONText.append(Int64(entry.utcOffsetMinutes), to: &output)
    JSONText.append(constant: #","dayStart":"#, to: &output)
    JSONText.append(Int64(entry.dayStartMinutes), to: &output)
    JSONText.append(constant: #","localDay":""#, to: &output)
    times.append(entry.localDay, to: &output)
    JSONText.append(constant: #"","note":"#, to: &output)
    append(entry.note, to: &output)
    JSONText.append(constant: #","source":"#, to: &output)
    append(entry.source?.rawValue, to: &output)
    JSONText.append(constant: #","bodyFatPercent":"#, to: &output)
    if let thousandths = entry.bodyFatThousandths {
      JSONText.append(thousandths: thousandths, to: &output)
    } else {
      JSONText.append(constant: "null", to: &output)
    }
    JSONText.append(constant: #","title":""#, to: &output)
    EntryDisplay.appendTitle(entry.weight, to: &output)
    JSONText.append(constant: #"","subtitle":""#, to: &output)
    let clock = WallClock(entry.recordedAt, utcOffsetMinutes: entry.utcOffsetMinutes)
    EntryDisplay.appendSubtitle(clock, in: language, to: &output)
    JSONText.append(constant: #"","version":""#, to: &output)
    times.append(entry.version, to: &output)
    JSONText.append(constant: #"","rev":"#, to: &output)
    JSONText.append(entry.rev, to: &output)
    JSONText.append(constant: #","createdAt":""#, to: &output)
    times.append(entry.createdAt, to: &output)
    JSONText.append(constant: #"","updatedAt":""#, to: &output)
    times.append(entry.updatedAt, to: &output)
    JSONText.append(constant: #""}"#, to: &output)
  }

  private static func append(_ text: String?, to output: inout OutputSpan<UInt8>) {
    if let text {
      JSONText.append(text, to: &output)
    } else {
      JSONText.append(constant: "null", to: &output)
    }
  }
}

extension JSONWriter {
  mutating func optionalString(_ text: String?) {
    if let text { string(text) } else { null() }
  }
}
