internal import HTTPCore
internal import KirokuCore
internal import KirokuStore

/// The part that all writes have in common: who acted, when, by what, and under which condition.
struct ActRequest {
  private(set) var act: Act
  private(set) var condition: EntryCondition
  /// What is wrong with the header fields.
  let faults: [FieldProblem]
  /// Pointers of fields that were ignored, since the client preferred that.
  var ignored: [String] = []
  let isLenient: Bool
  /// The acted time as the client sent it, before its clock was corrected.
  private let sentAt: Instant?
  private let clockOffsetMilliseconds: Int64
  private var random: any RandomNumberGenerator
  private let now: Instant

  init(_ call: Call, _ credential: Credential) {
    random = call.environment.random()
    now = call.environment.now()
    isLenient = call.isLenient
    var headers = ActHeaders(call.request.head)
    let key = headers.idempotencyKey()
    let actedAt = headers.actedAt()
    let operationID = key.map { OperationID.from(key: $0, accountID: credential.secret.accountID) }
    act = Act(operationID: operationID ?? .timeOrdered(at: now, using: &random), request: [])
    act.actedAt = actedAt?.corrected
    sentAt = actedAt?.sent
    headers.fill(&act, knowing: call.environment.timeZones)
    condition = headers.condition()
    clockOffsetMilliseconds = headers.clockOffsetMilliseconds
    faults = headers.faults
  }

  /// Says what was sent, in one spelling, from which a repeat is known.
  ///
  /// - Parameter id: nil where the client left it to the server.
  mutating func describe(
    _ kind: OperationKind, ofA type: String = "entry", _ id: UUIDBytes?, fields: [UInt8]
  ) {
    act.request = Self.description(of: kind, ofA: type, id, sentAt: sentAt, fields: fields)
  }

  /// What was sent in one spelling, the same through every door.
  static func description(
    of kind: OperationKind, ofA type: String, _ id: UUIDBytes?, sentAt: Instant?, fields: [UInt8]
  ) -> [UInt8] {
    var bytes = Array("\(type) \(kind.rawValue) ".utf8)
    id?.append(to: &bytes)
    bytes.append(UInt8(ascii: " "))
    sentAt?.append(to: &bytes)
    bytes.append(UInt8(ascii: " "))
    return bytes + fields
  }

  /// Takes the acted time from the body.
  ///
  /// - Throws: 422 where it is of no year once the client's clock is corrected.
  mutating func act(at sent: Instant, from pointer: String) throws(Problem) {
    let corrected = sent.advanced(byMicroseconds: clockOffsetMilliseconds * 1000)
    guard Instant.recordable.contains(corrected) else {
      throw Problem(
        .invalidFields,
        [FieldProblem(.pointer(pointer), .outOfRange, ["value": "\(corrected)"])])
    }
    act.actedAt = corrected
  }

  mutating func freshID() -> UUIDBytes { .timeOrdered(at: now, using: &random) }

  /// By how much the acted time was moved down since it lay in the future, in whole milliseconds,
  /// rounded up; nil when it stayed.
  func shiftMilliseconds(to actedAt: Instant) -> Int64? {
    guard let given = act.actedAt, given > actedAt else { return nil }
    return (given.unixMicroseconds - actedAt.unixMicroseconds + 999) / 1000
  }

  /// The header fields that every answer to a write has.
  func headers(in language: Language, isRepeated: Bool) -> HeaderBlock {
    var headers = CommonHeaders.json(in: language)
    if isRepeated { headers.append(.replayed, "true") }
    if isLenient { headers.append(.preferenceApplied, "handling=lenient") }
    if !ignored.isEmpty { headers.append(.ignoredFields, PointerList.text(ignored)) }
    return headers
  }
}

extension ActHeaders {
  /// `If-Match` and `If-None-Match` (RFC 9110 §13.1), of which only the rev of a tag counts: the
  /// same state in another language is the same state.
  mutating func condition() -> EntryCondition {
    var condition = EntryCondition()
    switch tags(.ifMatch) {
    case .any: condition.exists = true
    case .tags(let tags): condition.revs = Set(tags.filter { !$0.isWeak }.compactMap(\.rev))
    case nil: break
    }
    switch tags(.ifNoneMatch) {
    case .any: condition.isAbsent = true
    case .tags(let tags): condition.otherRevs = Set(tags.compactMap(\.rev))
    case nil: break
    }
    return condition
  }

  private mutating func tags(_ name: FieldName) -> EntityTagCondition? {
    parsed(list: name, expected: "entity-tag") { EntityTagCondition($0) }
  }
}

extension EntityTag {
  /// The revision at which a tag of ours begins: digits as we write them, a dash, and the rest. Nil for any other tag,
  /// which matches nothing.
  var rev: Int64? {
    guard let dash = opaque.firstIndex(of: "-"), let rev = Int64(opaque[..<dash]),
      opaque[..<dash] == String(rev), rev >= 0
    else { return nil }
    return rev
  }
}
