public import KirokuCore
internal import Postgres

/// Writes of every kind but the batched put of an entry: one mechanism for what REST changes, undoes and redoes, and for
/// what sync pushes.
public struct PushStore: Sendable {
  let session: StoreSession

  /// How many operations one push may hold.
  public static let maxOperations = 500

  /// Stores operations in their order, each by itself good or bad, in one transaction.
  ///
  /// All of them are one envelope: their times are shifted together. A widget's token may undo and redo what was done on
  /// days only.
  ///
  /// - Parameter operations: 1…500; their acted times corrected by the client's clock offset already.
  public func push(
    _ operations: [PushedOperation], for secret: TokenSecret, _ permission: Permission
  ) async throws(StoreError) -> Access<PushAnswer> {
    guard operations.count <= Self.maxOperations else {
      throw StoreError("a push of more than \(Self.maxOperations) operations")
    }
    // Of many, each zone is tried by itself: one that PostgreSQL does not know fails no other.
    let zone = operations.count == 1 ? operations.first?.act.timeZone : nil
    return try await session.withLockedAccount(for: secret, permission, in: zone) {
      account throws(PostgresError) in
      try await PushTransaction(operations, in: account).run()
    }
  }

  /// The same with one operation.
  ///
  /// A value that PostgreSQL refuses is an error here, as everywhere: a fault in the check before.
  func pushOne(
    _ operation: PushedOperation, for secret: TokenSecret, _ permission: Permission
  ) async throws(StoreError) -> Access<PushResult> {
    switch try await push([operation], for: secret, permission) {
    case .unauthorized: return .unauthorized
    case .forbidden(let caller): return .forbidden(caller)
    case .granted(let caller, let answer):
      guard let result = answer.results.first else {
        throw StoreError("a push of one operation had no result")
      }
      return .granted(caller, result)
    }
  }
}
