internal import KirokuCore

/// What an operation writes, as JSON in one spelling: what `operations.fields` holds, and histories are read from.
///
/// Entries' spelling is the API's. A habit's schedules and pauses are in their texts; amounts are exact decimals. A field
/// that a patch does not name is left out, one that it clears is null.
struct StoredFields {
  private(set) var text = "{"

  static let none = "{}"

  private mutating func add(_ name: StaticString, raw value: String) {
    if text.utf8.count > 1 { text += "," }
    text += "\"\(name)\":\(value)"
  }

  private mutating func add(_ name: StaticString, _ value: String) {
    add(name, raw: Self.quoted(value))
  }

  private mutating func add(_ name: StaticString, _ update: Update<String>) {
    switch update {
    case .keep: break
    case .clear: add(name, raw: "null")
    case .set(let value): add(name, value)
    }
  }

  private mutating func add(_ name: StaticString, texts: [some CustomStringConvertible]) {
    add(name, raw: "[" + texts.map { Self.quoted($0.description) }.joined(separator: ",") + "]")
  }

  private var closed: String { text + "}" }

  /// A JSON string (RFC 8259 §7).
  static func quoted(_ value: String) -> String {
    var bytes: [UInt8] = [UInt8(ascii: "\"")]
    for byte in value.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0..<0x20:
        let digits = Array("0123456789abcdef".utf8)
        bytes += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension StoredFields {
  static func habit(_ habit: HabitFields) -> String {
    var fields = StoredFields()
    fields.add("kind", habit.kind.rawValue)
    fields.add("name", habit.name)
    if let target = habit.target {
      fields.add("target", raw: decimalText(thousandths: target.thousandths))
      fields.add("direction", target.direction.rawValue)
      if let unit = target.unit { fields.add("unit", unit) }
    }
    fields.add("schedules", texts: habit.schedules)
    fields.add("pauses", texts: habit.pauses)
    if let icon = habit.icon { fields.add("icon", icon) }
    if let color = habit.color { fields.add("color", color) }
    fields.add("position", raw: "\(habit.position)")
    fields.add("archived", raw: "\(habit.isArchived)")
    if let note = habit.note { fields.add("note", note) }
    return fields.closed
  }

  /// - Parameter patch: with its schedule's day resolved.
  static func habit(_ patch: HabitPatch) -> String {
    var fields = StoredFields()
    if let name = patch.name { fields.add("name", name) }
    if let target = patch.target {
      if let thousandths = target.thousandths {
        fields.add("target", raw: decimalText(thousandths: thousandths))
      }
      if let direction = target.direction { fields.add("direction", direction.rawValue) }
      fields.add("unit", target.unit)
    }
    if let schedules = patch.schedules { fields.add("schedules", texts: schedules) }
    if let schedule = patch.schedule { fields.add("schedule", schedule.description) }
    if let pauses = patch.pauses { fields.add("pauses", texts: pauses) }
    fields.add("icon", patch.icon)
    fields.add("color", patch.color)
    if let position = patch.position { fields.add("position", raw: "\(position)") }
    if let isArchived = patch.isArchived { fields.add("archived", raw: "\(isArchived)") }
    fields.add("note", patch.note)
    return fields.closed
  }

  static func day(_ set: HabitDaySet) -> String {
    var fields = StoredFields()
    switch set.value {
    case nil: break
    case .empty: fields.add("amount", raw: "null")
    case .amount(let thousandths):
      fields.add("amount", raw: decimalText(thousandths: thousandths))
    case .skipped: fields.add("skipped", raw: "true")
    }
    fields.add("note", set.note)
    return fields.closed
  }

  static func increment(_ thousandths: Int64) -> String {
    var fields = StoredFields()
    fields.add("by", raw: decimalText(thousandths: thousandths))
    return fields.closed
  }
}
