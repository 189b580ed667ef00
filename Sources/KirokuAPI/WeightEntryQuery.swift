internal import HTTPCore
internal import KirokuCore
internal import KirokuStore

/// The query of a list of entries.
struct WeightEntryQuery {
  let limit: Int
  let position: EntryPosition?
  let filter: EntryFilter
  /// `from` and `to` as sent, for the next page's address.
  private let bounds: [(name: String, value: String)]

  /// - Throws: 400 and 422 with all faults.
  init(_ call: Call) throws(Problem) {
    try call.checkAcceptsJSON()
    var query = try QueryReader(call.request.head)
    limit = query.limit(default: 50, maximum: 500)
    position = query.parsed("cursor", expected: "cursor", WeightEntryCursor.position)
    var bounds: [(name: String, value: String)] = []
    let from = Self.bound("from", &query, &bounds)
    let to = Self.bound("to", &query, &bounds)
    filter = EntryFilter(from: from, to: to)
    self.bounds = bounds
    try query.finish(ignoringUnknown: call.isLenient)
  }

  /// The next page's path and query.
  func target(after cursor: String) -> String {
    var target = "/v1/entries?cursor=\(cursor)&limit=\(limit)"
    for (name, value) in bounds {
      // The only character of a day or an instant that a query would take for another.
      target += "&\(name)=" + value.split(separator: "+").joined(separator: "%2B")
    }
    return target
  }

  /// A day or an instant.
  private static func bound(
    _ name: String, _ query: inout QueryReader, _ bounds: inout [(name: String, value: String)]
  ) -> EntryFilter.Bound? {
    guard let text = query.value(name) else { return nil }
    bounds.append((name, text))
    if let day = LocalDay(text) { return .day(day) }
    do throws(Instant.ParseFault) {
      return .instant(try Instant(rfc3339: text))
    } catch {
      let values = ["expected": "date-time", "value": excerpt(text), "limit": "6"]
      query.report(FaultCode(rawValue: error.rawValue) ?? .invalidFormat, at: name, values)
      return nil
    }
  }
}
