internal import KirokuCore
internal import Postgres

/// `event_day_totals`: the rows of `event_days`, added up over all accounts.
///
/// Every transaction adds in the order of the key, after it has locked all else that it will: so none waits for one that
/// waits for it.
enum EventDayTotals {
  /// A statement that adds rows of a relation `change`: counts of `event_days` with their key, and `n`, how often each
  /// counts: 1 for those that came, −1 for those that went.
  static let add: StaticString = """
    insert into event_day_totals as t (performed, undone, donated, source_day_people,
      source_week_people, source_month_people, day_people, week_people, month_people, performers,
      donors, day, intent, source)
    select * from (
      select sum(n * performed) as performed, sum(n * undone) as undone, sum(n * donated) as donated,
        sum(n * (firsts & 1)) as p0, sum(n * (firsts >> 1 & 1)) as p1, sum(n * (firsts >> 2 & 1)) as p2,
        sum(n * (firsts >> 3 & 1)) as p3, sum(n * (firsts >> 4 & 1)) as p4,
        sum(n * (firsts >> 5 & 1)) as p5, sum(n * (firsts >> 6 & 1)) as p6,
        sum(n * (firsts >> 7 & 1)) as p7, day, intent, source
      from change
      group by day, intent, source
    ) s
    where (performed, undone, donated, p0, p1, p2, p3, p4, p5, p6, p7)
      <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    order by day, intent, source
    on conflict on constraint event_day_totals_pkey do update set
      performed = t.performed + excluded.performed, undone = t.undone + excluded.undone,
      donated = t.donated + excluded.donated,
      source_day_people = t.source_day_people + excluded.source_day_people,
      source_week_people = t.source_week_people + excluded.source_week_people,
      source_month_people = t.source_month_people + excluded.source_month_people,
      day_people = t.day_people + excluded.day_people,
      week_people = t.week_people + excluded.week_people,
      month_people = t.month_people + excluded.month_people,
      performers = t.performers + excluded.performers, donors = t.donors + excluded.donors
    """

  /// Removes an account's rows of `event_days`, and takes them off the sums. The account is deleted before, in the same
  /// transaction: see `RollUp.count`.
  static func remove(_ account: UUIDBytes) -> SQL {
    """
    with gone as (
      delete from event_days d where d.account_id = \(account)
      returning d.performed, d.undone, d.donated, d.firsts, d.day, d.intent, d.source
    ), change as (
      select -1 as n, g.* from gone g
    )
    \(unsafeRaw: add)
    """
  }
}
