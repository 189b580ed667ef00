public import KirokuCore

/// Something that happened and wrote nothing, or is told of late.
public struct Event: Sendable {
  public var id: UUIDBytes
  /// `intent_performed`, `intent_donated`, `app_open`, or a name of the client's own.
  public var name: String
  /// Nil means now.
  public var occurredAt: Instant?
  /// A name of `SchemaStore.timeZoneNames`; nil means the account's.
  public var timeZone: String?
  public var intent: String?
  public var source: Source?
  public var sessionID: UUIDBytes?
  /// The operation that it belongs to, with which it is undone.
  public var operationID: UUIDBytes?
  /// Whether the app was in the foreground.
  public var isForeground: Bool?
  /// An object in JSON; nil for none.
  public var properties: String?

  public init(id: UUIDBytes, name: String) {
    self.id = id
    self.name = name
  }

  // Names with a meaning of their own; literals in the statements of the roll-up.
  public static let performed = "intent_performed"
  public static let donated = "intent_donated"
  public static let opened = "app_open"
}

/// What became of a batch of events.
public struct EventReceipt: Sendable {
  /// In the order of the batch.
  public let outcomes: [Outcome]
  /// By how much all were moved down in time, since the newest lay in the future; 0 where none did.
  public let shiftMicroseconds: Int64
  /// The database's time.
  public let now: Instant

  public enum Outcome: String, Sendable {
    case recorded
    /// The event was known.
    case duplicate
    /// It is older than what is kept.
    case expired
  }
}
