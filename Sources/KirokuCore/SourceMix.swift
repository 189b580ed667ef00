/// From where intents are performed, over time.
public struct SourceMix: Sendable, Equatable {
  public let bucket: Bucket
  /// In order, without those in which nothing was performed.
  public let periods: [Period]

  public init(bucket: Bucket, periods: [Period]) {
    self.bucket = bucket
    self.periods = periods
  }

  /// What is counted together: local days, weeks from Monday on (ISO 8601), calendar months.
  public enum Bucket: String, Sendable, Hashable, CaseIterable {
    case day
    case week
    case month
  }

  public struct Period: Sendable, Equatable {
    /// Its first day.
    public let start: LocalDay
    /// People who performed anything in it.
    public let people: Int
    /// Most events first; of as many, by name.
    public let sources: [Count]

    public init(start: LocalDay, people: Int, sources: [Count]) {
      self.start = start
      self.people = people
      self.sources = sources.sorted { left, right in
        (right.events, left.name) < (left.events, right.name)
      }
    }

    public var events: Int { sources.reduce(0) { $0 + $1.events } }

    /// The part of the period's events that each source has, in millionths that add up to a million.
    ///
    /// Each is rounded down, and what is missing goes to those that lost most by it (largest remainder).
    public var shares: [Int] {
      let total = events
      guard total > 0 else { return sources.map { _ in 0 } }
      var shares = sources.map { $0.events * 1_000_000 / total }
      let missing = 1_000_000 - shares.reduce(0, +)
      let byLoss = sources.indices.sorted { left, right in
        let losses = (
          sources[left].events * 1_000_000 % total, sources[right].events * 1_000_000 % total
        )
        return (losses.1, left) < (losses.0, right)
      }
      for index in byLoss.prefix(missing) { shares[index] += 1 }
      return shares
    }
  }

  public struct Count: Sendable, Hashable {
    /// Nil where clients did not say.
    public let source: Source?
    public let events: Int
    /// A person may be among those of several sources.
    public let people: Int

    public init(source: Source?, events: Int, people: Int) {
      self.source = source
      self.events = events
      self.people = people
    }

    public var name: String { source?.rawValue ?? Self.unknown }
    public static let unknown = "unknown"
  }
}

extension SourceMix.Bucket {
  /// The first day of the bucket that a day is in.
  public func start(of day: LocalDay) -> LocalDay {
    switch self {
    case .day: return day
    case .week:
      // 1970-01-01 was a Thursday.
      let sinceMonday = (Int(day.unixDays) + 3) - floorDivide(Int(day.unixDays) + 3, 7) * 7
      return LocalDay(unixDays: day.unixDays - Int32(sinceMonday))
    case .month: return LocalDay(unixDays: day.unixDays - Int32(day.components.day - 1))
    }
  }

  /// The first day of the bucket after the one that a day is in.
  public func end(of day: LocalDay) -> LocalDay {
    let first = start(of: day)
    switch self {
    case .day: return LocalDay(unixDays: first.unixDays + 1)
    case .week: return LocalDay(unixDays: first.unixDays + 7)
    case .month: return start(of: LocalDay(unixDays: first.unixDays + 31))
    }
  }
}

extension SourceMix {
  /// The mix of what people performed, undone or not, on the local days in a range. What the database computes is held
  /// to this.
  public init(of people: [MeasuredPerson], by bucket: Bucket, in days: Range<LocalDay>) {
    struct Slice {
      var events: [Source?: Int] = [:]
      var people: [Source?: Set<Int>] = [:]
    }
    var slices: [LocalDay: Slice] = [:]
    for (index, person) in people.enumerated() {
      for act in person.acts where act.kind == .performed && days.contains(act.day) {
        let start = bucket.start(of: act.day)
        slices[start, default: Slice()].events[act.source, default: 0] += 1
        slices[start, default: Slice()].people[act.source, default: []].insert(index)
      }
    }
    self.init(
      bucket: bucket,
      periods: slices.sorted { $0.key < $1.key }.map { start, slice in
        Period(
          start: start, people: slice.people.values.reduce(into: Set()) { $0.formUnion($1) }.count,
          sources: slice.events.map { source, events in
            Count(source: source, events: events, people: slice.people[source]?.count ?? 0)
          })
      })
  }
}
