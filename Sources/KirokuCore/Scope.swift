/// What a token is for, and with that what it may do.
public enum Scope: String, Sendable, CaseIterable {
  /// Everything of the account.
  case app
  /// What a widget draws and taps.
  case widget
  /// What an App Intent does.
  case intent
  /// All reads.
  case read
  /// The measures over all accounts; belongs to none.
  case analytics

  /// The scopes that tokens of an account have.
  public static let ofAccounts: [Scope] = [.app, .widget, .intent, .read]

  public func allows(_ permission: Permission) -> Bool {
    permission.scopes.contains(self)
  }

  /// Whether a token of the other scope may do nothing that one of this scope may not.
  public func includes(_ other: Scope) -> Bool {
    self == other || (self == .app && Self.ofAccounts.contains(other))
  }
}

/// What a route needs of the token that calls it.
public enum Permission: Sendable, CaseIterable {
  case readEntries
  case writeEntries
  case readHabits
  /// Making, changing and deleting habits; what was done on their days is a permission of its own.
  case writeHabits
  case readDays
  case writeDays
  /// What a widget draws from.
  case readWidget
  /// What shortcuts may name, and when the person is likely to want which.
  case readShortcuts
  case readFocusFilters
  case manageFocusFilters
  /// A widget's token takes back only what was done on a habit's day.
  case undo
  case readOperations
  /// Everything that changed, and all that a device has to send.
  case sync
  /// Telling of what happened without a write.
  case recordEvents
  /// Telling what a device donated to its system, and what it is to delete.
  case donate
  case readDonations
  /// Everything about the account itself, its tokens and their making.
  case manageAccount
  /// Signing in to look at one's own pages.
  case viewPages

  /// The scopes that hold the permission.
  public var scopes: [Scope] {
    switch self {
    case .readEntries, .readHabits, .readShortcuts, .readDonations: [.app, .intent, .read]
    case .writeEntries, .recordEvents, .donate: [.app, .intent]
    case .readDays: [.app, .widget, .intent, .read]
    case .writeDays, .undo: [.app, .widget, .intent]
    case .readWidget: [.app, .widget, .read]
    case .readOperations, .readFocusFilters, .viewPages: [.app, .read]
    case .writeHabits, .manageFocusFilters, .sync, .manageAccount: [.app]
    }
  }
}
