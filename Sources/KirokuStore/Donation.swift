public import KirokuCore
internal import Postgres

/// A donation as a client tells of it: that its system knows of an act.
public struct DonationDraft: Hashable, Sendable {
  /// The act's.
  public var operationID: UUIDBytes
  /// The App Intent that was donated.
  public var intent: String
  /// By what the device's system knows the donation.
  public var identifier: String

  public init(operationID: UUIDBytes, intent: String, identifier: String) {
    self.operationID = operationID
    self.intent = intent
    self.identifier = identifier
  }
}

/// A donation: what a device told its system of, and has to delete when the act is undone.
public struct Donation: Hashable, Sendable {
  public let id: UUIDBytes
  /// The act's.
  public let operationID: UUIDBytes
  /// The device on which it lives.
  public let clientID: UUIDBytes
  public let intent: String
  /// The habit that the act is on, or on a day of.
  public let habitID: UUIDBytes?
  public let identifier: String
  public let donatedAt: Instant
  /// The local day of the act.
  public let localDay: LocalDay
  /// The account's revision at the donation, or at its deletion.
  public let rev: Int64

  /// Of a donation `n`, one value.
  static let column: StaticString = """
    row(n.id, n.op_id, n.client_id, n.intent, n.habit_id, n.identifier, n.donated_at, n.local_day,
      n.rev)
    """

  init(_ row: Row, _ column: Int) throws(PostgresError) {
    var fields = try row.composite(column, fieldCount: 9)
    id = try fields.id()
    operationID = try fields.id()
    clientID = try fields.id()
    intent = try fields.text()
    habitID = try fields.idOrNil()
    identifier = try fields.text()
    donatedAt = try fields.instant()
    localDay = try fields.day()
    rev = try fields.int64()
  }
}
