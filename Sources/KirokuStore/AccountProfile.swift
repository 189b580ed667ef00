public import KirokuCore
internal import Postgres

/// An account as its owner sees and changes it.
public struct AccountProfile: Hashable, Sendable {
  public let id: UUIDBytes
  public var settings: AccountSettings
  /// What the person wants to weigh.
  public var weightGoal: Weight?
  /// The account's revision at the last change of these.
  public var rev: Int64

  public init(id: UUIDBytes, settings: AccountSettings, weightGoal: Weight? = nil, rev: Int64 = 0) {
    self.id = id
    self.settings = settings
    self.weightGoal = weightGoal
    self.rev = rev
  }

  /// What only a profile's own requests read, beside the settings.
  static let columns: StaticString = """
    a.settings_rev, a.weight_goal_grams, a.weight_goal_thousandths, a.weight_goal_unit
    """

  /// Reads `columns`.
  init(_ row: Row, from first: Int, of account: Account) throws(PostgresError) {
    let grams = try row.int32OrNil(first + 1)
    let goal = try grams.map { grams throws(PostgresError) in
      Weight(
        stored: Int64(try row.int32(first + 2)), unit: try row.name(first + 3), grams: Int64(grams))
    }
    self.init(
      id: account.id, settings: account.settings, weightGoal: goal, rev: try row.int64(first))
  }
}

/// The settings that a person changes; nil stays as it is.
public struct AccountPatch: Hashable, Sendable {
  public var timeZone: String?
  public var language: Language?
  public var unit: WeightUnit?
  public var dayStartMinutes: Int?
  public var weekStart: Int?
  public var weightGoal: Update<Weight> = .keep

  public init() {}

  func applied(to profile: AccountProfile) -> AccountProfile {
    var new = profile
    new.settings.timeZone = timeZone ?? profile.settings.timeZone
    new.settings.language = language ?? profile.settings.language
    new.settings.unit = unit ?? profile.settings.unit
    new.settings.dayStartMinutes = dayStartMinutes ?? profile.settings.dayStartMinutes
    new.settings.weekStart = weekStart ?? profile.settings.weekStart
    new.weightGoal = weightGoal.applied(to: profile.weightGoal)
    return new
  }
}

/// What a change of settings did.
public struct AccountChangeResult: Sendable {
  public enum Outcome: Sendable, Equatable {
    case updated
    /// All was so before.
    case unchanged
    /// The change was known.
    case repeated
  }

  /// Why a change was refused; nothing was stored.
  public enum Refusal: Error, Sendable, Equatable {
    /// The change's key was used before, for something else.
    case keyReused
    /// The condition does not hold for the settings as they are.
    case conditionFailed(AccountProfile)
  }

  public let outcome: Outcome
  /// As it is now.
  public let profile: AccountProfile
  /// When the change arrived, by the database's clock.
  public let serverTime: Instant
}
