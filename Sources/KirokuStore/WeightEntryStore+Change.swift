public import KirokuCore

extension WeightEntryStore {
  /// Does what the batched put cannot: an act that is late, named by an undo, conditional, or no put.
  public func change(
    _ change: EntryChange, _ act: Act, if condition: EntryCondition = EntryCondition(),
    for secret: TokenSecret
  ) async throws(StoreError) -> Access<Result<EntryResult, EntryResult.Refusal>> {
    let operation = PushedOperation(change.pushed, act, if: condition)
    let access = try await PushStore(session: session).pushOne(
      operation, for: secret, .writeEntries)
    switch access {
    case .unauthorized: return .unauthorized
    case .forbidden(let caller): return .forbidden(caller)
    case .granted(let caller, let result): return .granted(caller, try EntryResult.of(result))
    }
  }
}

extension EntryChange {
  fileprivate var pushed: RecordChange {
    switch self {
    case .put(let put): .putEntry(put)
    case .patch(let id, let patch, let fields): .patchEntry(id, patch, fields: fields)
    case .delete(let id): .deleteEntry(id)
    }
  }
}

extension EntryResult {
  fileprivate static func of(
    _ result: PushResult
  ) throws(StoreError) -> Result<EntryResult, Refusal> {
    let entry: WeightEntry? = if case .entry(let entry) = result.record { entry } else { nil }
    let outcome: Outcome?
    switch result.outcome {
    case .stored(let first): outcome = First(rawValue: first.rawValue).map { Outcome($0) }
    case .repeated(let first): outcome = First(rawValue: first.rawValue).map { .repeated($0) }
    case .rejected(.operationReused): return .failure(.operationReused)
    case .rejected(.inTheFuture): return .failure(.recordedInFuture)
    case .rejected(.notFound): return .failure(.notFound)
    case .rejected(.conditionFailed): return .failure(.conditionFailed(entry))
    case .rejected, .notAsShown: outcome = nil
    }
    guard let outcome else { throw StoreError("a change of an entry had no entry's outcome") }
    return .success(
      EntryResult(
        outcome: outcome, entry: entry, weight: result.weight, actedAt: result.actedAt,
        serverTime: result.serverTime, recommendsDonation: result.recommendsDonation))
  }
}
