public import KirokuCore

/// Which entries a list holds: those that fit everything that is not nil.
public struct EntryFilter: Hashable, Sendable {
  /// Included.
  public var from: Bound?
  /// Not included.
  public var to: Bound?
  /// Grams, included.
  public var leastGrams: Int64?
  /// Grams, included.
  public var mostGrams: Int64?
  public var source: Source?
  /// What the note holds somewhere, in whichever case.
  public var noteText: String?

  public init(from: Bound? = nil, to: Bound? = nil) {
    self.from = from
    self.to = to
  }

  /// A border in time, or between local days as they are stored with the entries.
  public enum Bound: Hashable, Sendable {
    case instant(Instant)
    case day(LocalDay)

    var instant: Instant? { if case .instant(let instant) = self { instant } else { nil } }
    var day: LocalDay? { if case .day(let day) = self { day } else { nil } }
  }

  /// Whether `to` certainly lies before `from`. Between a day and an instant that depends on each
  /// entry's zone, so that there only what no zone can mend counts.
  public var isReversed: Bool {
    switch (from, to) {
    case (.day(let from), .day(let to)): return from > to
    case (.some, .some):
      guard let earliest, let latest else { return false }
      return earliest > latest
    default: return false
    }
  }

  var firstDay: LocalDay? { from?.day }
  var endDay: LocalDay? { to?.day }

  /// The instants between which the entries lie, wide enough for every zone and day start: local
  /// days are no part of the index, times are.
  var earliest: Instant? {
    from?.instant ?? firstDay.map { Self.midnight($0).advanced(byMicroseconds: -Self.margin) }
  }
  var latest: Instant? {
    to?.instant ?? endDay.map { Self.midnight($0).advanced(byMicroseconds: Self.margin) }
  }

  /// `noteText` as a pattern of `like`, in which it stands for itself.
  var notePattern: String? { noteText.map(LikePattern.containing) }

  private static let microsecondsPerDay: Int64 = 86_400_000_000
  /// Zones lie within 16 hours of UTC, a day starts at noon at the latest.
  private static let margin = 2 * microsecondsPerDay

  private static func midnight(_ day: LocalDay) -> Instant {
    Instant(unixMicroseconds: Int64(day.unixDays) * microsecondsPerDay)
  }
}

/// The order of a list. Equal weights follow each other by time, equal times by id, both in the
/// list's direction: no two entries have the same place.
public enum EntryOrder: Sendable, CaseIterable {
  case newestFirst
  case oldestFirst
  case heaviestFirst
  case lightestFirst
}

/// A place in every order of entries.
public struct EntryPosition: Hashable, Sendable {
  public let recordedAt: Instant
  public let weightGrams: Int64
  public let id: UUIDBytes

  public init(recordedAt: Instant, weightGrams: Int64, id: UUIDBytes) {
    self.recordedAt = recordedAt
    self.weightGrams = weightGrams
    self.id = id
  }
}

/// A part of a list.
public struct EntryPage: Sendable {
  public let entries: [WeightEntry]
  /// After which entry the next page begins; nil at the end.
  public let next: EntryPosition?
}
