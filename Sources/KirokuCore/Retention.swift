/// Whether people come back in the weeks after their first one: those who performed an intent in it beside those who
/// did not.
///
/// It tells that the two go together, not that one brings about the other.
public struct Retention: Sendable, Equatable {
  /// Week 1 first.
  public let weeks: [Week]

  /// The first week is where exposure is looked for, so that returns begin after it: were both looked for in the same
  /// days, who stays would have more time to perform an intent.
  public static let maxWeeks = 52

  public init(weeks: [Week]) {
    self.weeks = weeks
  }

  /// Local days 7k…7k + 6 of each person.
  public struct Week: Sendable, Equatable {
    /// From 1.
    public let number: Int
    /// Who performed an intent in local days 0–6 that was not undone: those who came back in this week, of all.
    public let exposed: Proportion
    public let others: Proportion
    /// People whose days of this week are not over: they are in neither.
    public let immature: Int

    public init(number: Int, exposed: Proportion, others: Proportion, immature: Int) {
      self.number = number
      self.exposed = exposed
      self.others = others
      self.immature = immature
    }
  }
}

extension Retention {
  /// The retention of people, from all that they did. What the database computes is held to this.
  public init(of people: [MeasuredPerson], weeks: Int) {
    self.init(
      weeks: (1...max(1, weeks)).map { number in
        let mature = people.filter { $0.day(of: $0.today) > 7 * number + 6 }
        func proportion(_ isExposed: Bool) -> Proportion {
          let those = mature.filter { $0.isExposed == isExposed }
          return Proportion(those.filter { $0.returned(inWeek: number) }.count, of: those.count)
        }
        return Week(
          number: number, exposed: proportion(true), others: proportion(false),
          immature: people.count - mature.count)
      })
  }
}

extension MeasuredPerson {
  fileprivate func day(of day: LocalDay) -> Int {
    Int(day.unixDays) - Int(firstDay.unixDays)
  }

  fileprivate var isExposed: Bool {
    acts.contains {
      $0.kind == .performed && !$0.isUndone && Self.firstWeek.contains(day(of: $0.day))
    }
  }

  fileprivate func returned(inWeek number: Int) -> Bool {
    presentDays.contains { (7 * number..<7 * number + 7).contains(day(of: $0)) }
  }
}
