public import KirokuCore
internal import Postgres

extension Measures {
  /// How far new people come.
  ///
  /// A person's acts are in order, so that the n-th one is an element of an array, and how many lie before a moment is a
  /// binary search (`width_bucket`): a person costs the same however much they did. `offset 0` keeps PostgreSQL from writing
  /// each step's terms into the next one's, where they would be worked out many times.
  public func funnel(
    _ options: AdoptionFunnel.Options, of cohort: Cohort
  ) async throws(StoreError) -> AdoptionFunnel {
    let statement: SQL = """
      with \(cohort.people(at: session.now)), counted as (
        select p.age, p.acts, p.days, p.donation,
          width_bucket(\(options.end - 1), p.acts) as act_count,
          width_bucket(\(options.end - 1), p.days) as day_count,
          \(options.skipped) as skipped, \(options.skippedDays) as skipped_days
        from (
          select p.age, \(options.acts) as acts, \(options.days) as days,
            case when p.donated < \(options.end) then p.donated end as donation
          from people p
        ) p
        offset 0
      ), found as (
        select c.age, c.donation,
          case when c.act_count > c.skipped then c.acts[c.skipped + 1] end as first,
          \(options.repeated) as repeated
        from counted c
        offset 0
      ), reached as (
        select f.age, \(options.donation) as donation, \(options.first) as first,
          greatest(f.repeated, \(options.first)) as repeated, f.repeated is not null as is_repeated
        from found f
        offset 0
      ), seconds as (
        select r.age, r.donation & 4294967295 as donation, r.first & 4294967295 as first,
          case when r.is_repeated and r.first is not null then r.repeated & 4294967295 end as repeated
        from reached r
      )
      select count(*), count(*) filter (where age < \(Int32(clamping: options.windowDays))),
        count(donation), count(first), count(repeated),
        percentile_cont(0.5) within group (order by donation),
        percentile_cont(0.5) within group (order by first),
        percentile_cont(0.5) within group (order by greatest(0, first - coalesce(donation, 0)))
          filter (where first is not null),
        percentile_cont(0.5) within group (order by repeated),
        percentile_cont(0.5) within group (order by greatest(0, repeated - first))
          filter (where repeated is not null)
      from seconds
      """
    return try await read(statement) { rows throws(PostgresError) in
      try AdoptionFunnel(rows[0], options)
    }
  }
}

extension AdoptionFunnel.Options {
  /// The first moment after the window: see `measured_accounts`.
  fileprivate var end: Int64 { Int64(windowDays) << 32 }

  fileprivate var acts: SQL { countsUndone ? "p.performed" : "p.standing" }
  fileprivate var days: SQL { countsUndone ? "p.performed_days" : "p.standing_days" }

  private var waitsForDonation: Bool { hasDonation && isOrdered }

  /// Acts before the donation.
  fileprivate var skipped: SQL {
    waitsForDonation ? "coalesce(width_bucket(p.donation - 1, p.acts), 0)" : "0"
  }

  /// Days with an act up to the donation's, that one included.
  fileprivate var skippedDays: SQL {
    waitsForDonation ? "coalesce(width_bucket(p.donation | 4294967295, p.days), 0)" : "0"
  }

  /// The act with which the last step is reached, as long as those before it are.
  fileprivate var repeated: SQL {
    let times = Int32(clamping: times)
    guard countsDays else {
      return """
        case when c.act_count >= c.skipped + \(times) then c.acts[c.skipped + \(times)] end
        """
    }
    // The donation's day counts by what was done on it after the donation.
    let number: SQL = """
      c.skipped_days + \(times) - (c.skipped < c.act_count and c.skipped_days > 0
        and c.acts[c.skipped + 1] >> 32 = c.donation >> 32)::integer
      """
    return "case when c.day_count >= \(number) then c.days[\(number)] end"
  }

  fileprivate var donation: SQL { hasDonation ? "f.donation" : "null::bigint" }

  fileprivate var first: SQL {
    hasDonation
      ? "case when f.donation is not null and f.first is not null then greatest(f.first, f.donation) end"
      : "f.first"
  }
}

extension AdoptionFunnel {
  fileprivate init(_ row: Row, _ options: Options) throws(PostgresError) {
    func median(_ column: Int) throws(PostgresError) -> Int64? {
      // Whole seconds, or the middle of two: exact in thousandths.
      try row.doubleOrNil(column).map { Int64($0 * 1_000) }
    }
    let people = try row.int(0)
    let zero: Int64? = people > 0 ? 0 : nil
    var steps = [Step(.made, people: people, fromFirst: zero, fromPrevious: zero)]
    if options.hasDonation {
      let time = try median(5)
      steps.append(
        Step(.donated, people: try row.int(2), fromFirst: time, fromPrevious: time))
    }
    steps.append(
      Step(
        .performed, people: try row.int(3), fromFirst: try median(6), fromPrevious: try median(7)))
    steps.append(
      Step(
        .repeated, people: try row.int(4), fromFirst: try median(8), fromPrevious: try median(9)))
    self.init(options: options, steps: steps, immature: try row.int(1))
  }
}
