internal import JSON
internal import KirokuCore
internal import KirokuStore

/// What an operation of a sync is on, and what it does to it.
struct SyncTarget {
  enum RecordType: String, CaseIterable {
    case entry, habit, day, operation

    var kinds: [OperationKind] {
      switch self {
      case .entry, .habit: [.put, .patch, .delete]
      case .day: [.set, .increment]
      case .operation: [.undo, .redo, .donate]
      }
    }
  }

  let type: RecordType
  /// Of a day, its habit's.
  let id: UUIDBytes
  let day: DayReference?
  let kind: OperationKind

  /// Reads the members `record` and `kind`.
  ///
  /// - Returns: nil after a fault.
  static func read(_ fields: inout JSONFields, ignoringUnknown: Bool) -> SyncTarget? {
    let record = fields.object("record") { inner -> (RecordType, UUIDBytes, DayReference?)? in
      let type = inner.choice("type", of: RecordType.self)
      if type.isMissing { inner.report(.required, at: "type") }
      let isDay = type.value == .day
      let id = inner.parsed("id", expected: isDay ? "habit-day" : "uuid") {
        isDay ? Self.day($0) : UUIDBytes($0).map { ($0, nil) }
      }
      if id.isMissing { inner.report(.required, at: "id") }
      inner.finish(ignoringUnknown: ignoringUnknown)
      guard let type = type.value, let (id, day) = id.value else { return nil }
      return (type, id, day)
    }
    if record.isMissing { fields.report(.required, at: "record") }
    let kinds = record.value?.0.kinds ?? RecordType.allCases.flatMap(\.kinds)
    let kind = fields.choice("kind", among: kinds)
    if kind.isMissing { fields.report(.required, at: "kind") }
    guard let (type, id, day) = record.value, let kind = kind.value else { return nil }
    return SyncTarget(type: type, id: id, day: day, kind: kind)
  }

  /// A day's id, `HABIT/YYYY-MM-DD` or `HABIT/today`.
  private static func day(_ text: String) -> (UUIDBytes, DayReference?)? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let habit = UUIDBytes(String(parts[0])) else { return nil }
    if parts[1] == "today" { return (habit, .today) }
    return LocalDay(String(parts[1])).map { (habit, .day($0)) }
  }

  /// What was sent in one spelling, as `ActRequest` has it of the same act through its own path.
  func description(sentAt: Instant?, fields: [UInt8]) -> [UInt8] {
    let day: [UInt8] =
      switch day {
      case .day(let day): Array("/\(day) ".utf8)
      case .today: Array("/today ".utf8)
      case nil: []
      }
    return ActRequest.description(
      of: kind, ofA: type.rawValue, id, sentAt: sentAt, fields: day + fields)
  }
}

/// The member `fields` of an operation: what the body of the same act through its own path is.
struct SyncBody {
  private var json: JSONFields
  private let ignoringUnknown: Bool
  /// When a donation was made, as its fields say it; nil where they do not.
  private(set) var donatedAt: Instant?

  init(_ value: JSONValue?, ignoringUnknown: Bool) {
    json = JSONFields(value ?? .object(JSONObject(members: [])))
    self.ignoringUnknown = ignoringUnknown
  }

  var ignored: [String] { json.ignored }

  /// - Returns: the change, and its fields in one spelling.
  /// - Throws: 422 with all faults, their pointers from the fields on.
  mutating func change(_ target: SyncTarget) throws(Problem) -> (RecordChange, [UInt8]) {
    switch (target.type, target.kind) {
    case (.entry, .put):
      let body = try WeightEntryBody(
        &json, at: target.id, ignoringUnknown: ignoringUnknown, [])
      let canonical = body.draft.canonicalJSON
      let put = EntryPut(
        entryID: target.id, draft: body.draft, fields: String(decoding: canonical, as: UTF8.self))
      return (.putEntry(put), canonical)
    case (.entry, .patch):
      let body = try WeightEntryPatchBody(&json, ignoringUnknown: ignoringUnknown, [])
      let canonical = body.canonicalJSON
      let text = String(decoding: canonical, as: UTF8.self)
      return (.patchEntry(target.id, body.patch, fields: text), canonical)
    case (.habit, .put):
      let body = try HabitBody(&json, at: target.id, ignoringUnknown: ignoringUnknown, [])
      return (.putHabit(target.id, body.draft.fields), body.draft.canonicalJSON)
    case (.habit, .patch):
      let body = try HabitPatchBody(&json, ignoringUnknown: ignoringUnknown, [])
      return (.patchHabit(target.id, body.patch), body.patch.canonicalJSON)
    case (.day, .increment):
      let body = try IncrementBody(&json, ignoringUnknown: ignoringUnknown, [])
      let canonical = IncrementSpelling.canonicalJSON(thousandths: body.thousandths)
      let day = target.day ?? .today
      return (
        .incrementDay(habit: target.id, day, thousandths: body.thousandths), canonical
      )
    case (.day, _):
      let body = try HabitDayBody(&json, ignoringUnknown: ignoringUnknown, [])
      let day = target.day ?? .today
      return (.setDay(habit: target.id, day, body.set), body.set.canonicalJSON)
    case (.operation, .donate):
      let body = try DonationBody(
        &json, of: target.id, ignoringUnknown: ignoringUnknown, [])
      donatedAt = body.donatedAt
      return (.donate(body.draft), body.canonicalJSON)
    default:
      try finish()
      return (Self.bare(target), [])
    }
  }

  /// A change without fields.
  private static func bare(_ target: SyncTarget) -> RecordChange {
    switch (target.type, target.kind) {
    case (.operation, .redo): .redo(.operation(target.id))
    case (.operation, _): .undo(.operation(target.id))
    case (.habit, _): .deleteHabit(target.id)
    default: .deleteEntry(target.id)
    }
  }

  private mutating func finish() throws(Problem) {
    json.finish(ignoringUnknown: ignoringUnknown)
    guard json.faults.isEmpty else {
      throw Problem(.invalidFields, json.faults.map { FieldProblem($0) })
    }
  }
}
