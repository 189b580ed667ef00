public import KirokuCore
internal import Postgres

/// Made-up people with a year behind them, for a look at all that there is.
public struct DemoStore: Sendable {
  let session: StoreSession

  /// People whose rows are made and sent at once: a few megabytes.
  private static let peopleAtOnce = 20
  /// How long the acts may take to be counted for the measures.
  private static let rollUpLimit: Duration = .seconds(600)

  /// Fills a database that has no accounts, in one transaction, and counts for the measures.
  ///
  /// The same seed, number and day are the same rows, ids and times too. Nobody has the secrets of the people's tokens:
  /// their stored hashes are of none.
  ///
  /// - Parameter until: the day before which the year ends, by UTC; nil means today, or the day of the people that are
  ///   there already.
  public func fill(
    seed: UInt64 = DemoOptions.defaultSeed, people: Int = DemoOptions.defaultPeople,
    until: LocalDay? = nil
  ) async throws(StoreError) -> DemoOutcome {
    let today = try await today()
    // Raw events are kept for 400 days, the year's first ones among them.
    let earliest = today.advanced(by: -30)
    let options = DemoOptions(seed: seed, people: people, until: until ?? today)
    guard (earliest...today).contains(options.until) else {
      return .untimely(earliest: earliest, latest: today)
    }
    try await EventStore(session: session).makePartitions()
    let outcome = try await session.transaction { connection throws(PostgresError) in
      try await Self.fill(options, isAnyDay: until == nil, on: connection)
    }
    guard case .made = outcome else { return outcome }
    _ = try await session.transaction { connection throws(PostgresError) in
      // What comes next is planned for what is there now.
      try await connection.query(
        """
        analyze accounts, account_revisions, tokens, operations, weight_entries, habits, habit_days,
          habit_progress, donations, events
        """)
    }
    guard try await RollUp(session: session).run(within: Self.rollUpLimit) == 0 else {
      throw StoreError("the people are there, and their acts are not all counted yet")
    }
    return outcome
  }

  /// By UTC; the year before it is over.
  private func today() async throws(StoreError) -> LocalDay {
    try await session.transaction { connection throws(PostgresError) in
      try await connection.query(
        "select (coalesce(\(session.now), statement_timestamp()) at time zone 'UTC')::date")[0]
        .day(0)
    }
  }

  /// - Parameter isAnyDay: whether the same people of another day will do.
  private static func fill(
    _ options: DemoOptions, isAnyDay: Bool, on connection: WorkConnection
  ) async throws(PostgresError) -> DemoOutcome {
    var report = DemoReport(until: options.until, firstPerson: options.firstPerson)
    _ = try await connection.query("lock table accounts in share row exclusive mode")
    let there = try await connection.query(
      """
      select count(*), (select substring(t.label from \(Int32(DemoOptions.labelStart.count + 1)))
        from tokens t
        where t.account_id = \(report.firstPerson) and t.label like \(DemoOptions.labelStart + "%")
        limit 1)
      from accounts
      """)
    report.people = try there[0].int(0)
    if let day = try there[0].textOrNil(1).flatMap({ LocalDay($0) }),
      isAnyDay || day == options.until
    {
      report.until = day
      return .repeated(report)
    }
    guard report.people == 0 else { return .occupied(accounts: report.people) }
    let clock = try DemoClock(
      try await connection.query(DemoClock.changes(of: DemoWords.zones, options)))
    for start in stride(from: 0, to: options.people, by: peopleAtOnce) {
      let numbers = start..<min(start + peopleAtOnce, options.people)
      let filled = numbers.map { DemoTables.Filled($0, options, clock) }
      _ = try await connection.pipeline(
        DemoTables.accounts(filled, label: options.label) + filled.flatMap(\.statements))
      report.people += filled.count
      report.operations += filled.reduce(0) { $0 + $1.books.operations.count }
      report.donations += filled.reduce(0) { $0 + $1.books.donations.count }
      report.events += filled.reduce(0) { $0 + $1.events.count }
    }
    return .made(report)
  }
}
