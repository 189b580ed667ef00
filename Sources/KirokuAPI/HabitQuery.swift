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
    if let cursor, query.faults.isEmpty, cursor.list != list {
      query.report(.otherList, at: "cursor", [:])
    }
    try query.finish(ignoringUnknown: call.isLenient)
  }

  /// The next page's cursor.
  func cursor(after place: HabitPosition) -> String { HabitCursor(list: list, place: place).text }

  /// The next page's path and query.
  func target(after cursor: String) -> String {
    var target = "/v1/habits?cursor=\(cursor)&limit=\(limit)"
    for (name, value) in parts { target += "&\(name)=" + percentEncoded(value) }
    return target
  }

  /// Tells this list from others, whatever spelling its query had.
  private var list: UInt32 {
    var hash = Fingerprint()
    for (name, value) in parts {
      hash.mix(name.utf8)
      hash.mix(CollectionOfOne(0))
      hash.mix(value.utf8)
      hash.mix(CollectionOfOne(0))
    }
    return UInt32(truncatingIfNeeded: hash.value ^ hash.value >> 32)
  }

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

  /// The first byte: another one is a cursor that this program does not know.
  private static let version: UInt8 = 4
  /// Version, list, position, microseconds since 1970, id.
  private static let byteCount = 1 + 4 + 4 + 8 + 16

  init(list: UInt32, place: HabitPosition) {
    self.list = list
    self.place = place
  }

  init?(_ text: String) {
    guard let bytes = Base32.decode(text.utf8.span, count: Self.byteCount),
      bytes[0] == Self.version, let id = UUIDBytes(bytes: bytes[17...])
    else { return nil }
    func number(_ range: Range<Int>) -> UInt64 { bytes[range].reduce(0) { $0 << 8 | UInt64($1) } }
    let createdAt = Instant(unixMicroseconds: Int64(bitPattern: number(9..<17)))
    guard Instant.range.contains(createdAt) else { return nil }
    list = UInt32(truncatingIfNeeded: number(1..<5))
    place = HabitPosition(
      position: Int32(truncatingIfNeeded: number(5..<9)), createdAt: createdAt, id: id)
  }

  var text: String {
    var bytes = [Self.version]
    func append(_ number: UInt64, byteCount: UInt64) {
      for index in 1...byteCount {
        bytes.append(UInt8(truncatingIfNeeded: number >> (8 * (byteCount - index))))
      }
    }
    append(UInt64(list), byteCount: 4)
    append(UInt64(UInt32(bitPattern: place.position)), byteCount: 4)
    append(UInt64(bitPattern: place.createdAt.unixMicroseconds), byteCount: 8)
    bytes += place.id.bytes
    var text: [UInt8] = []
    Base32.append(bytes, to: &text)
    return String(decoding: text, as: UTF8.self)
  }
}
