public import KirokuCore

/// A person's act, as a client reports it: what every operation carries beside its fields.
public struct Act: Sendable {
  /// The operation's id: the same again has no second effect.
  public var operationID: UUIDBytes
  /// When the person acted, on a clock as right as the server's; nil means now.
  public var actedAt: Instant?
  /// The record's `version` that the client showed when the person acted.
  public var seen: Instant?
  /// Nil means the token's id.
  public var clientID: UUIDBytes?
  public var source: Source?
  /// The App Intent that was performed.
  public var intent: String?
  public var sessionID: UUIDBytes?
  /// A name of `SchemaStore.timeZoneNames`; nil means the account's.
  public var timeZone: String?
  /// What was sent, in one spelling: record, kind, fields and acted time. Only a hash of it is
  /// kept, which tells a repeat from another request under the same id.
  public var request: [UInt8]

  public init(operationID: UUIDBytes, request: [UInt8]) {
    self.operationID = operationID
    self.request = request
  }
}
