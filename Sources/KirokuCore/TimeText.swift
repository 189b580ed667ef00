/// Writes the days and instants of one answer. Most of a record's are the same, so what was made for the
/// last is kept, and only another is made anew.
public struct TimeText {
  private var day: LocalDay
  private var dayDigits: (yearAndMonth: UInt64, day: UInt16)
  private var instant: Instant
  /// `YYYY-MM-DDThh:mm` and `:ssZ`, or `:ss.` before what there is of a second, as words, the first byte
  /// the lowest.
  private var toTheMinute: UInt128
  private var seconds: UInt32
  private var microsecond: Int

  public init() {
    instant = Instant(unixMicroseconds: 0)
    day = LocalDay(unixDays: 0)
    dayDigits = day.digits
    (toTheMinute, seconds, microsecond) = Self.text(
      of: WallClock(instant, utcOffsetMinutes: 0), dayDigits)
  }

  /// Appends `YYYY-MM-DD` where there is room for 10 bytes.
  @inline(__always)
  public mutating func append(_ day: LocalDay, to output: inout OutputSpan<UInt8>) {
    if day != self.day { remember(day) }
    output.append(word: dayDigits.yearAndMonth)
    output.append(word: dayDigits.day)
  }

  /// Appends the instant as `Instant` does, where there is room for `Instant.maxTextBytes`.
  @inline(__always)
  public mutating func append(_ instant: Instant, to output: inout OutputSpan<UInt8>) {
    if instant != self.instant { remember(instant) }
    output.append(word: toTheMinute)
    output.append(word: seconds)
    if microsecond > 0 {
      Instant.append(microseconds: microsecond, to: &output)
      output.append(ascii: "Z")
    }
  }

  private mutating func remember(_ day: LocalDay) {
    self.day = day
    dayDigits = day.digits
  }

  private mutating func remember(_ instant: Instant) {
    self.instant = instant
    let clock = WallClock(instant, utcOffsetMinutes: 0)
    if clock.day != day { remember(clock.day) }
    (toTheMinute, seconds, microsecond) = Self.text(of: clock, dayDigits)
  }

  private static func text(
    of clock: WallClock, _ day: (yearAndMonth: UInt64, day: UInt16)
  ) -> (UInt128, UInt32, Int) {
    let digits = clock.digits
    let end = UInt32(UInt8(ascii: clock.microsecond > 0 ? "." : "Z")) << 24
    return (
      UInt128(day.yearAndMonth) | UInt128(day.day) << 64 | UInt128(UInt8(ascii: "T")) << 80
        | UInt128(digits & 0xFF_FFFF_FFFF) << 88,
      UInt32(truncatingIfNeeded: digits >> 40) | end, clock.microsecond
    )
  }
}
