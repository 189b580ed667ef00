internal import JSON
internal import KirokuCore

// What was sent, as JSON in one spelling, from which a repeat is known whichever door it comes through.

extension HabitDraft {
  var canonicalJSON: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("kind")
    writer.string(fields.kind.rawValue)
    writer.key("name")
    writer.string(fields.name)
    writer.key("target")
    if let target = fields.target {
      writer.beginObject()
      writer.key("value")
      writer.decimal(thousandths: target.thousandths)
      writer.key("direction")
      writer.string(target.direction.rawValue)
      writer.key("unit")
      writer.optionalString(target.unit)
      writer.endObject()
    } else {
      writer.null()
    }
    writer.spell("schedules", fields.schedules)
    writer.spell("pauses", fields.pauses)
    writer.key("icon")
    writer.optionalString(fields.icon)
    writer.key("color")
    writer.optionalString(fields.color)
    writer.key("position")
    writer.integer(Int64(fields.position))
    writer.key("archived")
    writer.bool(fields.isArchived)
    writer.key("note")
    writer.optionalString(fields.note)
    writer.endObject()
    return writer.bytes
  }
}

extension HabitPatch {
  var canonicalJSON: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    if let name {
      writer.key("name")
      writer.string(name)
    }
    if let target {
      writer.key("target")
      writer.beginObject()
      if let value = target.thousandths {
        writer.key("value")
        writer.decimal(thousandths: value)
      }
      if let direction = target.direction {
        writer.key("direction")
        writer.string(direction.rawValue)
      }
      writer.spell("unit", target.unit)
      writer.endObject()
    }
    if let schedules { writer.spell("schedules", schedules) }
    if let schedule { writer.spell("schedule", [schedule]) }
    if let scheduleFromToday {
      // Any day: which one it is, is not the client's to say.
      let version = ScheduleVersion(from: LocalDay(unixDays: 0), scheduleFromToday)
      writer.spell("scheduleFromToday", [version])
    }
    if let pauses { writer.spell("pauses", pauses) }
    writer.spell("icon", icon)
    writer.spell("color", color)
    if let position {
      writer.key("position")
      writer.integer(Int64(position))
    }
    if let isArchived {
      writer.key("archived")
      writer.bool(isArchived)
    }
    writer.spell("note", note)
    writer.endObject()
    return writer.bytes
  }
}

extension HabitDaySet {
  var canonicalJSON: [UInt8] {
    var writer = JSONWriter(capacity: 64)
    writer.beginObject()
    if let value {
      writer.key("value")
      switch value {
      case .empty: writer.null()
      case .skipped: writer.string("skipped")
      case .amount(let thousandths): writer.decimal(thousandths: thousandths)
      }
    }
    if let kind {
      writer.key("kind")
      writer.string(kind.rawValue)
    }
    writer.spell("note", note)
    writer.endObject()
    return writer.bytes
  }
}

enum IncrementSpelling {
  static func canonicalJSON(thousandths: Int64) -> [UInt8] {
    var writer = JSONWriter(capacity: 32)
    writer.beginObject()
    writer.key("by")
    writer.decimal(thousandths: thousandths)
    writer.endObject()
    return writer.bytes
  }
}

extension JSONWriter {
  fileprivate mutating func spell(_ key: JSONKey, _ values: [some LosslessStringConvertible]) {
    self.key(key)
    beginArray()
    for value in values { string(value.description) }
    endArray()
  }

  fileprivate mutating func spell(_ key: JSONKey, _ update: Update<String>) {
    switch update {
    case .keep: break
    case .clear:
      self.key(key)
      null()
    case .set(let text):
      self.key(key)
      string(text)
    }
  }
}
