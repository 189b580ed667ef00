/// The limits of what a person chooses for their account.
public enum AccountRules {
  /// When the person's day begins: minutes after midnight.
  public static let dayStartMinutes: ClosedRange<Int64> = 0...720
  /// The first day of the week, by ISO 8601: 1 is Monday, 7 Sunday.
  public static let weekStart: ClosedRange<Int64> = 1...7
  /// Characters (Unicode scalars) of the name that a person gives a token.
  public static let maxLabelScalars = 100
}
