internal import JSON
internal import KirokuCore
internal import KirokuStore

/// The body of a sync: what a device has seen, and the operations that it has to send.
struct SyncRequest {
  let cursor: FeedCursor?
  /// In order; each is good or bad by itself.
  let operations: [SyncOperation]
  /// The device; nil means the token's id.
  let clientID: UUIDBytes?
  /// Where the person is; nil means the account's zone.
  let timeZone: String?
  /// Pointers of fields that were ignored, since the client preferred that.
  let ignored: [String]

  /// Reads and checks the envelope, and every operation.
  ///
  /// - Throws: 422 with all faults of the envelope; an operation's are its own.
  init(_ fields: inout JSONFields, _ call: Call) throws(Problem) {
    let cursor = fields.parsed("cursor", expected: "cursor") { ChangeCursor.cursor(of: $0) }
    let clientID = fields.parsed("clientId", expected: "uuid") { UUIDBytes($0) }
    let most = ActHeaders.maxClockOffsetMilliseconds
    let offset = fields.integer("clockOffsetMs", in: -most...most)
    let elements = fields.array("ops", maxCount: PushStore.maxOperations)
    fields.finish(ignoringUnknown: call.isLenient)
    var faults = fields.faults.map { FieldProblem($0) }
    timeZone = call.timeZone(&faults)
    guard faults.isEmpty else { throw Problem(.invalidFields, faults) }
    let context = SyncOperation.Context(
      timeZones: call.environment.timeZones, isLenient: call.isLenient, clientID: clientID.value,
      clockOffsetMilliseconds: offset.value ?? 0)
    var ignored = fields.ignored
    self.cursor = cursor.value
    self.clientID = clientID.value
    operations = (elements.value ?? []).enumerated().map { index, element in
      SyncOperation(element, at: "/ops/\(index)", context, ignoring: &ignored)
    }
    self.ignored = ignored
  }
}
