internal import KirokuCore

/// Which days a page is about, and in which steps: plain links.
struct DashboardQuery {
  let period: PagePeriod
  let bucket: SourceMix.Bucket
  /// Inclusive; nil is all there is.
  let from: LocalDay?
  /// Exclusive: the day after today.
  let end: LocalDay

  /// What a request asks for; the last twelve weeks by default. A step that the period is not looked at in is taken as
  /// its usual one, so that any two links can be followed in turn.
  ///
  /// - Throws: 400 and 422 with all faults.
  init(_ call: Call, today: LocalDay) throws(Problem) {
    var reader = try QueryReader(call)
    let period = PagePeriod(&reader)
    let bucket = reader.choice(
      "bucket", of: SourceMix.Bucket.allCases.map { ($0.rawValue, $0) })
    try reader.finish(ignoringUnknown: call.isLenient)
    self.period = period
    self.bucket = bucket.flatMap { period.buckets.contains($0) ? $0 : nil } ?? period.buckets[0]
    let end = LocalDay(unixDays: today.unixDays + 1)
    from = period.days.map { LocalDay(unixDays: end.unixDays - $0) }
    self.end = end
  }

  // MARK: What the measures are asked for

  /// Weeks after the first one that people can have been there for.
  var weeks: Int {
    switch period {
    case .fourWeeks: 4
    case .twelveWeeks: 8
    case .year, .all: 12
    }
  }

  /// Whole buckets; of all there is, ten years.
  var sourceDays: Range<LocalDay> {
    bucket.range(from: from ?? LocalDay(unixDays: end.unixDays - 3_650), to: end, today: end)
  }

  /// Whole buckets too; of all there is, about as many days as one answer of the API has at most.
  var donationDays: Range<LocalDay> {
    guard from == nil else { return sourceDays }
    return bucket.start(of: LocalDay(unixDays: today.unixDays - 364))..<end
  }

  var today: LocalDay { LocalDay(unixDays: end.unixDays - 1) }

  // MARK: Links

  /// Nil where there is one step only.
  func buckets(_ text: PageText) -> PageChoice? {
    guard period.buckets.count > 1 else { return nil }
    return PageChoice(
      name: text("Step", "集計単位"),
      options: SourceMix.Bucket.allCases.filter { period.buckets.contains($0) }.map { bucket in
        let name =
          switch bucket {
          case .day: text("Days", "日")
          case .week: text("Weeks", "週")
          case .month: text("Months", "月")
          }
        let address = "/dashboard?period=\(period.rawValue)&bucket=\(bucket.rawValue)#sources"
        return (name, address, bucket == self.bucket)
      })
  }
}

extension PagePeriod {
  /// The steps in which it can be looked at, the usual one first.
  fileprivate var buckets: [SourceMix.Bucket] {
    switch self {
    case .fourWeeks: [.day, .week]
    case .twelveWeeks: [.week, .day]
    case .year: [.month, .week]
    case .all: [.month]
    }
  }
}
