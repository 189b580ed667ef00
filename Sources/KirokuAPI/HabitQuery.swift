internal import HTTPCore
internal import KirokuCore
internal import KirokuStore

/// The query of a list of habits.
struct HabitQuery {
  /// These habits, in this order; nil for a page of those that fit a filter.
  let ids: [UUIDBytes]?
  let filter: HabitFilter
  let limit: Int
  /// After which habit the page begins.
  let place: HabitPosition?
  let timeZone: String?

  private static let parameters = ["cursor", "archived", "q"]
  private static let choices: [(name: String, value: Bool?)] = [
    ("false", false), ("true", true), ("any", nil),
  ]

  /// - Throws: 400 and 422 with all faults.
  init(_ call: Call) throws(Problem) {
    try call.checkAcceptsJSON()
    var query = try QueryReader(call)
    ids = query.ids("ids", maxCount: WeightEntryQuery.maxIDs)
    limit = query.limit(default: 50, maximum: 500)
    let cursor = query.parsed("cursor", expected: "cursor") { HabitCursor($0) }
    // Not asked for, archived habits are no part of the list.
    let isArchived: Bool?? = query.choice("archived", of: Self.choices)
    filter = HabitFilter(
      isArchived: isArchived ?? false,
      nameText: query.text("q", maxScalars: WeightEntryQuery.maxTextScalars))
    place = cursor?.place
    if query.isGiven("ids") {
      for name in Self.parameters where query.isGiven(name) {
        query.report(.conflictingFields, at: name, ["other": "ids"])
      }
    }
    timeZone = query.timeZone(of: call)
    if let cursor, query.faults.isEmpty, cursor.list != list.id {
      query.report(.otherList, at: "cursor", [:])
    }
    try query.finish(ignoringUnknown: call.isLenient)
  }

  /// The next page's cursor.
  func cursor(after place: HabitPosition) -> String {
    HabitCursor(list: list.id, place: place).text
  }

  /// The next page's path and query.
  func target(after cursor: String) -> String { list.target(after: cursor, limit: limit) }

  private var list: ListParts { ListParts(path: "/v1/habits", parts: parts) }

  private var parts: [(name: String, value: String)] {
    var parts: [(name: String, value: String)] = []
    if filter.isArchived != false {
      parts.append(("archived", filter.isArchived == true ? "true" : "any"))
    }
    if let text = filter.nameText { parts.append(("q", text)) }
    return parts
  }
}

/// Where a page of habits ended, and of which list, as an opaque text.
struct HabitCursor: Equatable {
  let list: UInt32
  let place: HabitPosition

  /// List, position, microseconds since 1970, id.
  private static let byteCount = 4 + 4 + 8 + 16

  init(list: UInt32, place: HabitPosition) {
    self.list = list
    self.place = place
  }

  init?(_ text: String) {
    guard var reader = CursorReader(text, .habits, byteCount: Self.byteCount) else { return nil }
    list = reader.number()
    let position: Int32 = reader.number()
    guard let createdAt = reader.instant() else { return nil }
    place = HabitPosition(position: position, createdAt: createdAt, id: reader.id())
  }

  var text: String {
    var writer = CursorWriter(.habits)
    writer.append(list)
    writer.append(place.position)
    writer.append(place.createdAt)
    writer.append(place.id)
    return writer.text
  }
}
