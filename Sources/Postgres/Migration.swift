/// One step of the schema: forward only, never changed once it was applied anywhere.
public struct Migration: Sendable, Hashable {
  /// 1, 2, 3, …
  public var number: Int
  /// What it does, for example `add_weight_entries`.
  public var name: String
  public var sql: String

  public init(number: Int, name: String, sql: String) {
    self.number = number
    self.name = name
    self.sql = sql
  }
}

/// How the database's schema relates to the migrations of this program.
public enum SchemaState: Sendable, Equatable {
  case current
  /// So many migrations have yet to be applied.
  case behind(pending: Int)
  /// It has a migration which this program does not know, or knows with other content.
  case unknown(number: Int)
}
