internal import HTTPCore
internal import KirokuCore
internal import KirokuStore

/// The query of a list of entries.
enum WeightEntryQuery {
  /// These entries, in this order.
  case ids([UUIDBytes])
  /// Entries that fit a filter, a page at a time.
  case page(WeightEntryPageQuery)

  /// As many as a page has.
  static let maxIDs = 500
  static let maxTextScalars = 200

  /// - Throws: 400 and 422 with all faults.
  init(_ call: Call) throws(Problem) {
    try call.checkAcceptsJSON()
    var query = try QueryReader(call)
    let ids = query.ids("ids", maxCount: Self.maxIDs)
    let page = WeightEntryPageQuery(&query)
    if query.isGiven("ids") {
      for name in WeightEntryPageQuery.parameters where query.isGiven(name) {
        query.report(.conflictingFields, at: name, ["other": "ids"])
      }
    }
    try query.finish(ignoringUnknown: call.isLenient)
    self = ids.map { .ids($0) } ?? .page(page)
  }
}

/// Which page of which list.
struct WeightEntryPageQuery {
  let limit: Int
  let order: EntryOrder
  let filter: EntryFilter
  /// After which entry the page begins.
  let position: EntryPosition?

  /// What makes a list, and a place in it; `limit` does neither.
  static let parameters = ["cursor", "sort", "from", "to", "minKg", "maxKg", "source", "q"]

  private static let orders: [(name: String, value: EntryOrder)] = [
    ("-recordedAt", .newestFirst), ("recordedAt", .oldestFirst),
    ("-weightKg", .heaviestFirst), ("weightKg", .lightestFirst),
  ]
  private static let sources = Source.allCases.map { (name: $0.rawValue, value: $0) }

  init(_ query: inout QueryReader) {
    // Beside ids the limit means nothing, whatever it is.
    limit =
      query.isGiven("ids") ? query.ignoring("limit", 50) : query.limit(default: 50, maximum: 500)
    let cursor = query.parsed("cursor", expected: "cursor") { WeightEntryCursor($0) }
    order = query.choice("sort", of: Self.orders) ?? .newestFirst
    var filter = EntryFilter(from: query.bound("from"), to: query.bound("to"))
    filter.leastGrams = query.kilograms("minKg")
    filter.mostGrams = query.kilograms("maxKg")
    filter.source = query.choice("source", of: Self.sources)
    filter.noteText = query.text("q", maxScalars: WeightEntryQuery.maxTextScalars)
    self.filter = filter
    position = cursor?.position

    if filter.isReversed { query.report(.reversedRange, at: "to", ["other": "from"]) }
    if let least = filter.leastGrams, let most = filter.mostGrams, least > most {
      query.report(.reversedRange, at: "maxKg", ["other": "minKg"])
    }
    if let cursor, query.faults.isEmpty, cursor.list != list.id {
      query.report(.otherList, at: "cursor", [:])
    }
  }

  /// The next page's cursor.
  func cursor(after position: EntryPosition) -> String {
    WeightEntryCursor(list: list.id, position: position).text
  }

  /// The next page's path and query.
  func target(after cursor: String) -> String { list.target(after: cursor, limit: limit) }

  private var list: ListParts { ListParts(path: "/v1/entries", parts: parts) }

  /// Order and filter in one spelling.
  private var parts: [(name: String, value: String)] {
    var parts: [(name: String, value: String)] = []
    if order != .newestFirst, let name = Self.orders.first(where: { $0.value == order })?.name {
      parts.append(("sort", name))
    }
    for (name, bound) in [("from", filter.from), ("to", filter.to)] {
      switch bound {
      case .day(let day): parts.append((name, day.description))
      case .instant(let instant): parts.append((name, instant.description))
      case nil: break
      }
    }
    for (name, grams) in [("minKg", filter.leastGrams), ("maxKg", filter.mostGrams)] {
      if let grams { parts.append((name, decimalText(thousandths: grams))) }
    }
    if let source = filter.source { parts.append(("source", source.rawValue)) }
    if let text = filter.noteText { parts.append(("q", text)) }
    return parts
  }
}
