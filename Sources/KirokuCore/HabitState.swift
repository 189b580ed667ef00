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
      // A habit's kind cannot change: its days would mean something else. What is aimed at goes with it.
      if let old = fields, old.kind != new.kind {
        new.kind = old.kind
        new.target = old.target
      }
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

extension HabitTarget {
  /// Whether an amount, in thousandths, is what is aimed at.
  public func isMet(by amount: Int64) -> Bool {
    switch direction {
    case .atLeast: amount >= thousandths
    case .atMost: amount <= thousandths
    }
  }
}

/// What a patch names of a habit's target.
public struct TargetPatch: Hashable, Sendable {
  public var thousandths: Int64?
  public var direction: TargetDirection?
  public var unit: Update<String>

  public init(
    thousandths: Int64? = nil, direction: TargetDirection? = nil, unit: Update<String> = .keep
  ) {
    self.thousandths = thousandths
    self.direction = direction
    self.unit = unit
  }

  func applied(to old: HabitTarget) -> HabitTarget {
    HabitTarget(
      thousandths: thousandths ?? old.thousandths, direction: direction ?? old.direction,
      unit: unit.applied(to: old.unit))
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
  public var target: TargetPatch?
  /// Replaces all versions.
  public var schedules: [ScheduleVersion]?
  /// One version more; it replaces one that holds from the same day, and leaves the others as they are.
  public var schedule: ScheduleVersion?
  /// One version more, from the local day on which the person acts; see ``resolved(on:)``.
  public var scheduleFromToday: Schedule?
  /// Replaces all pauses.
  public var pauses: [Pause]?
  public var icon: Update<String>
  public var color: Update<String>
  public var position: Int32?
  public var isArchived: Bool?
  public var note: Update<String>

  public init(
    name: String? = nil, target: TargetPatch? = nil, schedules: [ScheduleVersion]? = nil,
    schedule: ScheduleVersion? = nil, scheduleFromToday: Schedule? = nil, pauses: [Pause]? = nil,
    icon: Update<String> = .keep,
    color: Update<String> = .keep, position: Int32? = nil, isArchived: Bool? = nil,
    note: Update<String> = .keep
  ) {
    self.name = name
    self.target = target
    self.schedules = schedules
    self.schedule = schedule
    self.scheduleFromToday = scheduleFromToday
    self.pauses = pauses
    self.icon = icon
    self.color = color
    self.position = position
    self.isArchived = isArchived
    self.note = note
  }

  /// The patch as it is stored: a schedule from today on holds from the day that was today.
  public func resolved(on today: LocalDay) -> HabitPatch {
    guard let scheduleFromToday else { return self }
    var patch = self
    patch.schedule = ScheduleVersion(from: today, scheduleFromToday)
    patch.scheduleFromToday = nil
    return patch
  }

  func applied(to old: HabitFields) -> HabitFields {
    var new = old
    if let name { new.name = name }
    if let target, let aim = old.target { new.target = target.applied(to: aim) }
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
