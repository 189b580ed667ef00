internal import HTTPCore
internal import JSON
internal import KirokuCore
internal import KirokuStore

// What a widget draws from: /v1/widget

/// `GET /v1/widget`: the person's day in one small answer.
func readWidget(_ call: Call, _ credential: Credential) async throws(Problem) -> Response {
  try call.checkAcceptsJSON()
  let query = try FocusQuery(call)
  var found: EntityTag?
  var drawn = WidgetJSON()
  let access = try await call.stored { () throws(StoreError) in
    try await call.environment.store.widgets.snapshot(
      in: query.timeZone, focus: query.focus, of: query.client, for: credential.secret,
      knowing: call.knownState
    ) { caller, today in
      let tag = query.tag(of: caller, on: today, in: call.language(for: caller))
      found = tag
      return call.has(tag)
    } begin: { today, refreshAfter in
      drawn.begin(on: today, refreshAfter: refreshAfter)
    } draw: { habit, texts in
      drawn.add(habit, texts)
    }
  }
  let (caller, snapshot) = try credential.granted(access)

  let language = call.language(for: caller)
  let tag = found ?? query.tag(of: caller, on: snapshot.today, in: language)
  var headers = CommonHeaders.dated(in: language)
  headers.append(tag)
  guard let content = snapshot.content else { return Response(.notModified, headers: headers) }
  drawn.end(content.weight)
  return Response(.ok, headers: headers, body: .bytes(drawn.bytes))
}

/// Where the person is, and which Focus is on.
struct FocusQuery {
  let timeZone: String?
  let focus: String?
  /// Whose filter it is; nil means the token's id.
  let client: UUIDBytes?
  /// What of these the answer depends on.
  private let detail: UInt64

  /// - Throws: 400 and 422 with all faults.
  init(_ call: Call) throws(Problem) {
    var query = try QueryReader(call)
    var focus: String?
    if let name = query.value("focus") {
      if FocusFilter.isName(name) {
        focus = name
      } else {
        query.report(.invalidFormat, at: "focus", ["expected": "focus", "value": excerpt(name)])
      }
    }
    timeZone = query.timeZone(of: call)
    client = query.clientID(of: call)
    try query.finish(ignoringUnknown: call.isLenient)
    self.focus = focus
    guard timeZone != nil || focus != nil else {
      detail = 0
      return
    }
    var hash = Fingerprint()
    hash.mix((timeZone ?? "").utf8)
    hash.mix(CollectionOfOne(0))
    if let focus {
      hash.mix(focus.utf8)
      hash.mix(CollectionOfOne(0))
      if let client { hash.mix(client.bytes) }
    }
    detail = hash.value
  }

  /// The tag of an answer that depends on the day, the place and the Focus.
  func tag(of caller: Caller, on today: LocalDay, in language: Language) -> EntityTag {
    var detail = detail ^ (UInt64(UInt32(bitPattern: today.unixDays)) | 1 << 32)
    // Without a name of its own, a token's filter is its own.
    if focus != nil && client == nil { detail ^= caller.tokenID.low }
    return Representation.tag(
      rev: caller.account.rev, of: caller.account, in: language, detail: detail)
  }
}

/// The JSON form of a snapshot: written often, so spelled out, in one buffer, and in one go for each habit.
struct WidgetJSON {
  private(set) var bytes: [UInt8] = []
  private var hasHabits = false

  /// Enough for ten typical habits, and for the most that the last one might take.
  private static let typicalBytes = 10 * 320 + 1_536
  /// All of a habit but what is between the quotes of its texts: the shape, and the most that each value takes.
  private static let maxFixedBytes = 512
  /// The same of what stands before the habits, and after them.
  private static let maxOtherBytes = 512

