/// The bytes in which a progress is stored.
///
/// A version, here 1; then as variable-length integers (LEB128, signed ones in zigzag): first day, last day less first, the four
/// streaks, the last automatic day (0 for none, else its distance from the last day, in zigzag, plus 1), the number of recent
/// days, and each as its distance from the one before and 0 for a skipped day or its amount plus 1; the score's 8 bytes,
/// the lowest first, end it. A year of a habit twice a week takes less than 60 bytes.
extension HabitProgress {
  private static let version: UInt8 = 1

  public var bytes: [UInt8] {
    var bytes = [Self.version]
    bytes.reserveCapacity(36 + earlier.count * 4)
    bytes.append(signed: Int64(firstDay.unixDays))
    bytes.append(unsigned: UInt64(clamping: firstDay.distance(to: lastDay)))
    for streak in [
      standing.streakDays, standing.bestStreakDays, standing.streakUnits, standing.bestStreakUnits,
    ] {
      bytes.append(unsigned: UInt64(clamping: streak))
    }
    let automatic = lastAutomaticDay.map { zigzag(Int64(lastDay.distance(to: $0))) + 1 }
    bytes.append(unsigned: automatic ?? 0)
    let recent = recent
    bytes.append(unsigned: UInt64(recent.count))
    var previous = firstDay
    for recorded in recent {
      bytes.append(unsigned: UInt64(clamping: previous.distance(to: recorded.day)))
      previous = recorded.day
      switch recorded.value {
      case .amount(let amount): bytes.append(unsigned: UInt64(clamping: amount) + 1)
      case .skipped, .empty: bytes.append(unsigned: 0)
      }
    }
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: standing.score.bitPattern >> shift))
    }
    return bytes
  }

  /// - Returns: nil for anything that no progress is stored as: it is to be computed anew.
  public init?(bytes: [UInt8]) { self.init(bytes.span) }

  /// The same of bytes that are lent.
  public init?(_ bytes: Span<UInt8>) {
    var reader = VariableReader()
    guard reader.byte(bytes) == Self.version, let first = reader.signed(bytes),
      let firstDay = LocalDay(recorded: first),
      let span = reader.unsigned(bytes, below: Self.maxSpan),
      let lastDay = LocalDay(recorded: first + Int64(span))
    else { return nil }
    guard let streakDays = reader.unsigned(bytes, below: Self.maxSpan),
      let bestStreakDays = reader.unsigned(bytes, below: Self.maxSpan),
      let streakUnits = reader.unsigned(bytes, below: Self.maxSpan),
      let bestStreakUnits = reader.unsigned(bytes, below: Self.maxSpan),
      let automatic = reader.unsigned(bytes, below: Self.maxSpan),
      let count = reader.unsigned(bytes, below: span + 2)
    else { return nil }
    var earlier: [RecordedDay] = []
    if count > 1 { earlier.reserveCapacity(min(Int(count) - 1, bytes.count)) }
    var day = first
    var lastValue = HabitDayValue.empty
    for index in 0..<count {
      guard let gap = reader.unsigned(bytes, below: span + 1), index == 0 || gap > 0,
        let amount = reader.unsigned(bytes, below: UInt64(HabitDayRules.maxAmountThousandths) + 2)
      else { return nil }
      day += Int64(gap)
      lastValue = amount == 0 ? .skipped : .amount(Int64(amount) - 1)
      if index + 1 < count {
        earlier.append(RecordedDay(day: LocalDay(unixDays: Int32(clamping: day)), value: lastValue))
      }
    }
    guard count > 0, day == first + Int64(span), let score = reader.double(bytes),
      (0...1).contains(score),
      reader.isAtEnd(bytes)
    else { return nil }
    self.firstDay = firstDay
    self.lastDay = lastDay
    self.lastValue = lastValue
    self.earlier = earlier
    standing = HabitStanding(
      score: score, streakDays: Int(streakDays), streakUnits: Int(streakUnits),
      bestStreakDays: Int(bestStreakDays), bestStreakUnits: Int(bestStreakUnits))
    lastAutomaticDay =
      automatic == 0
      ? nil : LocalDay(unixDays: Int32(clamping: Int64(lastDay.unixDays) + unzigzag(automatic - 1)))
  }

  /// More days than the calendar of records has, and what days stand for before them.
  private static let maxSpan: UInt64 = 150_000
}

extension LocalDay {
  /// A day that a record may have; nil for one far outside.
  fileprivate init?(recorded unixDays: Int64) {
    guard (-26_000...85_000).contains(unixDays) else { return nil }
    self.init(unixDays: Int32(unixDays))
  }
}

// MARK: - Integers of variable length

/// 0, −1, 1, −2… as 0, 1, 2, 3….
private func zigzag(_ number: Int64) -> UInt64 {
  UInt64(bitPattern: number << 1 ^ number >> 63)
}

private func unzigzag(_ number: UInt64) -> Int64 {
  Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
}

extension [UInt8] {
  fileprivate mutating func append(unsigned number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }

  fileprivate mutating func append(signed number: Int64) {
    append(unsigned: zigzag(number))
  }
}

/// Where a reader of bytes is; the bytes are lent to each step.
private struct VariableReader {
  private var next = 0

  func isAtEnd(_ bytes: Span<UInt8>) -> Bool { next == bytes.count }

  @inline(__always)
  mutating func byte(_ bytes: Span<UInt8>) -> UInt8? {
    guard next < bytes.count else { return nil }
    next += 1
    return bytes[next - 1]
  }

  @inline(__always)
  mutating func unsigned(_ bytes: Span<UInt8>, below limit: UInt64 = .max) -> UInt64? {
    guard let first = byte(bytes) else { return nil }
    // Most are this short.
    if first < 0x80 { return UInt64(first) < limit ? UInt64(first) : nil }
    return long(bytes, from: UInt64(first & 0x7F), below: limit)
  }

  private mutating func long(
    _ bytes: Span<UInt8>, from first: UInt64, below limit: UInt64
  ) -> UInt64? {
    var number = first
    var shift: UInt64 = 7
    while shift < 63, let byte = byte(bytes) {
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number < limit ? number : nil }
      shift += 7
    }
    return nil
  }

  @inline(__always)
  mutating func signed(_ bytes: Span<UInt8>) -> Int64? { unsigned(bytes).map(unzigzag) }

  mutating func double(_ bytes: Span<UInt8>) -> Double? {
    guard next + 8 <= bytes.count else { return nil }
    var pattern: UInt64 = 0
    for index in 0..<8 { pattern |= UInt64(bytes[next + index]) << UInt64(index * 8) }
    next += 8
    return Double(bitPattern: pattern)
  }
}
