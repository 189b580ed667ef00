internal import HTTPCore
internal import JSON
internal import KirokuCore
internal import KirokuStore

// The measures of people that made an account: /v1/measures/funnel, /v1/measures/retention

/// `GET /v1/measures/funnel`: how far new people come.
func readFunnel(_ call: Call, _ measures: Measures) async throws(Problem) -> Response {
  var query = try MeasureQuery(call)
  typealias Options = AdoptionFunnel.Options
  var options = Options()
  options.windowDays =
    query.wholeNumber("windowDays", in: 1...Options.maxWindowDays) ?? options.windowDays
  options.times = query.wholeNumber("times", in: 2...Options.maxTimes) ?? options.times
  options.countsDays =
    query.choice("count", of: [("acts", false), ("days", true)]) ?? options.countsDays
  options.hasDonation =
    query.choice("donated", of: [("false", false), ("true", true)]) ?? options.hasDonation
  options.isOrdered =
    query.choice("order", of: [("sequential", true), ("any", false)]) ?? options.isOrdered
  options.countsUndone =
    query.choice("undone", of: [("include", true), ("exclude", false)]) ?? options.countsUndone
  let format = try query.finish()
  let (chosen, cohort) = (options, query.cohort)
  let (waiting, funnel) = try await call.stored { () throws(StoreError) in
    (try await measures.catchUp(), try await measures.funnel(chosen, of: cohort))
  }
  return call.answer(format) { writer, _ in
    write(cohort, to: &writer)
    writer.integer("windowDays", chosen.windowDays)
    writer.integer("times", chosen.times)
    writer.key("count")
    writer.string(chosen.countsDays ? "days" : "acts")
    writer.key("order")
    writer.string(chosen.isOrdered ? "sequential" : "any")
    writer.key("undone")
    writer.string(chosen.countsUndone ? "include" : "exclude")
    writer.integer("immature", funnel.immature)
    writer.key("steps")
    writer.beginArray()
    for row in rows(of: funnel) {
      writer.beginObject()
      writer.key("step")
      writer.string(row.step.kind.rawValue)
      writer.integer("people", row.step.people)
      for (key, number) in zip(funnelKeys, row.numbers) {
        writer.key(key)
        writer.number(number)
      }
      writer.endObject()
    }
    writer.endArray()
    writer.integer("waitingAccounts", waiting)
  } table: { table in
    table.line([
      "step", "people", "rate_from_first", "rate_from_previous", "median_seconds_from_first",
      "median_seconds_from_previous",
    ])
    for row in rows(of: funnel) {
      table.line([row.step.kind.rawValue, String(row.step.people)] + row.numbers)
    }
  }
}

private let funnelKeys: [JSONKey] = [
  "rateFromFirst", "rateFromPrevious", "medianSecondsFromFirst", "medianSecondsFromPrevious",
]

private func rows(of funnel: AdoptionFunnel) -> [(step: AdoptionFunnel.Step, numbers: [String?])] {
  funnel.steps.enumerated().map { index, step in
    (
      step,
      [
        funnel.conversionFromFirst(index).rate.map { decimalText($0) },
        funnel.conversionFromPrevious(index).rate.map { decimalText($0) },
        step.fromFirst.map { decimalText(millionths: $0 * 1000) },
        step.fromPrevious.map { decimalText(millionths: $0 * 1000) },
      ]
    )
  }
}

/// `GET /v1/measures/retention`: who came back, of those who performed an intent in their first week and of the others.
func readRetention(_ call: Call, _ measures: Measures) async throws(Problem) -> Response {
  var query = try MeasureQuery(call)
  let weeks = query.wholeNumber("weeks", in: 1...Retention.maxWeeks) ?? 8
  let format = try query.finish()
  let cohort = query.cohort
  let (waiting, retention) = try await call.stored { () throws(StoreError) in
    (try await measures.catchUp(), try await measures.retention(weeks: weeks, of: cohort))
  }
  return call.answer(format) { writer, language in
    write(cohort, to: &writer)
    writer.key("weeks")
    writer.beginArray()
    for week in retention.weeks {
      writer.beginObject()
      writer.integer("week", week.number)
      for (key, group) in [("exposed", week.exposed), ("others", week.others)]
        as [(JSONKey, Proportion)]
      {
        writer.key(key)
        writer.beginObject()
        writer.integer("people", group.people)
        writer.integer("returned", group.count)
        writer.key("rate")
        writer.number(group.rate.map { decimalText($0) })
        write(group.interval, to: &writer)
        writer.endObject()
      }
      writer.key("difference")
      if let difference = week.exposed.difference(from: week.others) {
        writer.beginObject()
        writer.key("value")
        writer.number(decimalText(difference.value))
        write(difference.interval, to: &writer)
        writer.endObject()
      } else {
        writer.null()
      }
      writer.integer("immature", week.immature)
      writer.endObject()
    }
    writer.endArray()
    writer.key("note")
    writer.string(MeasureDisplay.association(in: language))
    writer.integer("waitingAccounts", waiting)
  } table: { table in
    table.line([
      "week", "exposed_people", "exposed_returned", "exposed_rate", "exposed_lower",
      "exposed_upper", "others_people", "others_returned", "others_rate", "others_lower",
      "others_upper", "difference", "difference_lower", "difference_upper", "immature",
    ])
    for week in retention.weeks {
      let difference = week.exposed.difference(from: week.others)
      var fields: [String?] = [String(week.number)]
      for group in [week.exposed, week.others] {
        fields += [String(group.people), String(group.count)]
        fields += [group.rate, group.interval?.lower, group.interval?.upper].map {
          $0.map { decimalText($0) }
        }
      }
      fields += [difference?.value, difference?.interval.lower, difference?.interval.upper].map {
        $0.map { decimalText($0) }
      }
      table.line(fields + [String(week.immature)])
    }
  }
}

private func write(_ cohort: Cohort, to writer: inout JSONWriter) {
  writer.key("from")
  writer.day(cohort.from)
  writer.key("to")
  writer.day(cohort.to)
}

private func write(_ interval: Interval?, to writer: inout JSONWriter) {
  writer.key("lower")
  writer.number(interval.map { decimalText($0.lower) })
  writer.key("upper")
  writer.number(interval.map { decimalText($0.upper) })
}
