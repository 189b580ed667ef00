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
}

/// What a route needs of the token that calls it.
public enum Permission: Sendable, CaseIterable {
  case readEntries
  case writeEntries
  case undo
  case readOperations

  /// The scopes that hold the permission.
  public var scopes: [Scope] {
    switch self {
    case .readEntries: [.app, .intent, .read]
    case .writeEntries, .undo: [.app, .intent]
    case .readOperations: [.app, .read]
    }
  }
}