  mutating func begin(on today: LocalDay, refreshAfter: Instant) {
    bytes.reserveCapacity(Self.typicalBytes)
    bytes.append(addingCapacity: Self.maxOtherBytes) { (output: inout OutputSpan<UInt8>) in
      JSONText.append(constant: #"{"day":""#, to: &output)
      today.append(to: &output)
      JSONText.append(constant: #"","refreshAfter":""#, to: &output)
      refreshAfter.append(to: &output)
      JSONText.append(constant: #"","habits":["#, to: &output)
    }
  }

  /// - Parameter texts: the bytes in which the habit's texts are.
  mutating func add(_ habit: WidgetHabit, _ texts: Span<UInt8>) {
    let isFollowing = hasHabits
    let room = Self.maxFixedBytes + JSONText.maxByteCount(ofUTF8: habit.textBytes)
    bytes.append(addingCapacity: room) { (output: inout OutputSpan<UInt8>) in
      if isFollowing { output.append(UInt8(ascii: ",")) }
      Self.append(habit, texts, to: &output)
    }
    hasHabits = true
  }

  mutating func end(_ weight: WidgetWeight?) {
    bytes.append(addingCapacity: Self.maxOtherBytes) { (output: inout OutputSpan<UInt8>) in
      JSONText.append(constant: #"],"weight":"#, to: &output)
      if let weight {
        Self.append(weight, to: &output)
      } else {
        JSONText.append(constant: "null", to: &output)
      }
      output.append(UInt8(ascii: "}"))
    }
  }

  private static func append(
    _ habit: WidgetHabit, _ texts: Span<UInt8>, to output: inout OutputSpan<UInt8>
  ) {
    var amount: Int64?
    if case .amount(let thousandths) = habit.value { amount = thousandths }
    JSONText.append(constant: #"{"id":""#, to: &output)
    habit.id.append(to: &output)
    JSONText.append(constant: #"","title":"#, to: &output)
    JSONText.append(utf8: texts.extracting(habit.name), to: &output)
    JSONText.append(constant: #","icon":"#, to: &output)
    append(habit.icon, of: texts, to: &output)
    JSONText.append(constant: #","color":"#, to: &output)
    append(habit.color, of: texts, to: &output)
    switch habit.aim {
    case .check:
      JSONText.append(constant: #","kind":"check","target":null,"count":null"#, to: &output)
    case .atLeast(let target), .atMost(let target):
      JSONText.append(constant: #","kind":"count","target":{"value":"#, to: &output)
      JSONText.append(thousandths: target, to: &output)
      if case .atLeast = habit.aim {
        JSONText.append(constant: #","direction":"atLeast","unit":"#, to: &output)
      } else {
        JSONText.append(constant: #","direction":"atMost","unit":"#, to: &output)
      }
      append(habit.unit, of: texts, to: &output)
      JSONText.append(constant: #"},"count":"#, to: &output)
      if let amount {
        JSONText.append(thousandths: amount, to: &output)
      } else {
        JSONText.append(constant: "null", to: &output)
      }
    }
    JSONText.append(constant: #","done":"#, to: &output)
    if let amount {
      append(habit.aim.isMet(by: amount), to: &output)
    } else {
      JSONText.append(constant: "null", to: &output)
    }
    JSONText.append(constant: #","skipped":"#, to: &output)
    append(habit.value == .skipped, to: &output)
    JSONText.append(constant: #","isDue":"#, to: &output)
    append(habit.glance.isDue, to: &output)
    JSONText.append(constant: #","streakDays":"#, to: &output)
    JSONText.append(Int64(habit.glance.streakDays), to: &output)
    JSONText.append(constant: #","streakUnits":"#, to: &output)
    JSONText.append(Int64(habit.glance.streakUnits), to: &output)
    JSONText.append(constant: #","version":"#, to: &output)
    if let version = habit.dayVersion {
      output.append(UInt8(ascii: "\""))
      version.append(to: &output)
      output.append(UInt8(ascii: "\""))
    } else {
      JSONText.append(constant: "null", to: &output)
    }
    output.append(UInt8(ascii: "}"))
  }

  private static func append(
    _ text: WidgetHabit.Text?, of texts: Span<UInt8>, to output: inout OutputSpan<UInt8>
  ) {
    if let text {
      JSONText.append(utf8: texts.extracting(text), to: &output)
    } else {
      JSONText.append(constant: "null", to: &output)
    }
  }

  private static func append(_ flag: Bool, to output: inout OutputSpan<UInt8>) {
    if flag {
      JSONText.append(constant: "true", to: &output)
    } else {
      JSONText.append(constant: "false", to: &output)
    }
  }

  private static func append(_ weight: WidgetWeight, to output: inout OutputSpan<UInt8>) {
    let entry = weight.entry
    JSONText.append(constant: #"{"entryId":""#, to: &output)
    entry.id.append(to: &output)
    JSONText.append(constant: #"","weightKg":"#, to: &output)
    JSONText.append(thousandths: entry.weight.grams, to: &output)
    JSONText.append(constant: #","title":""#, to: &output)
    EntryDisplay.appendTitle(entry.weight, to: &output)
    JSONText.append(constant: #"","recordedAt":""#, to: &output)
    entry.recordedAt.append(to: &output)
    JSONText.append(constant: #"","day":""#, to: &output)
    entry.localDay.append(to: &output)
    JSONText.append(constant: #"","trendKg":"#, to: &output)
    if let trend = weight.trendThousandths {
      JSONText.append(thousandths: trend, to: &output)
    } else {
      JSONText.append(constant: "null", to: &output)
    }
    output.append(UInt8(ascii: "}"))
  }
}

extension Call {
  /// The state of the account that the client's tag names; nil without one, and where it names several.
  fileprivate var knownState: WidgetStore.Known? {
    let condition = request.head.withList(of: .ifNoneMatch) { EntityTagCondition($0) }
    switch condition {
    case .some(.any): return .any
    case .some(.tags(let tags)) where tags.count == 1: return tags[0].rev.map { .rev($0) }
    default: return nil
    }
  }
}
