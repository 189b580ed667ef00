public import KirokuCore

/// `operations` as acts of their own: undo, redo, and the history.
public struct OperationStore: Sendable {
  let session: StoreSession

  /// Cancels an operation, or un-cancels it; nothing else is touched.
  ///
  /// It is kept as an operation itself, also when it changes nothing or when what it names has not
  /// arrived, since the newest act on an operation has to hold in every order of arrival.
  public func reverse(
    _ reversal: ReversalRequest, _ act: Act, for secret: TokenSecret
  ) async throws(StoreError) -> Access<Result<ReversalResult, ReversalResult.Refusal>> {
    let change: RecordChange =
      reversal.cancels ? .undo(reversal.target) : .redo(reversal.target)
    let access = try await PushStore(session: session).pushOne(
      PushedOperation(change, act), for: secret, .undo)
    switch access {
    case .unauthorized: return .unauthorized
    case .forbidden(let caller): return .forbidden(caller)
    case .granted(let caller, let result): return .granted(caller, try ReversalResult.of(result))
    }
  }
}

/// An undo or a redo as it is asked for.
public struct ReversalRequest: Sendable {
  /// What is undone or redone.
  public enum Target: Sendable, Equatable {
    case operation(UUIDBytes)
    /// What was done together.
    case batch(UUIDBytes)
    /// The newest act of an intent, by whichever client of the account.
    case newestOfIntent(String)
    /// The newest act of the client that asks.
    case newestOfClient
  }

  public var target: Target
  /// True for an undo, false for a redo.
  public var cancels: Bool

  public init(_ target: Target, cancels: Bool) {
    self.target = target
    self.cancels = cancels
  }
}

/// What an undo or a redo did.
public struct ReversalResult: Sendable {
  public enum Outcome: String, Sendable {
    case undone, alreadyUndone, redone, alreadyRedone
    /// A later undo or redo of the same operation was stored before, and holds.
    case superseded
    /// What it names has not arrived.
    case pending
  }

  public enum Refusal: Error, Sendable, Equatable {
    /// The operation's id was used before, for something else.
    case operationReused
    /// No operation is of the kind that was asked for.
    case nothingFound
    /// What is named is an undo or a redo itself.
    case notUndoable
    /// The act was too long ago.
    case windowPassed
    /// What is named is part of its record's base.
    case settled
    /// What is named is nothing that was done on a day, and nothing else may be undone with a widget's token.
    case scopeTooSmall
  }

  /// The operation that was named.
  public struct Target: Sendable {
    public let operationID: UUIDBytes
    public let kind: OperationKind
    public let actedAt: Instant
    /// The record that it is on.
    public let record: RecordReference
    /// The weight that it wrote, where that is known.
    public let weight: Weight?
  }

  public let outcome: Outcome
  /// Whether the undo or redo was known: this is what it did when it first arrived.
  public let isRepeated: Bool
  /// Nil while it has not arrived.
  public let target: Target?
  /// The record as it is now.
  public let record: RecordValue
  /// The habit that was meant, or whose day, as it was put last.
  public let habit: HabitFields?
  /// The act's time after times in the future were shifted to now.
  public let actedAt: Instant
  /// When the undo or redo arrived, by the database's clock.
  public let serverTime: Instant
}

extension ReversalResult {
  /// The entry as it is now; nil when it is gone, or no entry was meant.
  public var entry: WeightEntry? {
    if case .entry(let entry) = record { entry } else { nil }
  }

  fileprivate static func of(
    _ result: PushResult
  ) throws(StoreError) -> Result<ReversalResult, Refusal> {
    let (first, isRepeated): (PushResult.First, Bool)
    switch result.outcome {
    case .stored(let outcome): (first, isRepeated) = (outcome, false)
    case .repeated(let outcome): (first, isRepeated) = (outcome, true)
    case .rejected(.operationReused): return .failure(.operationReused)
    case .rejected(.nothingFound): return .failure(.nothingFound)
    case .rejected(.notUndoable): return .failure(.notUndoable)
    case .rejected(.windowPassed): return .failure(.windowPassed)
    case .rejected(.settled): return .failure(.settled)
    case .rejected(.scopeTooSmall): return .failure(.scopeTooSmall)
    case .rejected, .notAsShown: throw StoreError("an undo had another operation's outcome")
    }
    guard let outcome = Outcome(rawValue: first.rawValue) else {
      throw StoreError("an undo had another operation's outcome")
    }
    return .success(
      ReversalResult(
        outcome: outcome, isRepeated: isRepeated, target: result.target, record: result.record,
        habit: result.habit, actedAt: result.actedAt, serverTime: result.serverTime))
  }
}
