/// What a calendar and a clock on the wall show at an instant, so many minutes from UTC.
///
/// The offset is given: it was resolved from a zone when the record was written.
public struct WallClock: Hashable, Sendable {
  public let day: LocalDay
  /// 0…23.
  public let hour: Int
  /// 0…59.
  public let minute: Int
  /// 0…59.
  public let second: Int
  /// 0…999,999.
  public let microsecond: Int

  /// - Parameter utcOffsetMinutes: minutes east of UTC.
  public init(_ instant: Instant, utcOffsetMinutes: Int) {
    let shifted = instant.advanced(byMicroseconds: Int64(utcOffsetMinutes) * 60_000_000)
    let perDay = Instant.microsecondsPerDay
    let (quotient, remainder) = shifted.unixMicroseconds.quotientAndRemainder(dividingBy: perDay)
    // Before 1970 the division rounds towards zero, the calendar towards the day before.
    let ofDay = Int(remainder < 0 ? remainder + perDay : remainder)
    day = LocalDay(unixDays: Int32(clamping: remainder < 0 ? quotient - 1 : quotient))
    let seconds = UInt32(truncatingIfNeeded: ofDay / 1_000_000)
    hour = Int(seconds / 3600)
    minute = Int(seconds / 60 % 60)
    second = Int(seconds % 60)
    microsecond = ofDay % 1_000_000
  }

  /// `hh:mm:ss` as a word, the first byte the lowest.
  var digits: UInt64 {
    let colons = UInt64(UInt8(ascii: ":")) << 16 | UInt64(UInt8(ascii: ":")) << 40
    return twoDigits(UInt32(truncatingIfNeeded: hour)) | colons
      | twoDigits(UInt32(truncatingIfNeeded: minute)) << 24
      | twoDigits(UInt32(truncatingIfNeeded: second)) << 48
  }
}
