internal import KirokuCore

/// What a push is decided by, beside what is stored of its records.
struct PushContext: Sendable {
  let accountID: UUIDBytes
  let settings: AccountSettings
  let tokenID: UUIDBytes
  let scope: Scope
  /// The database's clock under the account's lock.
  let now: Instant
  /// How many undos and redos wait for the operation that they name.
  let pendingReversals: Int
  /// Of the keys that the push uses and names, those that were used for what is no operation.
  let otherKeys: Set<UUIDBytes>
}

/// What an operation came to, before the records' rows are written.
struct PushDraft {
  let outcome: PushResult.Outcome
  var reference: RecordReference?
  var target: ReversalResult.Target?
  let actedAt: Instant
  let serverTime: Instant
}

/// An operation that is to be stored.
struct KeptOperation {
  let key: OperationKey
  let act: Act
  let kind: OperationKind
  let outcome: PushResult.First
  /// Nil while an undo or a redo waits for what it names.
  var reference: RecordReference?
  var targetID: UUIDBytes?
  var fields = StoredFields.none
  var isCancelled = false
  var isSettled = false
  /// Of one that waits: whether it may undo what is done on a day, and nothing else.
  var isOfDaysOnly = false
}

/// An undo or a redo that was stored before what it names.
struct WaitingReversal: Sendable {
  let reversal: Reversal
  let isOfDaysOnly: Bool

  /// Whether it counts for the operation that it waited for.
  func counts(for key: OperationKey, _ kind: OperationKind, on record: RecordReference) -> Bool {
    guard kind.canBeUndone(at: reversal.key.actedAt, actedAt: key.actedAt) else { return false }
    if case .day = record { return true }
    return !isOfDaysOnly
  }
}
