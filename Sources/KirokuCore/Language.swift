/// The languages in which the server speaks.
public enum Language: String, Sendable, CaseIterable {
  case en, ja
}
