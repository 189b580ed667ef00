internal import JSON
internal import KirokuCore

/// The body of a put of a habit.
struct HabitBody {
  /// Nil where the server makes the id.
  let id: UUIDBytes?
  let draft: HabitDraft

  /// Reads and checks every field.
  ///
  /// - Parameters:
  ///   - id: of the path, which a body's has to be the same as.
  ///   - faults: of the request's other parts; what is found here joins them.
  /// - Throws: 422 with all faults.
  init(
    _ fields: inout JSONFields, at pathID: UUIDBytes? = nil, ignoringUnknown: Bool,
    _ faults: [FieldProblem]
  ) throws(Problem) {
    let id = fields.recordID(at: pathID)
    let given = HabitDraft.Fields(&fields, ignoringUnknown: ignoringUnknown)
    fields.finish(ignoringUnknown: ignoringUnknown)
    let all = faults + fields.faults.map { FieldProblem($0) }
    do throws(Faults) {
      let draft = try HabitDraft(given)
      guard all.isEmpty else { throw Faults([]) }
      self.id = id
      self.draft = draft
    } catch {
      throw Problem(.invalidFields, all + error.all.map { FieldProblem($0) })
    }
  }
}

/// The body of a patch of a habit (RFC 7396): null clears what may be empty.
struct HabitPatchBody {
  let patch: HabitPatch

  /// Those that a habit always has.
  private static let required = [
    "name", "kind", "target", "schedule", "schedules", "pauses", "position", "archived",
  ]
  private static let clearable: [(name: String, field: HabitDraft.Clearable)] = [
    ("icon", .icon), ("color", .color), ("note", .note),
  ]

  /// Reads and checks every field that is named.
  ///
  /// - Parameter faults: of the request's other parts; what is found here joins them.
  /// - Throws: 422 with all faults.
  init(
    _ fields: inout JSONFields, ignoringUnknown: Bool, _ faults: [FieldProblem]
  ) throws(Problem) {
    for name in Self.required where fields.isNull(name) {
      // A habit without it would be none.
      fields.report(.required, at: name)
    }
    let cleared = Set(Self.clearable.filter { fields.isNull($0.name) }.map(\.field))
    let given = HabitDraft.Fields(&fields, ignoringUnknown: ignoringUnknown)
    fields.finish(ignoringUnknown: ignoringUnknown)
    let all = faults + fields.faults.map { FieldProblem($0) }
    do throws(Faults) {
      let patch = try HabitPatch(given, clearing: cleared)
      guard all.isEmpty else { throw Faults([]) }
      self.patch = patch
    } catch {
      throw Problem(.invalidFields, all + error.all.map { FieldProblem($0) })
    }
  }
}

extension HabitDraft.Fields {
  /// The fields that a put and a patch have in common, read but for the rules on their values.
  init(_ json: inout JSONFields, ignoringUnknown: Bool) {
    self.init()
    var unreadable: Set<String> = []
    func keep<Value>(_ name: String, _ reading: FieldReading<Value>) -> Value? {
      if reading.isFaulty { unreadable.insert(name) }
      return reading.value
    }
    name = keep("name", json.string("name"))
    kind = keep("kind", json.choice("kind", of: HabitKind.self))
    target = keep(
      "target",
      json.object("target") { HabitDraft.TargetFields(&$0, ignoringUnknown: ignoringUnknown) })
    schedule = keep(
      "schedule",
      json.object("schedule") { ScheduleJSON.read(&$0, ignoringUnknown: ignoringUnknown) })
    schedules = keep(
      "schedules",
      json.objects("schedules", maxCount: ScheduleRules.maxVersions) {
        ScheduleJSON.read(&$0, ignoringUnknown: ignoringUnknown)
      })
    pauses = keep(
      "pauses",
      json.objects("pauses", maxCount: ScheduleRules.maxPauses) {
        ScheduleJSON.readPause(&$0, ignoringUnknown: ignoringUnknown)
      })
    icon = keep("icon", json.string("icon"))
    color = keep("color", json.string("color"))
    position = keep("position", json.integer("position", in: .min ... .max))
    archived = keep("archived", json.bool("archived"))
    note = keep("note", json.string("note", maxScalars: Note.maxScalars, maxBytes: Note.maxBytes))
    self.unreadable = unreadable
  }
}

extension HabitDraft.TargetFields {
  /// - Returns: nil after a fault.
  fileprivate init?(_ json: inout JSONFields, ignoringUnknown: Bool) {
    self.init()
    value =
      json.scaled("value", fractionDigits: 3, limits: ("0.001", "1000000000")).value
    direction = json.choice("direction", of: TargetDirection.self).value
    unit = json.string("unit").value.map { .set($0) } ?? (json.isNull("unit") ? .clear : .keep)
    json.finish(ignoringUnknown: ignoringUnknown)
    if !json.faults.isEmpty { return nil }
  }
}
