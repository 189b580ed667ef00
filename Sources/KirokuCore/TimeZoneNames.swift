/// The names of time zones that are taken: those that the database knows, loaded at start.
///
/// Only names of the IANA database that mean a place's rules. Abbreviations (`EST`, `CET`,
/// `PST8PDT`) name a fixed or an ambiguous rule, and the rest names nothing a person lives by.
public struct TimeZoneNames: Sendable {
  private let names: Set<String>

  /// - Parameter listed: the names in `pg_timezone_names`.
  public init(listed: some Sequence<String>) {
    names = Set(listed.filter(Self.isPlace)).union(Self.universal)
  }

  /// Whether the name is taken, in exactly this spelling.
  public func contains(_ name: String) -> Bool {
    names.contains(name)
  }

  /// In every database, and what a device without a place reports.
  private static let universal = ["UTC", "GMT"]

  private static func isPlace(_ name: String) -> Bool {
    if name.hasPrefix("posix/") || name.hasPrefix("right/") { return false }
    if ["Factory", "localtime", "posixrules"].contains(name) { return false }
    // `Asia/Tokyo` and `Japan` are places; `EST5EDT` and `W-SU` are abbreviations.
    return name.utf8.contains { $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") }
  }
}
