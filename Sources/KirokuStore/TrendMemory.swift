internal import KirokuCore
internal import Synchronization

/// The last trends that were made, so that a snapshot need not read a year of entries again.
///
/// A trend is remembered with the revision of the newest change of the entries that it was made of. The statement
/// that asks for it tells the revision as it is now, so what is remembered is never stale, on whichever replica.
final class TrendMemory: Sendable {
  struct Trend {
    let entriesRev: Int64
    /// Kilograms, rounded to three decimals; nil without entries.
    let thousandths: Int64?
  }

  /// Accounts of which a trend is remembered: about a megabyte.
  static let maxAccounts = 10_000

  private let trends = Mutex<[UUIDBytes: Trend]>([:])

  func trend(of account: UUIDBytes) -> Trend? { trends.withLock { $0[account] } }

  func remember(_ trend: Trend, of account: UUIDBytes) {
    trends.withLock { trends in
      if trends.count >= Self.maxAccounts, trends[account] == nil {
        // Any: which one is gone costs one longer read.
        if let other = trends.keys.first { trends[other] = nil }
      }
      trends[account] = trend
    }
  }
}
