/// IMF-fixdate, the one form of a date that is sent (RFC 9110 §5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
public enum HTTPDate {
  /// - Parameter unixSeconds: since 1970-01-01T00:00:00Z; years 0000…9999.
  /// - Returns: 29 ASCII bytes.
  public static func bytes(unixSeconds: Int64) -> [UInt8] {
    let secondsADay: Int64 = 86_400
    // Divisions that round down, so that times before 1970 come out right too.
    let secondOfDay = Int((unixSeconds % secondsADay + secondsADay) % secondsADay)
    let days = Int((unixSeconds - Int64(secondOfDay)) / secondsADay)
    let (year, month, day) = civilDate(daysSince1970: days)
    // 1970-01-01 was a Thursday.
    let weekday = ((days + 4) % 7 + 7) % 7

    var output: [UInt8] = []
    output.reserveCapacity(29)
    output.append(contentsOf: weekdays[weekday].utf8)
    output.append(contentsOf: ", ".utf8)
    appendTwoDigits(day, to: &output)
    output.append(.space)
    output.append(contentsOf: months[month - 1].utf8)
    output.append(.space)
    appendTwoDigits(year / 100, to: &output)
    appendTwoDigits(year % 100, to: &output)
    output.append(.space)
    appendTwoDigits(secondOfDay / 3600, to: &output)
    output.append(.colon)
    appendTwoDigits(secondOfDay / 60 % 60, to: &output)
    output.append(.colon)
    appendTwoDigits(secondOfDay % 60, to: &output)
    output.append(contentsOf: " GMT".utf8)
    return output
  }

  /// The Gregorian date of a day. Years are counted from March, so that the leap day is the last of
  /// its year, in eras of 400 years, which are all alike (146,097 days).
  private static func civilDate(daysSince1970: Int) -> (year: Int, month: Int, day: Int) {
    let daysSinceYearZero = daysSince1970 + 719_468  // 0000-03-01
    let era = (daysSinceYearZero >= 0 ? daysSinceYearZero : daysSinceYearZero - 146_096) / 146_097
    let dayOfEra = daysSinceYearZero - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  private static func appendTwoDigits(_ number: Int, to output: inout [UInt8]) {
    output.append(0x30 + UInt8(truncatingIfNeeded: number / 10 % 10))
    output.append(0x30 + UInt8(truncatingIfNeeded: number % 10))
  }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
