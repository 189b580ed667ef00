/// A schedule as a client gives it: its type, and the numbers that go with the type.
public struct ScheduleFields: Sendable {
  public var from: LocalDay?
  public var type: ScheduleType?
  public var weekdays: [Int64]?
  public var times: Int64?
  public var days: Int64?
  public var anchor: LocalDay?

  public init(from: LocalDay? = nil, type: ScheduleType? = nil) {
    self.from = from
    self.type = type
  }
}

/// The types of schedules, by the names that JSON has for them.
public enum ScheduleType: String, Hashable, Sendable, CaseIterable {
  case daily, weekdays, perWeek, perMonth, inDays, everyDays
}

extension Schedule {
  public var type: ScheduleType {
    switch self {
    case .daily: .daily
    case .weekdays: .weekdays
    case .timesPer(.week, _): .perWeek
    case .timesPer(.month, _): .perMonth
    case .timesInDays: .inDays
    case .everyDays: .everyDays
    }
  }
}

extension ScheduleFields {
  /// Checks all versions of a habit, given in any order.
  ///
  /// - Returns: the versions in the order of their days; of use without faults only.
  static func checked(_ given: [ScheduleFields], _ checks: inout HabitChecks) -> [ScheduleVersion] {
    if given.isEmpty { checks.add(.required, at: "/schedules") }
    if given.count > ScheduleRules.maxVersions {
      checks.add(.tooMany, at: "/schedules", ["limit": String(ScheduleRules.maxVersions)])
      return []
    }
    var versions: [ScheduleVersion] = []
    for (index, fields) in given.enumerated() {
      let pointer = "/schedules/\(index)"
      let from = fields.from ?? .beginning
      if versions.contains(where: { $0.from == from }) {
        checks.add(.repeated, at: pointer + "/from", ["value": from.description])
      }
      let schedule = fields.checked(at: pointer, &checks) ?? .daily
      versions.append(ScheduleVersion(from: from, schedule))
    }
    return versions.sorted { $0.from < $1.from }
  }

  /// Checks that what the type needs is there, within ``ScheduleRules``, and nothing else.
  ///
  /// - Returns: nil where something is missing; of use without faults only.
  func checked(at pointer: String, _ checks: inout HabitChecks) -> Schedule? {
    guard let type else {
      checks.add(.required, at: pointer + "/type")
      return nil
    }
    refuseOthers(than: type.members, at: pointer, &checks)
    switch type {
    case .daily: return .daily
    case .weekdays: return weekdays(at: pointer, &checks).map { .weekdays($0) }
    case .perWeek:
      return number(times, "times", in: ScheduleRules.timesPerWeek, at: pointer, &checks)
        .map { .timesPer(.week, times: $0) }
    case .perMonth:
      return number(times, "times", in: ScheduleRules.timesPerMonth, at: pointer, &checks)
        .map { .timesPer(.month, times: $0) }
    case .inDays:
      let days = number(days, "days", in: ScheduleRules.days, at: pointer, &checks)
      let most = days ?? ScheduleRules.days.upperBound
      let times = number(times, "times", in: 1...most, at: pointer, &checks)
      guard let days, let times else { return nil }
      return .timesInDays(times: times, days: days)
    case .everyDays:
      if anchor == nil { checks.add(.required, at: pointer + "/anchor") }
      let days = number(days, "days", in: ScheduleRules.days, at: pointer, &checks)
      guard let days, let anchor else { return nil }
      return .everyDays(days, anchor: anchor)
    }
  }

  private func refuseOthers(
    than members: Set<String>, at pointer: String, _ checks: inout HabitChecks
  ) {
    guard let type else { return }
    let given = [
      ("weekdays", weekdays != nil), ("times", times != nil), ("days", days != nil),
      ("anchor", anchor != nil),
    ]
    for (name, isGiven) in given where isGiven && !members.contains(name) {
      let values = ["other": "type: \(type.rawValue)"]
      checks.add(.conflictingFields, at: "\(pointer)/\(name)", values)
    }
  }

  private func weekdays(at pointer: String, _ checks: inout HabitChecks) -> Set<Int>? {
    guard let weekdays, !weekdays.isEmpty else {
      checks.add(.required, at: pointer + "/weekdays")
      return nil
    }
    var days: Set<Int> = []
    // A week's days twice over are enough to tell of.
    for (index, weekday) in weekdays.prefix(14).enumerated() {
      let place = "\(pointer)/weekdays/\(index)"
      if let day = number(weekday, nil, in: ScheduleRules.weekdays, at: place, &checks),
        Int64(day) == weekday, !days.insert(day).inserted
      {
        checks.add(.repeated, at: place, ["value": "\(weekday)"])
      }
    }
    return days
  }

  /// - Parameter name: of the member; nil where the pointer is its own.
  private func number(
    _ number: Int64?, _ name: String?, in range: ClosedRange<Int>, at pointer: String,
    _ checks: inout HabitChecks
  ) -> Int? {
    let place = name.map { "\(pointer)/\($0)" } ?? pointer
    guard let number else {
      checks.add(.required, at: place)
      return nil
    }
    let wide = Int64(range.lowerBound)...Int64(range.upperBound)
    return Int(checks.number(number, in: wide, at: place))
  }
}

extension ScheduleType {
  /// What stands beside the type.
  fileprivate var members: Set<String> {
    switch self {
    case .daily: []
    case .weekdays: ["weekdays"]
    case .perWeek, .perMonth: ["times"]
    case .inDays: ["times", "days"]
    case .everyDays: ["days", "anchor"]
    }
  }
}
