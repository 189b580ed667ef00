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
  let access = try await call.stored { () throws(StoreError) in
    try await call.environment.store.widgets.snapshot(
      in: query.timeZone, focus: query.focus, of: query.client, for: credential.secret,
      knowing: call.knownState
    ) { caller, today in
      let tag = query.tag(of: caller, on: today, in: call.language(for: caller))
      found = tag
      return call.has(tag)
    }
  }
  let (caller, snapshot) = try credential.granted(access)

  let language = call.language(for: caller)
  let tag = found ?? query.tag(of: caller, on: snapshot.today, in: language)
  var headers = CommonHeaders.dated(in: language)
  headers.append(tag)
  guard let content = snapshot.content else { return Response(.notModified, headers: headers) }
  var writer = JSONWriter(capacity: 512 + content.habits.count * WidgetJSON.typicalHabitBytes)
  WidgetJSON.write(snapshot.today, content, to: &writer)
  return Response(.ok, headers: headers, body: .bytes(writer.bytes))
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

/// The JSON form of a snapshot: written often, so spelled out and in one go for each habit.
enum WidgetJSON {
  /// A typical habit's bytes.
  static let typicalHabitBytes = 320
  /// All but the person's texts: the shape, and the most that each value takes.
  private static let maxFixedBytes = 512

  static func write(
    _ today: LocalDay, _ content: WidgetSnapshot.Content, to writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.key("day")
    writer.plainString(today.append)
    writer.key("refreshAfter")
    writer.plainString(content.refreshAfter.append)
    writer.key("habits")
    writer.beginArray()
    for habit in content.habits { write(habit, to: &writer) }
    writer.endArray()
    writer.key("weight")
    if let weight = content.weight { write(weight, to: &writer) } else { writer.null() }
    writer.endObject()
  }

  private static func write(_ habit: WidgetHabit, to writer: inout JSONWriter) {
    let fields = habit.fields
    var texts = JSONText.byteCount(of: fields.name)
    for text in [fields.icon, fields.color, fields.target?.unit] {
      if let text { texts += JSONText.byteCount(of: text) }
    }
    writer.value(maxBytes: maxFixedBytes + texts) { output in append(habit, to: &output) }
  }

  private static func append(_ habit: WidgetHabit, to output: inout OutputSpan<UInt8>) {
    let fields = habit.fields
    var amount: Int64?
    if case .amount(let thousandths) = habit.value { amount = thousandths }
    JSONText.append(constant: #"{"id":""#, to: &output)
    habit.id.append(to: &output)
    JSONText.append(constant: #"","title":"#, to: &output)
    JSONText.append(fields.name, to: &output)
    JSONText.append(constant: #","icon":"#, to: &output)
    append(fields.icon, to: &output)
    JSONText.append(constant: #","color":"#, to: &output)
    append(fields.color, to: &output)
    if let target = fields.target {
      JSONText.append(constant: #","kind":"count","target":{"value":"#, to: &output)
      JSONText.append(thousandths: target.thousandths, to: &output)
      switch target.direction {
      case .atLeast: JSONText.append(constant: #","direction":"atLeast","unit":"#, to: &output)
      case .atMost: JSONText.append(constant: #","direction":"atMost","unit":"#, to: &output)
      }
      append(target.unit, to: &output)
      JSONText.append(constant: #"},"count":"#, to: &output)
      if let amount {
        JSONText.append(thousandths: amount, to: &output)
      } else {
        JSONText.append(constant: "null", to: &output)
      }
    } else {
      JSONText.append(constant: #","kind":"check","target":null,"count":null"#, to: &output)
    }
    JSONText.append(constant: #","done":"#, to: &output)
    if let amount {
      append(fields.target?.isMet(by: amount) ?? (amount > 0), to: &output)
    } else {
      JSONText.append(constant: "null", to: &output)
    }
    JSONText.append(constant: #","skipped":"#, to: &output)
    append(habit.value == .skipped, to: &output)
    JSONText.append(constant: #","isDue":"#, to: &output)
    append(habit.isDue, to: &output)
    JSONText.append(constant: #","streakDays":"#, to: &output)
    JSONText.append(Int64(habit.streakDays), to: &output)
    JSONText.append(constant: #","streakUnits":"#, to: &output)
    JSONText.append(Int64(habit.streakUnits), to: &output)
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

  private static func append(_ text: String?, to output: inout OutputSpan<UInt8>) {
    if let text {
      JSONText.append(text, to: &output)
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

  private static func write(_ weight: WidgetWeight, to writer: inout JSONWriter) {
    let entry = weight.entry
    writer.beginObject()
    writer.key("entryId")
    writer.plainString(entry.id.append)
    writer.key("weightKg")
    writer.decimal(thousandths: entry.weight.grams)
    writer.key("title")
    writer.string(EntryDisplay.title(entry.weight))
    writer.key("recordedAt")
    writer.plainString(entry.recordedAt.append)
    writer.key("day")
    writer.plainString(entry.localDay.append)
    writer.key("trendKg")
    if let trend = weight.trendThousandths {
      writer.decimal(thousandths: trend)
    } else {
      writer.null()
    }
    writer.endObject()
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
