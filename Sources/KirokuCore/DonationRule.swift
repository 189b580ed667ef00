/// The act that a donation is of: something that a person did.
public struct DonatedAct: Hashable, Sendable {
  /// What ran it; nil where the client did not say.
  public var source: Source?
  public var kind: OperationKind
  public var isUndone: Bool

  public init(source: Source?, kind: OperationKind, isUndone: Bool) {
    self.source = source
    self.kind = kind
    self.isUndone = isUndone
  }
}

/// What becomes of a donation.
public enum DonationVerdict: Hashable, Sendable, CaseIterable {
  /// It is recorded.
  case created
  /// The device donated the intent, and habit, on that local day already: nothing new is recorded.
  case alreadyDonated
  /// The act has been undone: the device has to delete the donation.
  case discarded
  /// The system knows of the act by itself, or it is none of those that a person does.
  case notApplicable
  /// Nobody knows the act: it was not saved yet.
  case unknownAct
}

/// When a device tells its system that a person did something in the app.
public enum DonationRule {
  /// Unicode scalars of the name by which a system knows a donation.
  public static let maxIdentifierScalars = 200

  /// - Parameters:
  ///   - act: nil where it is not known.
  ///   - isDonated: whether the device has donated the intent, and habit, on the act's local day.
  public static func verdict(on act: DonatedAct?, isDonated: Bool) -> DonationVerdict {
    guard let act else { return .unknownAct }
    guard act.source == .app, act.kind.isUndoable else { return .notApplicable }
    if act.isUndone { return .discarded }
    return isDonated ? .alreadyDonated : .created
  }
}
