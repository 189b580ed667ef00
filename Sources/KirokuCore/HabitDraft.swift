/// A habit that may be stored: what a put writes, every rule checked.
public struct HabitDraft: Hashable, Sendable {
  public let fields: HabitFields

  /// The fields as a client gave them: of the right types, nothing else known.
  public struct Fields: Sendable {
    public var name: String?
    public var kind: HabitKind?
    public var target: TargetFields?
    /// The only version of a put, from the beginning on; one version more of a patch.
    public var schedule: ScheduleFields?
    /// All versions, in any order.
    public var schedules: [ScheduleFields]?
    /// All pauses, in any order.
    public var pauses: [PauseFields]?
    public var icon: String?
    public var color: String?
    public var position: Int64?
    public var archived: Bool?
    public var note: String?
    /// The names of fields that were given but could not be read: then they are not missing too.
    public var unreadable: Set<String> = []

    public init() {}
  }

  /// What is aimed at, as given.
  public struct TargetFields: Sendable {
    /// In thousandths.
    public var value: Int64?
    public var direction: TargetDirection?
    public var unit: Update<String> = .keep

    public init() {}
  }

  /// A pause as given.
  public struct PauseFields: Sendable {
    public var from: LocalDay?
    public var to: LocalDay?

    public init(from: LocalDay? = nil, to: LocalDay? = nil) {
      self.from = from
      self.to = to
    }
  }

  /// Checks every rule. Without a schedule the habit is due every day.
  ///
  /// - Throws: all that is wrong, with pointers into the record's shape.
  public init(_ given: Fields) throws(Faults) {
    var checks = HabitChecks()
    let known = { (name: String, isGiven: Bool) in isGiven || given.unreadable.contains(name) }
    if let name = given.name { checks.name(name) }
    if !known("name", given.name != nil) { checks.add(.required, at: "/name") }
    if !known("kind", given.kind != nil) { checks.add(.required, at: "/kind") }
    let target = Self.target(given, &checks)
    let schedules = Self.schedules(given, &checks)
    let pauses = Self.pauses(given, &checks) ?? []
    checks.icon(given.icon)
    let color = checks.color(given.color)
    let position = checks.position(given.position)
    checks.note(given.note)
    guard checks.faults.isEmpty, let name = given.name, let kind = given.kind else {
      throw Faults(checks.faults)
    }
    fields = HabitFields(
      kind: kind, name: name, target: target, schedules: schedules, pauses: pauses,
      icon: given.icon, color: color, position: position ?? 0,
      isArchived: given.archived ?? false, note: given.note)
  }

  private static func target(_ given: Fields, _ checks: inout HabitChecks) -> HabitTarget? {
    guard let target = given.target else {
      if given.kind == .count && !given.unreadable.contains("target") {
        checks.add(.required, at: "/target")
      }
      return nil
    }
    if given.kind == .check {
      checks.add(.conflictingFields, at: "/target", ["other": "kind: check"])
    }
    target.check(&checks)
    guard let value = target.value else {
      checks.add(.required, at: "/target/value")
      return nil
    }
    return HabitTarget(
      thousandths: value, direction: target.direction ?? .atLeast,
      unit: target.unit.applied(to: nil))
  }

  private static func schedules(
    _ given: Fields, _ checks: inout HabitChecks
  ) -> [ScheduleVersion] {
    if given.schedule != nil && given.schedules != nil {
      checks.add(.conflictingFields, at: "/schedules", ["other": "schedule"])
    }
    if let all = given.schedules { return ScheduleFields.checked(all, &checks) }
    let schedule = given.schedule.map { $0.checked(at: "/schedule", &checks) } ?? .daily
    return [ScheduleVersion(from: given.schedule?.from ?? .beginning, schedule ?? .daily)]
  }

  /// - Returns: nil where none are given; in the order of their first days.
  fileprivate static func pauses(_ given: Fields, _ checks: inout HabitChecks) -> [Pause]? {
    guard let given = given.pauses else { return nil }
    if given.count > ScheduleRules.maxPauses {
      checks.add(.tooMany, at: "/pauses", ["limit": String(ScheduleRules.maxPauses)])
      return []
    }
    var pauses: [Pause] = []
    for (index, pause) in given.enumerated() {
      guard let from = pause.from else {
        checks.add(.required, at: "/pauses/\(index)/from")
        continue
      }
      if let pause = Pause(from, through: pause.to) {
        pauses.append(pause)
      } else {
        checks.add(.reversedRange, at: "/pauses/\(index)/to", ["other": "from"])
      }
    }
    return pauses.sorted { ($0.first, $0.last ?? .end) < ($1.first, $1.last ?? .end) }
  }
}

extension HabitDraft.TargetFields {
  fileprivate func check(_ checks: inout HabitChecks) {
    if let value { checks.target(value) }
    if case .set(let unit) = unit { checks.unit(unit) }
  }
}

extension LocalDay {
  /// The first and the last day that a record may name.
  static let beginning = LocalDay(unixDays: -25_567)
  static let end = LocalDay(unixDays: 84_370)
}

// MARK: - A patch

extension HabitDraft {
  /// The fields that a patch may name as null.
  public enum Clearable: Hashable, Sendable {
    case icon, color, note
  }
}

extension HabitPatch {
  /// Checks every rule on the fields that are named.
  ///
  /// - Parameter cleared: the fields that are named as null.
  /// - Throws: all that is wrong, with pointers into the record's shape.
  public init(
    _ given: HabitDraft.Fields, clearing cleared: Set<HabitDraft.Clearable> = []
  ) throws(Faults) {
    var checks = HabitChecks()
    if given.kind != nil { checks.add(.unchangeable, at: "/kind") }
    if let name = given.name { checks.name(name) }
    given.target?.check(&checks)
    if given.schedule != nil && given.schedules != nil {
      checks.add(.conflictingFields, at: "/schedules", ["other": "schedule"])
    }
    let schedules = given.schedules.map { ScheduleFields.checked($0, &checks) }
    let schedule = given.schedule?.checked(at: "/schedule", &checks)
    let pauses = HabitDraft.pauses(given, &checks)
    checks.icon(given.icon)
    let color = checks.color(given.color)
    let position = checks.position(given.position)
    checks.note(given.note)
    guard checks.faults.isEmpty else { throw Faults(checks.faults) }

    let update = { (field: HabitDraft.Clearable, value: String?) -> Update<String> in
      value.map { .set($0) } ?? (cleared.contains(field) ? .clear : .keep)
    }
    self.init(
      name: given.name,
      target: given.target.map {
        TargetPatch(thousandths: $0.value, direction: $0.direction, unit: $0.unit)
      },
      schedules: schedules, pauses: pauses, icon: update(.icon, given.icon),
      color: update(.color, color), position: position, isArchived: given.archived,
      note: update(.note, given.note))
    if let schedule {
      if let from = given.schedule?.from {
        self.schedule = ScheduleVersion(from: from, schedule)
      } else {
        scheduleFromToday = schedule
      }
    }
  }
}
