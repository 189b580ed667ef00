internal import HTTPCore
internal import JSON
internal import KirokuCore
internal import KirokuStore

// The measures of what was done day by day: /v1/measures/sources, /v1/measures/donations

/// `GET /v1/measures/sources`: from where intents are performed, bucket by bucket.
func readSources(_ call: Call, _ measures: Measures) async throws(Problem) -> Response {
  var query = try MeasureQuery(call)
  let buckets = SourceMix.Bucket.allCases.map { ($0.rawValue, $0) }
  let bucket = query.choice("bucket", of: buckets) ?? .week
  let days = bucket.range(from: query.from, to: query.to, today: query.today)
  query.check(
    days: Int(days.upperBound.unixDays) - Int(days.lowerBound.unixDays), atMost: bucket.maxDays)
  let format = try query.finish()
  let (waiting, mix) = try await call.stored { () throws(StoreError) in
    (try await measures.catchUp(), try await measures.sources(by: bucket, in: days))
  }
  return call.answer(format) { writer, _ in
    writer.key("bucket")
    writer.string(bucket.rawValue)
    writer.key("from")
    writer.day(days.lowerBound)
    writer.key("to")
    writer.day(days.upperBound)
    writer.key("buckets")
    writer.beginArray()
    for period in mix.filled(over: days) {
      writer.beginObject()
      writer.key("start")
      writer.day(period.start)
      writer.integer("events", period.events)
      writer.integer("people", period.people)
      writer.key("sources")
      writer.beginArray()
      for (count, share) in zip(period.sources, period.shares) {
        writer.beginObject()
        writer.key("source")
        writer.string(count.name)
        writer.integer("events", count.events)
        writer.integer("people", count.people)
        writer.key("share")
        writer.number(decimalText(millionths: Int64(share)))
        writer.endObject()
      }
      writer.endArray()
      writer.endObject()
    }
    writer.endArray()
    writer.integer("waitingAccounts", waiting)
  } table: { table in
    table.line(["start", "source", "events", "people", "share"])
    for period in mix.periods {
      for (count, share) in zip(period.sources, period.shares) {
        table.line([
          period.start.description, count.name, String(count.events), String(count.people),
          decimalText(millionths: Int64(share)),
        ])
      }
    }
  }
}

/// `GET /v1/measures/donations`: how often each intent was donated and performed, day by day.
func readDonationUse(_ call: Call, _ measures: Measures) async throws(Problem) -> Response {
  var query = try MeasureQuery(call)
  let intent = query.text("intent", maxScalars: ActHeaders.maxIntentLength)
  let end = query.to ?? LocalDay(unixDays: query.today.unixDays + 1)
  let start = query.from ?? LocalDay(unixDays: end.unixDays - 28)
  query.check(days: Int(end.unixDays) - Int(start.unixDays), atMost: SourceMix.Bucket.day.maxDays)
  let format = try query.finish()
  let days = start..<max(start, end)
  let (waiting, use) = try await call.stored { () throws(StoreError) in
    (try await measures.catchUp(), try await measures.donations(of: intent, in: days))
  }
  let keys: [JSONKey] = ["donated", "donors", "performed", "performers", "undone"]
  return call.answer(format) { writer, _ in
    writer.key("from")
    writer.day(days.lowerBound)
    writer.key("to")
    writer.day(days.upperBound)
    writer.key("days")
    writer.beginArray()
    for row in use.rows {
      writer.beginObject()
      writer.key("day")
      writer.day(row.day)
      writer.key("intent")
      writer.string(row.intent)
      for (key, number) in zip(keys, row.numbers) { writer.integer(key, number) }
      writer.endObject()
    }
    writer.endArray()
    writer.integer("waitingAccounts", waiting)
  } table: { table in
    table.line(["day", "intent", "donated", "donors", "performed", "performers", "undone"])
    for row in use.rows {
      table.line([row.day.description, row.intent] + row.numbers.map { String($0) })
    }
  }
}

extension DonationUse.Row {
  fileprivate var numbers: [Int] { [donated, donors, performed, performers, undone] }
}

extension SourceMix.Bucket {
  /// Whole buckets, since people are told apart within each.
  ///
  /// - Parameter to: exclusive; nil for the day after today.
  func range(from: LocalDay?, to: LocalDay?, today: LocalDay) -> Range<LocalDay> {
    let end = to.map { self.end(of: LocalDay(unixDays: $0.unixDays - 1)) } ?? self.end(of: today)
    let start = start(of: from ?? usualStart(before: end))
    return start..<max(start, end)
  }

  /// So many days one answer covers at most: some 400 buckets.
  fileprivate var maxDays: Int {
    switch self {
    case .day: 400
    case .week: 2_800
    case .month: 12_000
    }
  }

  /// Where a range begins that is not given: twelve weeks, or months, or four weeks of days.
  fileprivate func usualStart(before end: LocalDay) -> LocalDay {
    let days: Int32 =
      switch self {
      case .day: 28
      case .week: 84
      case .month: 360
      }
    return LocalDay(unixDays: end.unixDays - days)
  }
}

extension SourceMix {
  /// All buckets of a range, those without an event too.
  func filled(over days: Range<LocalDay>) -> [Period] {
    let known = Dictionary(uniqueKeysWithValues: periods.map { ($0.start, $0) })
    var filled: [Period] = []
    var start = days.lowerBound
    while start < days.upperBound {
      filled.append(known[start] ?? Period(start: start, people: 0, sources: []))
      start = bucket.end(of: start)
    }
    return filled
  }
}
