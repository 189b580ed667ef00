internal import JSON
internal import KirokuCore
internal import KirokuStore

/// An account's settings in a body: those that are named.
struct SettingsBody {
  private(set) var patch = AccountPatch()
  /// Those that the reading of the JSON does not report by itself.
  private(set) var faults: [FieldProblem] = []

  /// Names of the fields, each of which has a value always.
  static let names = ["locale", "unit", "timeZone", "dayStart", "weekStart"]

  init(_ fields: inout JSONFields, _ call: Call) {
    patch.language = fields.choice("locale", of: Language.self).value
    patch.unit = fields.choice("unit", among: WeightUnit.simple).value
    patch.timeZone = fields.string("timeZone", maxBytes: 100).value
    patch.dayStartMinutes =
      fields.integer("dayStart", in: AccountRules.dayStartMinutes).value.map(Int.init)
    patch.weekStart = fields.integer("weekStart", in: AccountRules.weekStart).value.map(Int.init)
    if let timeZone = patch.timeZone, !call.environment.timeZones.contains(timeZone) {
      let values = ["value": excerpt(timeZone)]
      faults.append(FieldProblem(.pointer("/timeZone"), .unknownTimeZone, values))
    }
  }

  /// Reads the goal too, which null clears.
  mutating func readGoal(_ fields: inout JSONFields, ignoringUnknown: Bool) {
    if fields.isNull("weightGoal") { patch.weightGoal = .clear }
    let reading = fields.object("weightGoal") { inner -> (value: Int64, unit: WeightUnit)? in
      TypedWeight.read(&inner, ignoringUnknown: ignoringUnknown)
    }
    guard let typed = reading.value else { return }
    let pointer = typed.unit == .stonesAndPounds ? "/weightGoal" : "/weightGoal/value"
    var found: [Fault] = []
    if let goal = EntryDraft.weight(typed.value, typed.unit, at: pointer, &found) {
      patch.weightGoal = .set(goal)
    }
    faults += found.map { FieldProblem($0) }
  }
}

extension AccountPatch {
  /// The patch as JSON in one spelling, from which a repeat is known.
  var canonicalJSON: [UInt8] {
    var writer = JSONWriter(capacity: 128)
    writer.beginObject()
    if let timeZone {
      writer.key("timeZone")
      writer.string(timeZone)
    }
    if let language {
      writer.key("locale")
      writer.string(language.rawValue)
    }
    if let unit {
      writer.key("unit")
      writer.string(unit.rawValue)
    }
    if let dayStartMinutes {
      writer.key("dayStart")
      writer.integer(Int64(dayStartMinutes))
    }
    if let weekStart {
      writer.key("weekStart")
      writer.integer(Int64(weekStart))
    }
    switch weightGoal {
    case .keep: break
    case .clear:
      writer.key("weightGoal")
      writer.null()
    case .set(let goal):
      writer.key("weightGoal")
      goal.writeTyped(to: &writer)
    }
    writer.endObject()
    return writer.bytes
  }
}
