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

/// A put of a weight entry.
public struct EntryPut: Sendable {
  public var entryID: UUIDBytes
  public var draft: EntryDraft
  public var timePrecision: TimePrecision
  /// The fields as JSON, from which the record can be put together again.
  public var fields: String

  public init(
    entryID: UUIDBytes, draft: EntryDraft, timePrecision: TimePrecision = .instant, fields: String
  ) {
    self.entryID = entryID
    self.draft = draft
    self.timePrecision = timePrecision
    self.fields = fields
  }
}

/// What a put did.
public struct PutResult: Sendable {
  public enum Outcome: Sendable, Equatable {
    /// There is a new entry.
    case created
    /// An entry has the new fields.
    case updated
    /// A newer act on the entry was stored before, and stays.
    case superseded
    /// The operation was known: this is what it did when it first arrived.
    case repeated(First)
  }

  /// What an operation did when it first arrived.
  public enum First: String, Sendable {
    case created, updated, superseded
  }

  /// Why a put was refused; nothing was stored.
  public enum Refusal: Error, Sendable, Equatable {
    /// The operation's id was used before, for something else.
    case operationReused
    /// `recordedAt` is more than 24 hours after now.
    case recordedInFuture
  }

  public let outcome: Outcome
  /// The entry as it is now; nil when it was deleted since.
  public let entry: WeightEntry?
  /// The act's time after times in the future were shifted to now.
  public let actedAt: Instant
  /// When the operation arrived, by the database's clock: a repeat answers as the first time.
  public let serverTime: Instant
}
