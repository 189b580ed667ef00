public import KirokuCore

/// Which made-up people are wanted: the same options are the same rows.
public struct DemoOptions: Sendable, Hashable {
  public var seed: UInt64
  public var people: Int
  /// Their year ends before this day begins, in UTC.
  public var until: LocalDay

  public static let defaultSeed: UInt64 = 1
  public static let defaultPeople = 2_000
  public static let maxPeople = 20_000
  static let days = 365

  public init(
    seed: UInt64 = Self.defaultSeed, people: Int = Self.defaultPeople, until: LocalDay
  ) {
    self.seed = seed
    self.people = people
    self.until = until
  }

  /// When all of it is over.
  var end: Instant { Instant(unixMicroseconds: Int64(until.unixDays) * 86_400_000_000) }
  var firstDay: LocalDay { LocalDay(unixDays: until.unixDays - Int32(Self.days)) }

  /// The chance of one person: who they are, their ids too. The day only says when they do what.
  func random(ofPerson number: Int) -> DemoRandom {
    var options = DemoRandom(seed: seed)
    return DemoRandom(seed: options.next() ^ UInt64(clamping: people), number)
  }

  /// The first person's id, by which a repeat knows its own. It is the first thing that their chance gives.
  var firstPerson: UUIDBytes {
    var random = random(ofPerson: 0)
    return .random(using: &random)
  }

  /// Kept with the people, for a repeat on a later day.
  var label: String { "\(Self.labelStart)\(until)" }
  static let labelStart = "demo until "
}

/// What became of a demonstration.
public enum DemoOutcome: Sendable {
  case made(DemoReport)
  /// The same people are there already; nothing was written.
  case repeated(DemoReport)
  /// There are accounts that are not this demonstration's; nothing was written.
  case occupied(accounts: Int)
  /// The day is not over yet, or so long ago that its events are not kept; nothing was written.
  case untimely(earliest: LocalDay, latest: LocalDay)
}

/// How much is there.
public struct DemoReport: Sendable, Equatable {
  public internal(set) var people = 0
  public internal(set) var operations = 0
  public internal(set) var events = 0
  /// Of the register, deleted ones too.
  public internal(set) var donations = 0
  /// The year ended before this day.
  public internal(set) var until: LocalDay
  /// Somebody who has been there all the time, for a look through their eyes.
  public let firstPerson: UUIDBytes
}
