/// A PostgreSQL `timestamptz`: microseconds since 2000-01-01 00:00 UTC, exactly as stored.
///
/// Not kept as time since 1970, because PostgreSQL's last centuries would not fit.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Microseconds since 2000-01-01 00:00 UTC.
  public var microsecondsSince2000: Int64

  @inlinable
  public init(microsecondsSince2000: Int64) {
    self.microsecondsSince2000 = microsecondsSince2000
  }

  /// - Parameter unixMicroseconds: microseconds since 1970-01-01 00:00 UTC; clamped at PostgreSQL's
  ///   `-infinity`.
  public init(unixMicroseconds: Int64) {
    let (value, overflow) = unixMicroseconds.subtractingReportingOverflow(Self.epochMicroseconds)
    microsecondsSince2000 = overflow ? .min : value
  }

  /// Microseconds since 1970-01-01 00:00 UTC; clamped at the greatest `Int64` (years past 292277).
  @inlinable
  public var unixMicroseconds: Int64 {
    if microsecondsSince2000 == .min { return .min }
    let (value, overflow) = microsecondsSince2000.addingReportingOverflow(Self.epochMicroseconds)
    return overflow ? .max : value
  }

  /// PostgreSQL's `infinity`.
  public static let infinity = Timestamp(microsecondsSince2000: .max)
  /// PostgreSQL's `-infinity`.
  public static let negativeInfinity = Timestamp(microsecondsSince2000: .min)

  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.microsecondsSince2000 < right.microsecondsSince2000
  }

  /// 2000-01-01 00:00 UTC in microseconds since 1970.
  @usableFromInline static let epochMicroseconds: Int64 = 946_684_800_000_000
}

/// A PostgreSQL `date`: days since 2000-01-01, exactly as stored.
public struct CalendarDate: Hashable, Comparable, Sendable {
  /// Days since 2000-01-01.
  public var daysSince2000: Int32

  @inlinable
  public init(daysSince2000: Int32) {
    self.daysSince2000 = daysSince2000
  }

  /// - Parameter unixDays: days since 1970-01-01; clamped at PostgreSQL's `-infinity`.
  public init(unixDays: Int32) {
    let (value, overflow) = unixDays.subtractingReportingOverflow(Self.epochDays)
    daysSince2000 = overflow ? .min : value
  }

  /// Days since 1970-01-01; clamped at the greatest `Int32`.
  @inlinable
  public var unixDays: Int32 {
    if daysSince2000 == .min { return .min }
    let (value, overflow) = daysSince2000.addingReportingOverflow(Self.epochDays)
    return overflow ? .max : value
  }

  public static func < (left: CalendarDate, right: CalendarDate) -> Bool {
    left.daysSince2000 < right.daysSince2000
  }

  /// 2000-01-01 in days since 1970-01-01.
  @usableFromInline static let epochDays: Int32 = 10_957
}
