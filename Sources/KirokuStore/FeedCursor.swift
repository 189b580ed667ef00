/// A place in an account's feed of changes: what a device has seen.
public struct FeedCursor: Hashable, Sendable {
  /// Of the account; see `Account.epoch`.
  public let epoch: Int64
  /// The revision up to which everything was seen.
  public let rev: Int64
  /// The account's revision when a full sync began that has not come to its end; else nil.
  public let fullSyncStart: Int64?

  public init(epoch: Int64, rev: Int64, fullSyncStart: Int64? = nil) {
    self.epoch = epoch
    self.rev = rev
    self.fullSyncStart = fullSyncStart
  }

  public var isInFullSync: Bool { fullSyncStart != nil }

  /// The least revision whose deletions the device relies on being told.
  var needsDeletionsFrom: Int64 { fullSyncStart ?? rev }

  /// Whether the feed can be followed from here.
  ///
  /// - Parameter horizon: deletions at or below this revision are no longer told.
  func isValid(for account: Account, horizon: Int64) -> Bool {
    epoch == account.epoch && rev <= account.rev && needsDeletionsFrom <= account.rev
      && needsDeletionsFrom >= horizon
  }
}
