/// A point in time, to the microsecond.
public struct Instant: Hashable, Sendable {
  /// Microseconds since 1970-01-01T00:00:00Z.
  public let unixMicroseconds: Int64

  public init(unixMicroseconds: Int64) {
    self.unixMicroseconds = unixMicroseconds
  }

  /// 1900-01-01T00:00:00Z up to, not including, 2201-01-01T00:00:00Z.
  public static let range: Range<Instant> = {
    let first = LocalDay.daysSince1970(year: LocalDay.years.lowerBound, month: 1, day: 1)
    let end = LocalDay.daysSince1970(year: LocalDay.years.upperBound + 1, month: 1, day: 1)
    return Instant(unixDays: first)..<Instant(unixDays: end)
  }()

  /// The part of ``range`` that has its local day in those years too, whatever the zone and the start of the day: two
  /// days from either end. What is done or measured lies in it.
  public static let recordable: Range<Instant> = {
    let margin = 2 * microsecondsPerDay
    return range.lowerBound.advanced(
      byMicroseconds: margin)..<range.upperBound.advanced(byMicroseconds: -margin)
  }()

  static let microsecondsPerDay: Int64 = 86_400_000_000

  private init(unixDays: Int) {
    unixMicroseconds = Int64(unixDays) * Self.microsecondsPerDay
  }

  /// The instant some microseconds later, or earlier; stops at the ends of 64 bits.
  public func advanced(byMicroseconds microseconds: Int64) -> Instant {
    let (sum, overflow) = unixMicroseconds.addingReportingOverflow(microseconds)
    return Instant(unixMicroseconds: overflow ? (microseconds < 0 ? .min : .max) : sum)
  }
}

extension Instant: Comparable {
  public static func < (left: Instant, right: Instant) -> Bool {
    left.unixMicroseconds < right.unixMicroseconds
  }
}

// MARK: - RFC 3339

extension Instant {
  /// Why a text is no instant that is taken here.
  public enum ParseFault: String, Error, Sendable, CaseIterable {
    /// Not of the form `YYYY-MM-DDThh:mm:ss[.ffffff]±hh:mm`, or no such day or time.
    case invalidFormat = "invalid-format"
    /// Right but for the offset: whose clock showed it cannot be known.
    case missingOffset = "missing-offset"
    /// More than six digits of a second. Refused rather than rounded: the value read back would
    /// not be the value sent.
    case tooPrecise = "too-precise"
    /// A year outside 1900…2200.
    case outOfRange = "out-of-range"
  }

  /// Reads an instant of RFC 3339 §5.6 with its offset.
  ///
  /// Stricter than the RFC in two ways: the day ends at 23:59:59, so `24:00:00` and the leap
  /// second `:60` are refused (no record has ever needed one, and PostgreSQL would move it into
  /// the next day). `T` and `Z` may be in lower case.
  public init(rfc3339 text: String) throws(ParseFault) {
    var scanner = ASCIIScanner(text)
    guard let date = scanner.date(), scanner.skip(UInt8(ascii: "T"), UInt8(ascii: "t")),
      let hour = scanner.digits(2), hour < 24, scanner.skip(UInt8(ascii: ":")),
      let minute = scanner.digits(2), minute < 60, scanner.skip(UInt8(ascii: ":")),
      let second = scanner.digits(2), second < 60,
      (1...12).contains(date.month), date.day >= 1,
      date.day <= LocalDay.lengthOfMonth(date.month, inYear: date.year)
    else { throw .invalidFormat }
    let fraction = try Self.fraction(&scanner)
    if scanner.isAtEnd { throw .missingOffset }
    guard let offsetMinutes = Self.offset(&scanner), scanner.isAtEnd else { throw .invalidFormat }
    let days = LocalDay.daysSince1970(year: date.year, month: date.month, day: date.day)
    let seconds = (hour * 60 + minute - offsetMinutes) * 60 + second
    let start = Int64(days) * Self.microsecondsPerDay
    let instant = Instant(unixMicroseconds: start + Int64(seconds) * 1_000_000 + fraction)
    guard Self.range.contains(instant) else { throw .outOfRange }
    self = instant
  }

  /// The microseconds of `.f` to `.ffffff`, or 0 where there is no point.
  private static func fraction(_ scanner: inout ASCIIScanner) throws(ParseFault) -> Int64 {
    guard scanner.skip(UInt8(ascii: ".")) else { return 0 }
    var microseconds: Int64 = 0
    var count = 0
    while let digit = scanner.digits(1) {
      count += 1
      if count <= 6 { microseconds = microseconds * 10 + Int64(digit) }
    }
    if count == 0 { throw .invalidFormat }
    if count > 6 { throw .tooPrecise }
    for _ in count..<6 { microseconds *= 10 }
    return microseconds
  }

  /// `Z` or `±hh:mm`, as minutes east of UTC.
  private static func offset(_ scanner: inout ASCIIScanner) -> Int? {
    if scanner.skip(UInt8(ascii: "Z"), UInt8(ascii: "z")) { return 0 }
    let isWest = scanner.next == UInt8(ascii: "-")
    guard scanner.skip(UInt8(ascii: "+"), UInt8(ascii: "-")),
      let hours = scanner.digits(2), hours < 24, scanner.skip(UInt8(ascii: ":")),
      let minutes = scanner.digits(2), minutes < 60
    else { return nil }
    return (isWest ? -1 : 1) * (hours * 60 + minutes)
  }

  /// Appends the instant in UTC, with as many digits of a second as it needs:
  /// `2026-12-01T07:30:00Z`, `2026-12-01T07:30:00.25Z`.
  public func append(to bytes: inout [UInt8]) {
    bytes.append(addingCapacity: Self.maxTextBytes) { (output: inout OutputSpan<UInt8>) in
      append(to: &output)
    }
  }

  /// The longest form: with six digits of a second.
  public static let maxTextBytes = 27

  /// Appends the same where there is room for `maxTextBytes`.
  public func append(to output: inout OutputSpan<UInt8>) {
    let clock = WallClock(self, utcOffsetMinutes: 0)
    clock.day.append(to: &output)
    output.append(ascii: "T")
    output.append(word: clock.digits)
    if clock.microsecond > 0 {
      output.append(ascii: ".")
      Self.append(microseconds: clock.microsecond, to: &output)
    }
    output.append(ascii: "Z")
  }

  /// Appends the digits of a part of a second, which is not 0, as many as it needs.
  static func append(microseconds count: Int, to output: inout OutputSpan<UInt8>) {
    let milliseconds = UInt32(truncatingIfNeeded: count / 1000)
    let microseconds = UInt32(truncatingIfNeeded: count % 1000)
    if microseconds == 0 {
      output.append(behindPoint: milliseconds)
    } else {
      output.append(threeDigits: milliseconds)
      output.append(behindPoint: microseconds)
    }
  }
}

extension Instant: CustomStringConvertible {
  public var description: String { asciiText { append(to: &$0) } }
}
