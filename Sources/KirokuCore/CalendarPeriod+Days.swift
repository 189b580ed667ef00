extension LocalDay {
  /// By ISO 8601: 1 is Monday, 7 Sunday.
  public var weekday: Int {
    // 1970-01-01 was a Thursday.
    floorModulo(Int(unixDays) + 3, 7) + 1
  }

}

extension LocalDay: Strideable {
  /// The day so many days later; before it for a number below 0.
  public func advanced(by days: Int) -> LocalDay {
    LocalDay(unixDays: Int32(clamping: Int(unixDays) + days))
  }

  /// How many days later `other` is.
  public func distance(to other: LocalDay) -> Int {
    Int(other.unixDays) - Int(unixDays)
  }
}

extension CalendarPeriod {
  /// The first and the last day of the week or month that a day is in.
  ///
  /// - Parameter weekStart: the weekday on which a week begins, 1…7.
  public func bounds(around day: LocalDay, weekStart: Int) -> ClosedRange<LocalDay> {
    switch self {
    case .week:
      let first = day.advanced(by: -floorModulo(day.weekday - weekStart, 7))
      return first...first.advanced(by: 6)
    case .month:
      let (year, month, dayOfMonth) = day.components
      let first = day.advanced(by: 1 - dayOfMonth)
      return first...first.advanced(by: LocalDay.lengthOfMonth(month, inYear: year) - 1)
    }
  }
}

/// The remainder of a division that rounds down: never below zero.
func floorModulo(_ dividend: Int, _ divisor: Int) -> Int {
  dividend - floorDivide(dividend, divisor) * divisor
}
