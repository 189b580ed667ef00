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
    throw StoreError("not yet")
  }
}
