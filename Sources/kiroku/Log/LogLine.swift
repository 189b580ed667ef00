internal import JSON

/// The lines of the log: one JSON object each. They hold no token, body, header, query or bound value.
enum LogLine {
  typealias Render = (inout [UInt8], inout LogClock) -> Void

  /// Something that happened, with what belongs to it.
  static func event(
    _ name: String, level: String = "info", _ fields: KeyValuePairs<String, String> = [:]
  ) -> Render {
    { bytes, clock in
      begin(&bytes, &clock)
      var writer = JSONWriter(capacity: 128)
      writer.beginObject()
      writer.key("level")
      writer.string(level)
      writer.key("event")
      writer.string(name)
      for (name, value) in fields {
        writer.key(escaping: name)
        writer.string(value)
      }
      writer.endObject()
      // Without its opening brace and quote: the time came first.
      bytes.append(contentsOf: writer.bytes.dropFirst(2))
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  static func begin(_ bytes: inout [UInt8], _ clock: inout LogClock) {
    bytes.append(contentsOf: start)
    clock.appendNow(to: &bytes)
    bytes.append(contentsOf: afterTime)
  }

  private static let start = Array(#"{"time":""#.utf8)
  private static let afterTime = Array(#"",""#.utf8)
}
