/// A habit as its operations make it. See ``RecordHistory``.
public struct HabitState: RecordState {
  /// What an operation does to a habit.
  public enum Change: Hashable, Sendable {
    /// Writes all fields, and brings a deleted habit back.
    case put(HabitFields)
    /// Writes the named fields of a habit that was put.
    case patch(HabitPatch)
    case delete
  }

  /// Nil without a put: patches alone make no habit.
  public private(set) var fields: HabitFields?
  public private(set) var isDeleted: Bool

  public init(fields: HabitFields?, isDeleted: Bool) {
    self.fields = fields
    self.isDeleted = isDeleted
  }

  public static let absent = HabitState(fields: nil, isDeleted: false)

  /// The fields of a habit that there is.
  public var live: HabitFields? { isDeleted ? nil : fields }

  public mutating func apply(_ change: Change, actedAt: Instant) {
    switch change {
    case .put(var new):
      // A habit's kind cannot change: its days would mean something else.
      if let kind = fields?.kind { new.kind = kind }
      fields = new
      isDeleted = false
    case .patch(let patch):
      if let old = fields { fields = patch.applied(to: old) }
    case .delete:
      isDeleted = true
    }
  }
}

/// How a habit's days are counted.
public enum HabitKind: String, Hashable, Sendable, CaseIterable {
  /// Done or not.
  case check
  /// By an amount, against a target.
  case count
}

/// Which amounts of a counted day are good.
public enum TargetDirection: String, Hashable, Sendable, CaseIterable {
  case atLeast, atMost
}

/// What a counted habit aims at each day.
public struct HabitTarget: Hashable, Sendable {
  /// In thousandths; above 0.
  public var thousandths: Int64
  public var direction: TargetDirection
  /// What is counted: "pages", "ml"; nil for plain times.
  public var unit: String?

  public init(thousandths: Int64, direction: TargetDirection = .atLeast, unit: String? = nil) {
    self.thousandths = thousandths
    self.direction = direction
    self.unit = unit
  }
}

/// The fields of a habit that operations write.
public struct HabitFields: Hashable, Sendable {
  public var kind: HabitKind
  public var name: String
  /// Nil for a check.
  public var target: HabitTarget?
  /// Ascending by day, each day once, never empty.
  public var schedules: [ScheduleVersion]
  /// Ascending by first day.
  public var pauses: [Pause]
  /// An SF Symbol's name.
  public var icon: String?
  /// `#rrggbb`.
  public var color: String?
  /// Where it stands among the account's habits; equal positions stand in the order of their making.
  public var position: Int32
  public var isArchived: Bool
  public var note: String?

  public init(
    kind: HabitKind, name: String, target: HabitTarget? = nil, schedules: [ScheduleVersion],
    pauses: [Pause] = [], icon: String? = nil, color: String? = nil, position: Int32 = 0,
    isArchived: Bool = false, note: String? = nil
  ) {
    self.kind = kind
    self.name = name
    self.target = target
    self.schedules = schedules
    self.pauses = pauses
    self.icon = icon
    self.color = color
    self.position = position
    self.isArchived = isArchived
    self.note = note
  }
}

/// The fields of a habit that a patch names.
public struct HabitPatch: Hashable, Sendable {
  public var name: String?
  /// Of a counted habit; ignored for a check.
  public var target: HabitTarget?
  /// Replaces all versions.
  public var schedules: [ScheduleVersion]?
  /// One version more; it replaces one that holds from the same day, and leaves the others as they are.
  public var schedule: ScheduleVersion?
  /// Replaces all pauses.
  public var pauses: [Pause]?
  public var icon: Update<String>
  public var color: Update<String>
  public var position: Int32?
  public var isArchived: Bool?
  public var note: Update<String>

  public init(
    name: String? = nil, target: HabitTarget? = nil, schedules: [ScheduleVersion]? = nil,
    schedule: ScheduleVersion? = nil, pauses: [Pause]? = nil, icon: Update<String> = .keep,
    color: Update<String> = .keep, position: Int32? = nil, isArchived: Bool? = nil,
    note: Update<String> = .keep
  ) {
    self.name = name
    self.target = target
    self.schedules = schedules
    self.schedule = schedule
    self.pauses = pauses
    self.icon = icon
    self.color = color
    self.position = position
    self.isArchived = isArchived
    self.note = note
  }

  func applied(to old: HabitFields) -> HabitFields {
    var new = old
    if let name { new.name = name }
    if let target, old.kind == .count { new.target = target }
    if let schedules { new.schedules = schedules }
    if let schedule { new.schedules = new.schedules.adding(schedule) }
    if let pauses { new.pauses = pauses }
    new.icon = icon.applied(to: old.icon)
    new.color = color.applied(to: old.color)
    if let position { new.position = position }
    if let isArchived { new.isArchived = isArchived }
    new.note = note.applied(to: old.note)
    return new
  }
}

extension [ScheduleVersion] {
  /// The versions with one more, which replaces one that holds from the same day.
  public func adding(_ version: ScheduleVersion) -> [ScheduleVersion] {
    var all = filter { $0.from != version.from }
    all.append(version)
    return all.sorted { $0.from < $1.from }
  }

  /// The schedule that holds on a day; nil without any.
  public func schedule(on day: LocalDay) -> Schedule? {
    (last { $0.from <= day } ?? first)?.schedule
  }
}
