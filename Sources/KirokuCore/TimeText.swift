/// Writes the days and instants of one answer. Most of a record's are the same, so what was made for the
/// last is kept, and only another is made anew.
public struct TimeText {
  private var day: LocalDay
  private var dayDigits: (yearAndMonth: UInt64, day: UInt16)
  private var instant: Instant
  private var clock: WallClock
  private var clockDigits: UInt64

  public init() {
    instant = Instant(unixMicroseconds: 0)
    clock = WallClock(instant, utcOffsetMinutes: 0)
    clockDigits = clock.digits
    day = clock.day
    dayDigits = day.digits
  }

  /// Appends `YYYY-MM-DD` where there is room for 10 bytes.
  @inline(__always)
  public mutating func append(_ day: LocalDay, to output: inout OutputSpan<UInt8>) {
    if day != self.day { remember(day) }
    output.append(word: dayDigits.yearAndMonth)
    output.append(word: dayDigits.day)
  }

  /// Appends the instant as `Instant` does, where there is room for `Instant.maxTextBytes`.
  public mutating func append(_ instant: Instant, to output: inout OutputSpan<UInt8>) {
    if instant != self.instant { remember(instant) }
    append(clock.day, to: &output)
    output.append(ascii: "T")
    output.append(word: clockDigits)
    if clock.microsecond > 0 { Instant.append(microseconds: clock.microsecond, to: &output) }
    output.append(ascii: "Z")
  }

  private mutating func remember(_ day: LocalDay) {
    self.day = day
    dayDigits = day.digits
  }

  private mutating func remember(_ instant: Instant) {
    self.instant = instant
    clock = WallClock(instant, utcOffsetMinutes: 0)
    clockDigits = clock.digits
  }
}
