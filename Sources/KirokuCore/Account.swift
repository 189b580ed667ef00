/// One person's account: what belongs to all their records.
public struct Account: Hashable, Sendable {
  public var id: UUIDBytes
  public var settings: AccountSettings
  /// Raised with every change of the account's records.
  public var rev: Int64
  public var createdAt: Instant

  public init(id: UUIDBytes, settings: AccountSettings, rev: Int64, createdAt: Instant) {
    self.id = id
    self.settings = settings
    self.rev = rev
    self.createdAt = createdAt
  }
}

/// What a person chooses for their account.
public struct AccountSettings: Hashable, Sendable {
  /// A name that `TimeZoneNames` contains.
  public var timeZone: String
  /// When the person's day begins: minutes after midnight, 0…720.
  public var dayStartMinutes: Int
  /// The first day of the week, by ISO 8601: 1 is Monday, 7 Sunday.
  public var weekStart: Int
  public var unit: WeightUnit
  public var language: Language

  public static let dayStartRange: ClosedRange<Int64> = 0...720
  public static let weekStartRange: ClosedRange<Int64> = 1...7

  public init(
    timeZone: String = "UTC", dayStartMinutes: Int = 0, weekStart: Int = 1,
    unit: WeightUnit = .kg, language: Language = .en
  ) {
    self.timeZone = timeZone
    self.dayStartMinutes = dayStartMinutes
    self.weekStart = weekStart
    self.unit = unit
    self.language = language
  }
}
