/// What orders the operations on a record: the newest act wins, in whatever order they arrive.
///
/// Compared field by field in the order in which they stand here.
public struct OperationKey: Hashable, Sendable {
  /// The acted time, raised above the version that the person saw when they acted.
  public let effectiveAt: Instant
  /// When the person acted.
  public let actedAt: Instant
  public let clientID: UUIDBytes
  public let operationID: UUIDBytes

  /// - Parameter seenVersion: the record's `version` that the client showed; whoever acts on what
  ///   they see wins over it, even with a clock that is behind.
  public init(
    actedAt: Instant, seenVersion: Instant? = nil, clientID: UUIDBytes, operationID: UUIDBytes
  ) {
    effectiveAt = max(actedAt, seenVersion?.advanced(byMicroseconds: 1) ?? actedAt)
    self.actedAt = actedAt
    self.clientID = clientID
    self.operationID = operationID
  }

  /// A key that was stored.
  public init(
    effectiveAt: Instant, actedAt: Instant, clientID: UUIDBytes, operationID: UUIDBytes
  ) {
    self.effectiveAt = effectiveAt
    self.actedAt = actedAt
    self.clientID = clientID
    self.operationID = operationID
  }
}

extension OperationKey: Comparable {
  public static func < (left: OperationKey, right: OperationKey) -> Bool {
    if left.effectiveAt != right.effectiveAt { return left.effectiveAt < right.effectiveAt }
    if left.actedAt != right.actedAt { return left.actedAt < right.actedAt }
    if left.clientID != right.clientID { return left.clientID < right.clientID }
    return left.operationID < right.operationID
  }
}
