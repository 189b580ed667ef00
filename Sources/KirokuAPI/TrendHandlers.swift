internal import HTTPCore
internal import JSON
internal import KirokuCore
internal import KirokuStore

// What weights tell over time: /v1/entries/trend, /v1/entries/chart.svg

/// `GET /v1/entries/trend`: a point a day, the rate, and when the goal will be reached.
func readTrend(_ call: Call, _ credential: Credential) async throws(Problem) -> Response {
  try call.checkAccepts("application/json")
  let (caller, trend, goalGrams) = try await TrendQuery(call).trend(call, credential)
  let goalDate = goalGrams.flatMap { trend.goalDate(goalGrams: $0) }
  let language = call.language(for: caller)
  return call.read(
    Representation.tag(rev: caller.account.rev, of: caller.account, in: language), in: language,
    capacity: 64 + trend.points.count * 80
  ) { writer in
    writer.beginObject()
    writer.key("points")
    writer.beginArray()
    for point in trend.points { write(point, to: &writer) }
    writer.endArray()
    writer.key("weeklyRateKg")
    if let rate = trend.weeklyRateThousandths {
      writer.decimal(thousandths: rate)
    } else {
      writer.null()
    }
    writer.key("goalDate")
    writer.optionalString(goalDate?.description)
    writer.endObject()
  }
}

/// `GET /v1/entries/chart.svg`: the same as a picture.
func readChart(_ call: Call, _ credential: Credential) async throws(Problem) -> Response {
  try call.checkAccepts("image/svg+xml")
  let (caller, trend, goalGrams) = try await TrendQuery(call).trend(call, credential)
  let language = call.language(for: caller)
  return call.read(
    Representation.tag(rev: caller.account.rev, of: caller.account, in: language),
    CommonHeaders.picture(in: language)
  ) {
    WeightChart(trend: trend, goalGrams: goalGrams, language: language).svg()
  }
}

/// Days that one trend holds at most: eleven years, about 300 KB.
let maxTrendDays = 4_000

/// The days that a trend shows.
private struct TrendQuery {
  private let from: LocalDay?
  private let to: LocalDay?

  init(_ call: Call) throws(Problem) {
    var query = try QueryReader(call)
    let from = query.day("from")
    let to = query.day("to")
    if let from, let to {
      if from > to {
        query.report(.reversedRange, at: "to", ["other": "from"])
      } else if Int(to.unixDays - from.unixDays) > maxTrendDays {
        let values = ["other": "from", "limit": String(maxTrendDays), "unit": "days"]
        query.report(.tooLong, at: "to", values)
      }
    }
    try query.finish(ignoringUnknown: call.isLenient)
    self.from = from
    self.to = to
  }

  /// The trend on the last of the days, which takes in all that came before them, and the goal.
  func trend(
    _ call: Call, _ credential: Credential
  ) async throws(Problem) -> (Caller, WeightTrend, goalGrams: Int64?) {
    let access = try await call.stored { () throws(StoreError) in
      try await call.environment.store.entries.dailyReadings(
        before: to, for: .token(credential.secret))
    }
    let (caller, course) = try credential.granted(access)
    let trend = WeightTrend(course.readings).cut(from: from, atMost: maxTrendDays)
    return (caller, trend, course.goalGrams)
  }
}

private func write(_ point: WeightTrend.Point, to writer: inout JSONWriter) {
  writer.beginObject()
  writer.key("day")
  writer.plainString(point.day.append)
  writer.key("weightKg")
  writer.decimal(thousandths: point.weightThousandths)
  writer.key("trendKg")
  writer.decimal(thousandths: point.trendThousandths)
  writer.key("interpolated")
  writer.bool(point.isInterpolated)
  writer.endObject()
}
