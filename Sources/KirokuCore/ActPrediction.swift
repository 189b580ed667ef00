/// A moment of a person's local day at which they did something.
public struct LocalMoment: Hashable, Sendable {
  public let day: LocalDay
  /// Minutes after the day's start; 0…1,439.
  public let minute: Int

  /// - Parameter minute: a minute outside a day is taken as the same one of another.
  public init(_ day: LocalDay, minute: Int) {
    self.day = day
    self.minute = floorModulo(minute, ActPrediction.dayMinutes)
  }
}

/// When somebody is likely to do something again: by weekday, the share of its days on which they did, and the windows of
/// time in which. Pure: it is given local days and minutes.
///
/// Looked at are the last 8 weeks, from the first day in them on which it was done, up to yesterday: today is not over.
/// A day's weight halves every 4 weeks, so that a habit that was given up fades within a month or two, and one missed
/// Monday does not undo it.
public struct ActPrediction: Hashable, Sendable {
  /// So many weeks are looked at.
  public static let weeks = 8
  /// Predicted is from so many days after the first one on: each weekday was there once.
  public static let readyDays = 7
  public static let windowMinutes = 60
  /// Windows begin at every so many minutes of the hour.
  public static let stepMinutes = 15
  /// Windows that are told of one act at most.
  public static let maxWindows = 3
  /// A window is told if the act fell in it on so many days at least: once is no custom.
  public static let leastDays = 2
  /// What is less likely, in thousandths, is not told.
  public static let leastProbability = 100

  static let dayMinutes = 1_440
  /// Of a day of this week, the one before…, in thousandths: 1000 · 2^(−week ÷ 4), rounded. Whole numbers, so that every
  /// machine answers the same.
  static let weights = [1_000, 841, 707, 595, 500, 420, 354, 297]

  /// A time of day in which it is done.
  public struct Window: Hashable, Sendable {
    /// Minutes after midnight, on the wall; 0…1,439. It lasts ``ActPrediction/windowMinutes``, past midnight as well.
    public let start: Int
    /// In thousandths.
    public let probability: Int

    public init(start: Int, probability: Int) {
      self.start = start
      self.probability = probability
    }

    public var end: Int { (start + ActPrediction.windowMinutes) % ActPrediction.dayMinutes }
  }

  public struct Weekday: Hashable, Sendable {
    /// 1 (Monday) … 7 (Sunday), of the person's day.
    public let number: Int
    /// That it is done at all, in thousandths.
    public let probability: Int
    /// In the order of the day, from its start on.
    public let windows: [Window]

    public init(number: Int, probability: Int, windows: [Window]) {
      self.number = number
      self.probability = probability
      self.windows = windows
    }
  }

  /// Whether it was done ``readyDays`` ago or earlier; else nothing is predicted.
  public let isReady: Bool
  /// Ascending; those on which it is hardly ever done are left out.
  public let weekdays: [Weekday]

  public init(isReady: Bool, weekdays: [Weekday]) {
    self.isReady = isReady
    self.weekdays = weekdays
  }

  /// - Parameters:
  ///   - moments: of one act, in any order.
  ///   - dayStartMinutes: when the person's day starts, on the wall.
  public init(from moments: [LocalMoment], today: LocalDay, dayStartMinutes: Int) {
    let earliest = today.advanced(by: -7 * Self.weeks)
    let known = Set(moments.filter { $0.day >= earliest && $0.day < today })
    guard let first = known.map(\.day).min(), first.distance(to: today) >= Self.readyDays else {
      self.init(isReady: false, weekdays: [])
      return
    }
    let days = first..<today
    var totals = [Int](repeating: 0, count: 8)
    for day in days { totals[day.weekday] += Self.weight(of: day, today) }
    let share = { (those: Set<LocalDay>, weekday: Int) in
      let sum = those.lazy.filter { $0.weekday == weekday }.map { Self.weight(of: $0, today) }
        .reduce(0, +)
      return totals[weekday] == 0 ? 0 : (2_000 * sum + totals[weekday]) / (2 * totals[weekday])
    }
    let found = Self.windows(known, days, today, dayStartMinutes)
    let done = Set(known.map(\.day))
    let weekdays = (1...7).compactMap { number -> Weekday? in
      let probability = share(done, number)
      let windows = found.map { window in
        Window(
          start: (window.start + dayStartMinutes) % Self.dayMinutes,
          probability: share(window.days, number))
      }.filter { $0.probability >= Self.leastProbability }
      guard probability >= Self.leastProbability || !windows.isEmpty else { return nil }
      return Weekday(number: number, probability: probability, windows: windows)
    }
    self.init(isReady: true, weekdays: weekdays)
  }

