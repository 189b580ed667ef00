internal import HTTPCore
internal import JSON
internal import KirokuCore
internal import KirokuStore

// When a person is likely to do again what they did: /v1/predictions

/// `GET /v1/predictions`: of each intent and habit, the windows of each weekday.
func readPredictions(_ call: Call, _ credential: Credential) async throws(Problem) -> Response {
  try call.checkAcceptsJSON()
  var query = try QueryReader(call)
  let timeZone = query.timeZone(of: call)
  try query.finish(ignoringUnknown: call.isLenient)
  let access = try await call.stored { () throws(StoreError) in
    try await call.environment.store.predictions.predictions(
      in: timeZone, for: credential.secret)
  }
  let (caller, predictions) = try credential.granted(access)
  var writer = JSONWriter(capacity: 256 + predictions.all.count * 512)
  predictions.write(to: &writer)
  let bytes = writer.bytes
  // Events raise no revision of the account, so the tag is of the answer.
  return call.read(
    EntityTag(contentOf: bytes), CommonHeaders.dated(in: call.language(for: caller))
  ) { bytes }
}

extension Predictions {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("day")
    writer.plainString(today.append)
    writer.key("timeZone")
    writer.string(timeZone)
    writer.key("ready")
    writer.bool(all.contains { $0.prediction.isReady })
    writer.key("predictions")
    writer.beginArray()
    for (subject, prediction) in all {
      writer.beginObject()
      writer.key("intent")
      if let intent = subject.intent { writer.string(intent) } else { writer.null() }
      writer.key("habitId")
      if let habit = subject.habit { writer.plainString(habit.append) } else { writer.null() }
      writer.key("ready")
      writer.bool(prediction.isReady)
      writer.key("weekdays")
      writer.beginArray()
      for weekday in prediction.weekdays { weekday.write(to: &writer) }
      writer.endArray()
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
  }
}

extension ActPrediction.Weekday {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("weekday")
    writer.integer(Int64(number))
    writer.key("probability")
    writer.decimal(thousandths: Int64(probability))
    writer.key("windows")
    writer.beginArray()
    for window in windows {
      writer.beginObject()
      writer.key("from")
      writer.string(wallClock(window.start))
      writer.key("to")
      writer.string(wallClock(window.end))
      writer.key("probability")
      writer.decimal(thousandths: Int64(window.probability))
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
  }
}

/// `HH:MM`, of minutes after midnight.
private func wallClock(_ minutes: Int) -> String {
  let digits = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
  return "\(digits(minutes / 60)):\(digits(minutes % 60))"
}
