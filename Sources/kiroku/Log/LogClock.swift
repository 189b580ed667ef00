import Glibc

/// Renders the time of log lines, `2026-12-01T02:36:07.123Z` (RFC 3339). The part up to the seconds is kept
/// until they change.
struct LogClock {
  private var second: Int = -1
  private var prefix: [UInt8] = []

  mutating func appendNow(to bytes: inout [UInt8]) {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    append(seconds: time.tv_sec, milliseconds: time.tv_nsec / 1_000_000, to: &bytes)
  }

  mutating func append(seconds: Int, milliseconds: Int, to bytes: inout [UInt8]) {
    if seconds != second {
      second = seconds
      prefix = Self.rendered(seconds)
    }
    bytes.append(contentsOf: prefix)
    bytes.append(addingCapacity: 5) { (output: inout OutputSpan<UInt8>) in
      output.append(UInt8(ascii: "."))
      output.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: milliseconds / 100 % 10))
      output.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: milliseconds / 10 % 10))
      output.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: milliseconds % 10))
      output.append(UInt8(ascii: "Z"))
    }
  }

  private static func rendered(_ seconds: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    let (days, rest) = (seconds / 86_400, seconds % 86_400)
    // Days to a date, in eras of 400 years that start in March (Hinnant, "chrono-Compatible Low-Level Date
    // Algorithms", civil_from_days).
    let shifted = days + 719_468
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + shifted / 146_097 * 400 + (month <= 2 ? 1 : 0)
    let parts = [
      (year, 4, "-"), (month, 2, "-"), (day, 2, "T"), (rest / 3_600, 2, ":"),
      (rest / 60 % 60, 2, ":"), (rest % 60, 2, ""),
    ]
    for (number, digits, separator) in parts {
      append(number, digits: digits, to: &bytes)
      bytes.append(contentsOf: separator.utf8)
    }
    return bytes
  }

  private static func append(_ number: Int, digits: Int, to bytes: inout [UInt8]) {
    let start = bytes.count
    var rest = number
    for _ in 0..<digits {
      bytes.insert(UInt8(ascii: "0") + UInt8(rest % 10), at: start)
      rest /= 10
    }
  }
}
