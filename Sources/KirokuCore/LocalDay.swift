/// A day of a person's calendar (proleptic Gregorian), without a zone: `YYYY-MM-DD`.
///
/// Which day an instant belongs to is never computed here; days are given.
public struct LocalDay: Hashable, Sendable {
  /// Days since 1970-01-01.
  public let unixDays: Int32

  /// The years in which days and instants may lie.
  public static let years = 1900...2200

  public init(unixDays: Int32) {
    self.unixDays = unixDays
  }

  /// - Returns: nil for a day that the calendar does not have, or a year outside 1900…2200.
  public init?(year: Int, month: Int, day: Int) {
    guard Self.years.contains(year), (1...12).contains(month), day >= 1,
      day <= Self.lengthOfMonth(month, inYear: year)
    else { return nil }
    unixDays = Int32(Self.daysSince1970(year: year, month: month, day: day))
  }

  /// Reads `YYYY-MM-DD`; nil for any other form, or a day that does not exist.
  public init?(_ text: String) {
    var scanner = ASCIIScanner(text)
    guard let date = scanner.date(), scanner.isAtEnd else { return nil }
    self.init(year: date.year, month: date.month, day: date.day)
  }

  /// Year, month 1…12, day 1…31.
  public var components: (year: Int, month: Int, day: Int) {
    Self.components(ofDaysSince1970: Int(unixDays))
  }

  /// Appends `YYYY-MM-DD`.
  public func append(to bytes: inout [UInt8]) {
    bytes.append(addingCapacity: 10) { (output: inout OutputSpan<UInt8>) in append(to: &output) }
  }

  /// Appends `YYYY-MM-DD` where there is room for 10 bytes.
  public func append(to output: inout OutputSpan<UInt8>) {
    let digits = digits
    output.append(word: digits.yearAndMonth)
    output.append(word: digits.day)
  }

  /// `YYYY-MM-` and `DD` as words, the first byte the lowest.
  var digits: (yearAndMonth: UInt64, day: UInt16) {
    let (year, month, day) = components
    let years = UInt32(truncatingIfNeeded: year)
    let dashes = UInt64(UInt8(ascii: "-")) << 32 | UInt64(UInt8(ascii: "-")) << 56
    return (
      twoDigits(years / 100) | twoDigits(years % 100) << 16 | dashes
        | twoDigits(UInt32(truncatingIfNeeded: month)) << 40,
      UInt16(truncatingIfNeeded: twoDigits(UInt32(truncatingIfNeeded: day)))
    )
  }
}

extension LocalDay: Comparable {
  public static func < (left: LocalDay, right: LocalDay) -> Bool {
    left.unixDays < right.unixDays
  }
}

extension LocalDay: CustomStringConvertible {
  public var description: String { asciiText { append(to: &$0) } }
}

// MARK: - The calendar

extension LocalDay {
  /// Days in 400 years, after which the Gregorian calendar repeats.
  private static let daysPerEra = 146_097
  /// From 0000-03-01, where the eras below begin, to 1970-01-01.
  private static let daysBefore1970 = 719_468

  /// 9999-12-31.
  private static let lastDay = 2_932_896

  static func lengthOfMonth(_ month: Int, inYear year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Counts years from March on, so that the leap day is a year's last: then the days before a
  /// month are (153 m + 2) / 5 for the m-th month after March.
  static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let marchYear = month > 2 ? year : year - 1
    let marchMonth = (month + 9) % 12
    let dayOfYear = (153 * marchMonth + 2) / 5 + day - 1
    let era = floorDivide(marchYear, 400)
    let yearOfEra = marchYear - era * 400
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * daysPerEra + dayOfEra - daysBefore1970
  }

  /// Days that no record has, before March of the year 0 or after 9999, are taken as the nearest
  /// that can be written with four digits.
  static func components(ofDaysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
    // Each division is by a constant and exact in 32 bits (Neri and Schneider, "Euclidean affine functions
    // and their application to calendar algorithms", 2022): an instant in JSON is mostly this.
    let shifted = UInt32(clamping: min(days + daysBefore1970, lastDay + daysBefore1970))
    let quarterDays = 4 &* shifted &+ 3
    let century = quarterDays / UInt32(daysPerEra)
    let ofCentury = UInt64(2_939_745) &* UInt64((quarterDays % UInt32(daysPerEra)) | 3)
    let dayOfYear = UInt32(truncatingIfNeeded: ofCentury) / 2_939_745 / 4
    let monthAndDay = 2_141 &* dayOfYear &+ 197_913
    let isNextYear = dayOfYear >= 306
    let year = 100 &* century &+ UInt32(truncatingIfNeeded: ofCentury >> 32)
    let month = monthAndDay >> 16
    return (
      Int(isNextYear ? year &+ 1 : year), Int(isNextYear ? month &- 12 : month),
      Int((monthAndDay & 0xFFFF) / 2_141 &+ 1)
    )
  }
}

/// Division that rounds down, also below zero.
func floorDivide(_ dividend: Int, _ divisor: Int) -> Int {
  let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
  return remainder < 0 ? quotient - 1 : quotient
}

extension ASCIIScanner {
  /// `YYYY-MM-DD`; whether there is such a day is for the caller to see.
  mutating func date() -> (year: Int, month: Int, day: Int)? {
    guard let year = digits(4), skip(UInt8(ascii: "-")), let month = digits(2),
      skip(UInt8(ascii: "-")), let day = digits(2)
    else { return nil }
    return (year, month, day)
  }
}
