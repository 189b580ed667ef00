/// On which days a habit is due.
public enum Schedule: Hashable, Sendable {
  case daily
  /// On some days of the week, by ISO 8601: 1 is Monday, 7 Sunday. Never empty.
  case weekdays(Set<Int>)
  /// A number of times within a calendar week (which begins on the account's first weekday) or month.
  case timesPer(CalendarPeriod, times: Int)
  /// A number of times within any so many days in a row.
  case timesInDays(times: Int, days: Int)
  /// Every so many days, counted from an anchor, before it as well.
  case everyDays(Int, anchor: LocalDay)
}

/// A span of the calendar in which a habit is to be done a number of times.
public enum CalendarPeriod: String, Hashable, Sendable, CaseIterable {
  case week, month
}

/// The limits of schedules.
public enum ScheduleRules {
  public static let weekdays: ClosedRange<Int> = 1...7
  public static let timesPerWeek: ClosedRange<Int> = 1...7
  public static let timesPerMonth: ClosedRange<Int> = 1...31
  /// Of `timesInDays` and `everyDays`.
  public static let days: ClosedRange<Int> = 1...366
  /// Schedules that one habit has had.
  public static let maxVersions = 100
  /// Pauses that one habit has had.
  public static let maxPauses = 100
}

/// A schedule with the day from which it holds, until the next one does: what was due in the past stays as it was when a
/// schedule is changed.
public struct ScheduleVersion: Hashable, Sendable {
  /// The first day on which it holds. The earliest version of a habit holds before its day as well.
  public var from: LocalDay
  public var schedule: Schedule

  public init(from: LocalDay, _ schedule: Schedule) {
    self.from = from
    self.schedule = schedule
  }
}

/// Days in a row on which a habit rests: they neither break a streak nor add to it.
public struct Pause: Hashable, Sendable {
  public var first: LocalDay
  /// Included; nil as long as nobody has said when it ends.
  public var last: LocalDay?

  /// - Returns: nil when it would end before it begins.
  public init?(_ first: LocalDay, through last: LocalDay?) {
    if let last, last < first { return nil }
    self.first = first
    self.last = last
  }

  public func contains(_ day: LocalDay) -> Bool {
    first <= day && last.map { day <= $0 } ?? true
  }
}
