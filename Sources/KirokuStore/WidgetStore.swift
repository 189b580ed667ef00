public import KirokuCore
internal import Postgres

/// The snapshot that a widget draws from: one row of one statement, and nothing of it is decoded for who has it already.
public struct WidgetStore: Sendable {
  let session: StoreSession
  private let trends = TrendMemory()

  init(session: StoreSession) {
    self.session = session
  }

  /// The snapshot of the person's day.
  ///
  /// - Parameters:
  ///   - zone: where the person is; nil means the account's zone.
  ///   - focus: the filter that hides habits; nil, and one that there is not, hide nothing.
  ///   - client: whose filter; nil means the token's id.
  ///   - known: of what state of the account the caller has a snapshot; only the day is read while that is so.
  ///   - has: whether the caller's snapshot is the one of that day and account; then there is nothing else to answer.
  ///   - begin: is given the day, and when the next one begins, before the habits, where there is something to answer.
  ///   - draw: is given each habit and the bytes in which its texts are, in the order in which the person has put them;
  ///     archived and hidden ones are no part.
  public func snapshot(
    in zone: String?, focus: String?, of client: UUIDBytes?, for secret: TokenSecret,
    knowing known: Known?, unless has: (Caller, LocalDay) -> Bool,
    begin: (LocalDay, Instant) -> Void, draw: (WidgetHabit, Span<UInt8>) -> Void
  ) async throws(StoreError) -> Access<WidgetSnapshot> {
    let access = try await read(
      in: zone, focus: focus, of: client, for: secret, knowing: known, unless: has, begin,
      draw)
    // The account is as it was, but not the day or the language: once a day.
    guard known != nil, case .granted(_, let snapshot) = access, snapshot.isUnread else {
      return access
    }
    return try await read(
      in: zone, focus: focus, of: client, for: secret, knowing: nil, unless: has, begin,
      draw)
  }

  private func read(
    in zone: String?, focus: String?, of client: UUIDBytes?, for secret: TokenSecret,
    knowing has: Known?, unless isCurrent: (Caller, LocalDay) -> Bool,
    _ begin: (LocalDay, Instant) -> Void, _ draw: (WidgetHabit, Span<UInt8>) -> Void
  ) async throws(StoreError) -> Access<WidgetSnapshot> {
    let known = trends.trend(of: secret.accountID)
    let request = WidgetRequest(
      secret: secret, zone: zone, focus: focus, client: client,
      knownEntriesRev: known?.entriesRev, has: has, now: session.now)
    return try await session.authorized(request.read, for: secret, .readWidget) {
      caller, row throws(PostgresError) in
      let today = try row.day(2)
      if isCurrent(caller, today) { return WidgetSnapshot(today: today, content: nil) }
      if row.isNull(4) { return WidgetSnapshot(today: today, content: nil, isUnread: true) }
      let weekStart = caller.account.settings.weekStart
      let weight = try weight(row, known, secret.accountID)
      begin(today, try row.instant(3))
      var habits = try row.composites(4, fieldCount: WidgetHabit.fieldCount)
      while var fields = try habits.next() {
        let habit = try WidgetHabit(&fields, on: today, weekStart: weekStart)
        fields.withAllBytes { bytes in draw(habit, bytes) }
      }
      return WidgetSnapshot(today: today, content: .init(weight: weight))
    }
  }

  /// The trend of entries that did not change is the one that was made of them before.
  private func weight(
    _ row: Row, _ known: TrendMemory.Trend?, _ account: UUIDBytes
  ) throws(PostgresError) -> WidgetWeight? {
    guard !row.isNull(5) else { return nil }
    let entry = try WidgetWeight.Entry(row, 5)
    let entriesRev = try row.int64(6)
    if let known, known.entriesRev == entriesRev {
      return WidgetWeight(entry: entry, trendThousandths: known.thousandths)
    }
    let readings = try row.list(7, fieldCount: 3) { fields throws(PostgresError) in
      WeightTrend.Reading(
        day: try fields.day(), recordedAt: try fields.instant(), grams: Int64(try fields.int32()))
    }
    let thousandths = WeightTrend(readings).points.last?.trendThousandths
    trends.remember(.init(entriesRev: entriesRev, thousandths: thousandths), of: account)
    return WidgetWeight(entry: entry, trendThousandths: thousandths)
  }
}

extension WidgetStore {
  /// Of what state of an account somebody has a snapshot.
  public enum Known: Hashable, Sendable {
    case rev(Int64)
    /// Whatever it is.
    case any
  }
}

/// What a widget draws.
public struct WidgetSnapshot: Sendable {
  /// The person's day.
  public let today: LocalDay
  /// Nil where the caller has it already.
  public let content: Content?
  /// Whether there is content that was not read.
  var isUnread = false

  /// What was not drawn already.
  public struct Content: Sendable {
    /// Nil without entries.
    public let weight: WidgetWeight?
  }
}

/// The latest weight, and where the trend has come to.
public struct WidgetWeight: Sendable {
  public let entry: Entry
  public let trendThousandths: Int64?

  /// What is drawn of an entry.
  public struct Entry: Sendable {
    public let id: UUIDBytes
    public let weight: Weight
    public let recordedAt: Instant
    public let localDay: LocalDay

    /// Of an entry `e`.
    static let column: StaticString = """
      row(e.id, e.weight_grams, e.entered_thousandths, e.entered_unit, e.recorded_at, e.local_day)
      """

    /// Reads `column`.
    init(_ row: Row, _ column: Int) throws(PostgresError) {
      var fields = try row.composite(column, fieldCount: 6)
      id = try fields.id()
      let grams = Int64(try fields.int32())
      let thousandths = Int64(try fields.int32())
      weight = Weight(stored: thousandths, unit: try fields.name(), grams: grams)
      recordedAt = try fields.instant()
      localDay = try fields.day()
    }
  }
}
