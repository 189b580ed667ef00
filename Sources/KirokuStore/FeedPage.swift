public import KirokuCore
internal import Postgres

/// A record as of its last change.
public struct FeedChange: Sendable {
  public enum Value: Sendable {
    case entry(WeightEntry)
    case habit(Habit)
    /// With its habit, which tells how the day's amount reads.
    case day(HabitDay, of: HabitFields)
    case donation(Donation)
    /// The record is gone. So are, with a habit, its days.
    case deleted
    /// The donation is to be deleted from the device, by what its system knows it.
    case deletedDonation(identifier: String)
  }

  /// What a change is of.
  public enum Record: Hashable, Sendable {
    case entry(UUIDBytes)
    case habit(UUIDBytes)
    case day(habit: UUIDBytes, LocalDay)
    case donation(UUIDBytes)

    public init(_ reference: RecordReference) {
      self =
        switch reference {
        case .entry(let id): .entry(id)
        case .habit(let id): .habit(id)
        case .day(let habit, let day): .day(habit: habit, day)
        }
    }
  }

  public let record: Record
  /// The account's revision at the change.
  public let rev: Int64
  /// The greatest acted time among the operations on the record.
  public let version: Instant
  public let value: Value

  public init(record: Record, rev: Int64, version: Instant, value: Value) {
    self.record = record
    self.rev = rev
    self.version = version
    self.value = value
  }
}

/// Changes in the order of their revisions, as they stood together at one moment.
public struct FeedPage: Sendable {
  /// Changes on one page, unless the last revision on it has more.
  public static let maxChanges = 500

  public let changes: [FeedChange]
  /// Where the next page begins.
  public let next: FeedCursor
  public let hasMore: Bool
  /// Whether the pages, from the first on, hold all there is: what they leave out does not exist.
  public let isFullSync: Bool
  /// The database's clock, and the person's day by it.
  public let serverTime: Instant
  public let today: LocalDay
  /// Changes whenever what an intent may choose from does.
  public let shortcutsVersion: String
}

/// Why there is no page.
public enum FeedRefusal: Error, Sendable {
  /// The cursor is of another state of the database, or older than what is remembered of deletions.
  case cursorExpired
}

extension FeedPage {
  /// - Parameters:
  ///   - found: as the statement found them after `cursor`: `limit` and one more, and all of the last one's revision.
  ///   - cursor: nil where a full sync begins.
  init(
    _ found: [FeedChange], limit: Int, after cursor: FeedCursor?, of account: Account,
    serverTime: Instant, today: LocalDay, shortcutsVersion: String
  ) {
    let start: Int64? = if let cursor { cursor.fullSyncStart } else { account.rev }
    var changes = found
    var hasMore = false
    if found.count > limit, let last = found.last {
      let whole = found.filter { $0.rev < last.rev }
      // A page ends between two revisions. It is longer where one has more records than fit.
      changes = whole.isEmpty ? found : whole
      hasMore = !whole.isEmpty || last.rev < account.rev
    }
    self.changes = changes
    self.hasMore = hasMore
    isFullSync = start != nil
    next = FeedCursor(
      epoch: account.epoch, rev: hasMore ? changes.last?.rev ?? account.rev : account.rev,
      fullSyncStart: hasMore ? start : nil)
    self.serverTime = serverTime
    self.today = today
    self.shortcutsVersion = shortcutsVersion
  }
}

extension FeedChange {
  /// Reads the columns of `ChangeStore`'s statement.
  init(_ row: Row, from first: Int) throws(PostgresError) {
    let id = try row.id(first + 1)
    switch try row.text(first) {
    case "entry": record = .entry(id)
    case "habit": record = .habit(id)
    case "day": record = .day(habit: id, try row.day(first + 2))
    case "donation": record = .donation(id)
    default: throw PostgresError(.mismatch, "a change is of an unknown type of record")
    }
    rev = try row.int64(first + 3)
    version = try row.instant(first + 4)
    if row.isNull(first + 6) {
      if case .donation = record {
        var beside = try row.composite(first + 5, fieldCount: 1)
        value = .deletedDonation(identifier: try beside.text())
      } else {
        value = .deleted
      }
    } else {
      switch record {
      case .entry: value = .entry(try WeightEntry(row, first + 6))
      case .habit: value = .habit(try Habit(row, first + 6))
      case .donation: value = .donation(try Donation(row, first + 6))
      case .day: value = .day(try HabitDay(row, first + 6), of: try Habit(row, first + 5).fields)
      }
    }
  }
}