  /// The weight of a day before today.
  private static func weight(of day: LocalDay, _ today: LocalDay) -> Int {
    weights[min(weeks - 1, (day.distance(to: today) - 1) / 7)]
  }
}

// MARK: - Where windows are

extension ActPrediction {
  /// A window, in minutes after the day's start, and the days on which the act fell in it. The day goes round: one that
  /// begins shortly before its end reaches into the next one, and is of the day on which it begins.
  private struct Found {
    let start: Int
    var days: Set<LocalDay> = []
    var moments: [LocalMoment] = []
    var weight = 0
    /// How far the moments are from the middle, together.
    var spread = 0

    init(
      _ start: Int, _ moments: some Sequence<LocalMoment>, _ known: Range<LocalDay>,
      _ today: LocalDay
    ) {
      self.start = start
      for moment in moments {
        let after = floorModulo(moment.minute - start, dayMinutes)
        guard after < windowMinutes else { continue }
        let day = moment.minute < start ? moment.day.advanced(by: -1) : moment.day
        guard known.contains(day) else { continue }
        self.moments.append(moment)
        spread += abs(after - windowMinutes / 2)
        if days.insert(day).inserted { weight += weight(of: day, today) }
      }
    }

    private func weight(of day: LocalDay, _ today: LocalDay) -> Int {
      ActPrediction.weight(of: day, today)
    }

    /// Whether it is the better one: it weighs more; or as much, and more was done in it; or that as well, and its moments
    /// are nearer to its middle.
    func isBetter(than other: Found) -> Bool {
      (weight, moments.count, -spread) > (other.weight, other.moments.count, -other.spread)
    }
  }

  /// The densest windows that do not overlap, the densest first found, in the order of the day. Of equals the earlier one.
  private static func windows(
    _ moments: Set<LocalMoment>, _ days: Range<LocalDay>, _ today: LocalDay, _ dayStart: Int
  ) -> [Found] {
    var rest = moments
    var found: [Found] = []
    // On the wall they begin at quarters of an hour, whenever the day starts.
    let starts = stride(from: 0, to: dayMinutes, by: stepMinutes)
      .map { floorModulo($0 - dayStart, dayMinutes) }.sorted()
    while found.count < maxWindows {
      var best: Found?
      for start in starts {
        let isFree = found.allSatisfy { other in
          let apart = floorModulo(start - other.start, dayMinutes)
          return apart >= windowMinutes && apart <= dayMinutes - windowMinutes
        }
        guard isFree else { continue }
        let window = Found(start, rest, days, today)
        if best.map({ window.isBetter(than: $0) }) ?? true { best = window }
      }
      guard let best, best.days.count >= leastDays else { break }
      rest.subtract(best.moments)
      found.append(best)
    }
    return found.sorted { $0.start < $1.start }
  }
}

/// On which of the last days something was recorded.
public struct RecentDays: Hashable, Sendable {
  /// Bit k: whether it was k days ago.
  private let bits: UInt64

  /// So many days before today are looked at.
  public static let count = 7 * ActPrediction.weeks

  public init(bits: Int64) { self.bits = UInt64(bitPattern: bits) }

  /// How many of the last `days` ones, today among them.
  public func recorded(within days: Int) -> Int {
    (bits & (days < 64 ? (1 << UInt64(max(0, days))) - 1 : .max)).nonzeroBitCount
  }

  /// The probability, in thousandths, that it is recorded on a day of today's weekday, by the rule of ``ActPrediction``;
  /// 0 as long as that is not ready.
  public var todaysProbability: Int {
    let before = bits >> 1
    guard before != 0 else { return 0 }
    let oldest = 64 - before.leadingZeroBitCount
    var (done, all) = (0, 0)
    for (week, weight) in ActPrediction.weights.enumerated() {
      let daysAgo = 7 * (week + 1)
      guard daysAgo <= oldest else { break }
      all += weight
      if bits >> UInt64(daysAgo) & 1 == 1 { done += weight }
    }
    return all == 0 ? 0 : (2_000 * done + all) / (2 * all)
  }
}
