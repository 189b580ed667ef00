/// How far new people come: account made → (intent donated →) intent performed → performed again and again.
public struct AdoptionFunnel: Sendable, Equatable {
  public let options: Options
  /// In order; the first one is everybody.
  public let steps: [Step]
  /// How many of them may still come further: their days are not over.
  public let immature: Int

  public init(options: Options, steps: [Step], immature: Int) {
    self.options = options
    self.steps = steps
    self.immature = immature
  }

  /// What counts as coming further. The default is the funnel of the product: performed at least once, and at least
  /// three times, in local days 0–6.
  public struct Options: Sendable, Hashable {
    /// Local days from day 0 on; 1…``maxWindowDays``.
    public var windowDays = 7
    /// How many acts the last step takes; 2…``maxTimes``.
    public var times = 3
    /// Whether the last step counts local days with an act instead of acts.
    public var countsDays = false
    /// Whether there is a step for the first donation.
    public var hasDonation = false
    /// Whether acts count only once the step before has been reached. Without, any order will do.
    public var isOrdered = true
    /// Whether acts that were undone count: whoever tried has tried.
    public var countsUndone = true

    public static let maxWindowDays = 28
    public static let maxTimes = 10
    /// Of one local day no more acts are looked at than these, the day's first.
    public static let maxActsPerDay = 100

    public init() {}

    public var kinds: [Kind] {
      hasDonation ? [.made, .donated, .performed, .repeated] : [.made, .performed, .repeated]
    }
  }

  public enum Kind: String, Sendable, Hashable {
    case made = "account_made"
    case donated = "intent_donated"
    case performed = "intent_performed"
    case repeated = "intent_performed_repeatedly"
  }

  public struct Step: Sendable, Equatable {
    public let kind: Kind
    public let people: Int
    /// Medians over those who came here, in thousandths of a second; nil where nobody did.
    public let fromFirst: Int64?
    public let fromPrevious: Int64?

    public init(_ kind: Kind, people: Int, fromFirst: Int64?, fromPrevious: Int64?) {
      self.kind = kind
      self.people = people
      self.fromFirst = fromFirst
      self.fromPrevious = fromPrevious
    }
  }

  /// Of those who made an account, who came to a step.
  public func conversionFromFirst(_ index: Int) -> Proportion {
    Proportion(steps[index].people, of: steps[0].people)
  }

  /// Of those who came to the step before, who came to this one.
  public func conversionFromPrevious(_ index: Int) -> Proportion {
    Proportion(steps[index].people, of: steps[max(0, index - 1)].people)
  }
}

// MARK: - The definition

extension AdoptionFunnel {
  /// The funnel of people, from all that they did. What the database computes is held to this.
  public init(of people: [MeasuredPerson], _ options: Options) {
    let reached = people.map { Self.moments($0, options).map(\.seconds) }
    let steps = options.kinds.enumerated().map { index, kind -> Step in
      let those = reached.filter { $0.count > index }
      return Step(
        kind, people: those.count, fromFirst: median(those.map { $0[index] }),
        fromPrevious: median(those.map { max(0, $0[index] - $0[max(0, index - 1)]) }))
    }
    let immature = people.filter { person in
      Int(person.today.unixDays) - Int(person.firstDay.unixDays) < options.windowDays
    }
    self.init(options: options, steps: steps, immature: immature.count)
  }

  /// When a person came to each step, as far as they came.
  private static func moments(_ person: MeasuredPerson, _ options: Options) -> [ActMoment] {
    let made = ActMoment(day: 0, seconds: 0)
    func acts(_ kind: MeasuredPerson.Kind) -> [ActMoment] {
      let all = person.acts
        .filter { $0.kind == kind && (kind == .donated || options.countsUndone || !$0.isUndone) }
        .map { ActMoment($0, of: person) }
        .filter { (0..<options.windowDays).contains($0.day) }
      return Dictionary(grouping: all, by: \.day).values
        .flatMap { $0.sorted().prefix(Options.maxActsPerDay) }.sorted()
    }
    var moments = [made]
    var performed = acts(.performed)
    if options.hasDonation {
      guard let donation = acts(.donated).first else { return moments }
      moments.append(donation)
      if options.isOrdered { performed.removeAll { $0 < donation } }
    }
    guard let first = performed.first else { return moments }
    moments.append(max(first, moments.last ?? made))
    if options.countsDays {
      var days: Set<Int> = []
      performed.removeAll { !days.insert($0.day).inserted }
    }
    guard performed.count >= options.times else { return moments }
    return moments + [max(performed[options.times - 1], moments.last ?? made)]
  }
}

extension ActMoment {
  fileprivate init(day: Int, seconds: Int) {
    self.day = day
    self.seconds = seconds
  }
}

/// The middle one, or the mean of the two in the middle, in thousandths; nil of none.
private func median(_ values: [Int]) -> Int64? {
  guard !values.isEmpty else { return nil }
  let sorted = values.sorted()
  let middle = sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]
  return Int64(middle) * 500
}
