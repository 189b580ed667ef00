public import KirokuCore

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

/// One act on a weight entry that changes it.
public enum EntryChange: Sendable {
  case put(EntryPut)
  /// `fields` is the patch as JSON.
  case patch(UUIDBytes, EntryPatch, fields: String)
  case delete(UUIDBytes)

  var entryID: UUIDBytes {
    switch self {
    case .put(let put): put.entryID
    case .patch(let id, _, _), .delete(let id): id
    }
  }

  public var kind: OperationKind {
    switch self {
    case .put: .put
    case .patch: .patch
    case .delete: .delete
    }
  }

  var fields: String {
    switch self {
    case .put(let put): put.fields
    case .patch(_, _, let fields): fields
    case .delete: "{}"
    }
  }

  /// When the person stood on the scale, where the act says so.
  var recordedAt: Instant? {
    switch self {
    case .put(let put): put.draft.recordedAt
    case .patch(_, let patch, _): patch.recordedAt
    case .delete: nil
    }
  }
}

/// What has to hold of an entry for an act on it to be taken (RFC 9110 §13.1).
public struct EntryCondition: Sendable {
  /// There is an entry whose last change has one of these revisions; nil for any state.
  public var revs: Set<Int64>?
  /// There is an entry, whatever its state.
  public var exists = false
  /// There is none.
  public var isAbsent = false
  /// There is none whose last change has one of these revisions.
  public var otherRevs: Set<Int64> = []
  /// The record was put before, be it gone: what has never been is not there to be changed.
  public var isKnown = false

  public init() {}

  public var isEmpty: Bool {
    revs == nil && !exists && !isAbsent && !isKnown && otherRevs.isEmpty
  }

  func holds(for entry: WeightEntry?) -> Bool { holds(forRev: entry?.rev) }

  /// - Parameter rev: of the record's last change; nil where there is none.
  func holds(forRev rev: Int64?) -> Bool {
    if let revs {
      guard let rev, revs.contains(rev) else { return false }
    }
    if exists && rev == nil { return false }
    guard let rev else { return true }
    return !isAbsent && !otherRevs.contains(rev)
  }
}

/// What an act on an entry did.
public struct EntryResult: Sendable {
  public enum Outcome: Sendable, Equatable {
    /// There is a new entry.
    case created
    /// An entry was changed.
    case updated
    /// What was done later, or the entry's being gone, hides the act.
    case superseded
    /// The entry was so before.
    case unchanged
    /// The operation was known: this is what it did when it first arrived.
    case repeated(First)

    init(_ first: First) {
      self =
        switch first {
        case .created: .created
        case .updated: .updated
        case .superseded: .superseded
        case .unchanged: .unchanged
        }
    }
  }

  /// What an operation did when it first arrived.
  public enum First: String, Sendable {
    case created, updated, superseded, unchanged
  }

  /// Why an act was refused; nothing was stored.
  public enum Refusal: Error, Sendable, Equatable {
    /// The operation's id was used before, for something else.
    case operationReused
    /// `recordedAt` is more than 24 hours after now.
    case recordedInFuture
    /// There has never been such an entry.
    case notFound
    /// The condition does not hold for the entry as it is.
    case conditionFailed(WeightEntry?)
  }

  public let outcome: Outcome
  /// The entry as it is now; nil when it is gone.
  public let entry: WeightEntry?
  /// What was or is weighed, of an entry that is gone too; nil where that is not known.
  public let weight: Weight?
  /// The act's time after times in the future were shifted to now.
  public let actedAt: Instant
  /// When the operation arrived, by the database's clock: a repeat answers as the first time.
  public let serverTime: Instant
  /// Whether the device is to donate the act's intent now; nil where it was not done in the app, or has no intent.
  public let recommendsDonation: Bool?
}
