/// What the `{name}` segments of a route's pattern matched, decoded.
public struct PathParameters: Sendable, Hashable {
  let names: [String]
  let values: [String]

  public init() {
    names = []
    values = []
  }

  init(names: [String], values: [String]) {
    self.names = names
    self.values = values
  }

  /// The decoded segment; nil when the pattern has no such name.
  public subscript(_ name: String) -> String? {
    names.firstIndex(of: name).map { values[$0] }
  }
}
