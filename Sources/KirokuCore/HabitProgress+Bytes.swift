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
    bytes.reserveCapacity(32 + recent.count * 4)
    bytes.append(signed: Int64(firstDay.unixDays))
    bytes.append(unsigned: UInt64(clamping: firstDay.distance(to: lastDay)))
    for streak in [
      standing.streakDays, standing.bestStreakDays, standing.streakUnits, standing.bestStreakUnits,
    ] {
      bytes.append(unsigned: UInt64(clamping: streak))
    }
    let automatic = lastAutomaticDay.map { zigzag(Int64(lastDay.distance(to: $0))) + 1 }
    bytes.append(unsigned: automatic ?? 0)
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
  public init?(bytes: [UInt8]) {
    var reader = VariableReader(bytes)
    guard reader.byte() == Self.version, let first = reader.signed(),
      let firstDay = LocalDay(recorded: first), let span = reader.unsigned(below: Self.maxSpan),
      let lastDay = LocalDay(recorded: first + Int64(span))
    else { return nil }
    var streaks: [Int] = []
    for _ in 0..<4 {
      guard let streak = reader.unsigned(below: Self.maxSpan) else { return nil }
      streaks.append(Int(streak))
    }
    guard let automatic = reader.unsigned(below: Self.maxSpan),
      let count = reader.unsigned(below: span + 2)
    else { return nil }
    var recent: [RecordedDay] = []
    var day = first
    for index in 0..<count {
      guard let gap = reader.unsigned(below: span + 1), index == 0 || gap > 0,
        let amount = reader.unsigned(below: UInt64(HabitDayRules.maxAmountThousandths) + 2)
      else { return nil }
      day += Int64(gap)
      let value = amount == 0 ? HabitDayValue.skipped : .amount(Int64(amount) - 1)
      recent.append(RecordedDay(day: LocalDay(unixDays: Int32(clamping: day)), value: value))
    }
    guard recent.last?.day == lastDay, let score = reader.double(), (0...1).contains(score),
      reader.isAtEnd
    else { return nil }
    self.firstDay = firstDay
    self.lastDay = lastDay
    self.recent = recent
    standing = HabitStanding(
      score: score, streakDays: streaks[0], streakUnits: streaks[2], bestStreakDays: streaks[1],
      bestStreakUnits: streaks[3])
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

private struct VariableReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func byte() -> UInt8? { rest.popFirst() }

  mutating func unsigned(below limit: UInt64 = .max) -> UInt64? {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 63, by: 7) {
      guard let byte = byte() else { return nil }
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number < limit ? number : nil }
    }
    return nil
  }

  mutating func signed() -> Int64? { unsigned().map(unzigzag) }

  mutating func double() -> Double? {
    guard rest.count >= 8 else { return nil }
    var pattern: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      guard let byte = byte() else { return nil }
      pattern |= UInt64(byte) << shift
    }
    return Double(bitPattern: pattern)
  }
}
