/// The circumstances of a write: who acted, when, and by what.
public struct Act: Hashable, Sendable {
  /// Under which the act is kept: the same id again has no second effect.
  public var operationID: UUIDBytes
  /// When the person acted, as sent; nil means now, after everything on the record.
  public var actedAt: Instant?
  /// What the client measured its clock to be behind the server's; added to `actedAt`.
  public var clockOffsetMilliseconds: Int64
  /// The record's `version` that the client showed when the person acted.
  public var seenVersion: Instant?
  /// Nil means the token's id.
  public var clientID: UUIDBytes?
  public var source: Source?
  /// The name of the App Intent that was performed.
  public var intent: String?
  public var sessionID: UUIDBytes?
  /// Where the person is; nil means the account's zone.
  public var timeZone: String?

  public init(
    operationID: UUIDBytes, actedAt: Instant? = nil, clockOffsetMilliseconds: Int64 = 0,
    seenVersion: Instant? = nil, clientID: UUIDBytes? = nil, source: Source? = nil,
    intent: String? = nil, sessionID: UUIDBytes? = nil, timeZone: String? = nil
  ) {
    self.operationID = operationID
    self.actedAt = actedAt
    self.clockOffsetMilliseconds = clockOffsetMilliseconds
    self.seenVersion = seenVersion
    self.clientID = clientID
    self.source = source
    self.intent = intent
    self.sessionID = sessionID
    self.timeZone = timeZone
  }
}
