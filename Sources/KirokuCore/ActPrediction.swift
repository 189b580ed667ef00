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

  /// - Parameter minutes: after the start of a day; below 0 for days before it.
  public init(minutesAfterStart minutes: Int, of day: LocalDay) {
    let days = floorDivide(minutes, ActPrediction.dayMinutes)
    self.day = day.advanced(by: days)
    minute = minutes - days * ActPrediction.dayMinutes
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
    self.init(from: moments, PastDays(before: today), dayStartMinutes: dayStartMinutes)
  }

  /// - Parameter past: the days before today: the same for all acts of a person.
  package init(from moments: [LocalMoment], _ past: PastDays, dayStartMinutes: Int) {
    let known = DistinctMoments(moments, past)
    guard let oldest = known.oldest, oldest >= Self.readyDays else {
      self.init(isReady: false, weekdays: [])
      return
    }
    let days = PastDays.since(oldest)
    let quarters = DayQuarters(known, oldest: oldest, dayStartMinutes: dayStartMinutes)
    let found = DayQuarters.apart(quarters.windows(), limit: Self.maxWindows)
    let weekdays = (1...7).compactMap { number -> Weekday? in
      let those = past.of(weekday: number)
      let total = PastDays.weight(of: days & those)
      guard total > 0 else { return nil }
      let share = { (done: UInt64) in
        (2_000 * PastDays.weight(of: done & those) + total) / (2 * total)
      }
      let probability = share(known.days)
      let windows = found.map { window in
        Window(
          start: (window.start + dayStartMinutes) % Self.dayMinutes,
          probability: share(window.days))
      }.filter { $0.probability >= Self.leastProbability }
      guard probability >= Self.leastProbability || !windows.isEmpty else { return nil }
      return Weekday(number: number, probability: probability, windows: windows)
    }
    self.init(isReady: true, weekdays: weekdays)
  }
}
