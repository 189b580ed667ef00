@testable import KirokuCore

extension ActPrediction {
  /// - Parameters:
  ///   - moments: of one act, in any order.
  ///   - dayStartMinutes: when the person's day starts, on the wall.
  init(naively moments: [LocalMoment], today: LocalDay, dayStartMinutes: Int) {
    let earliest = today.advanced(by: -7 * ActPrediction.weeks)
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
        guard window.days.count >= leastDays else { continue }
        if best.map({ window.isBetter(than: $0) }) ?? true { best = window }
      }
      guard let best else { break }
      rest.subtract(best.moments)
      found.append(best)
    }
    return found.sorted { $0.start < $1.start }
  }
}
