/// The `name=value` pairs of a query, decoded: `+` is a space, `%00` is delivered (validation of the
/// value refuses it), and what cannot be decoded is a fault instead of an item.
public struct QueryItems: Sendable, Hashable {
  public struct Item: Sendable, Hashable {
    public let name: String
    /// Empty without a `=`.
    public let value: String
  }

  /// A pair with a broken escape or ill-formed UTF-8.
  public struct Fault: Sendable, Hashable {
    /// The decoded name where it can be decoded, else as sent.
    public let name: String
  }

  /// In the order sent, repetitions included.
  public private(set) var items: [Item] = []
  public private(set) var faults: [Fault] = []

  public init() {}

  /// - Parameter query: what follows the `?`.
  public init(_ query: String) { self.init(Array(query.utf8).span) }

  public init(_ query: Span<UInt8>) {
    var start = 0
    for index in 0...query.count where index == query.count || query[index] == 0x26 {  // &
      if index > start { take(query.extracting(start..<index)) }
      start = index &+ 1
    }
  }

  private mutating func take(_ pair: Span<UInt8>) {
    var split = 0
    while split < pair.count, pair[split] != .equals { split &+= 1 }
    let rawName = pair.extracting(0..<split)
    let rawValue = pair.extracting(min(split &+ 1, pair.count)..<pair.count)
    guard let name = Self.decoded(rawName) else {
      faults.append(Fault(name: text(rawName)))
      return
    }
    guard let value = Self.decoded(rawValue) else {
      faults.append(Fault(name: name))
      return
    }
    items.append(Item(name: name, value: value))
  }

  private static func decoded(_ raw: Span<UInt8>) -> String? {
    percentDecoded(raw, plusIsSpace: true).flatMap { validText($0.span) }
  }

  /// The first value of `name`.
  public subscript(_ name: String) -> String? { items.first { $0.name == name }?.value }

  /// Every value of `name`, in the order sent.
  public func values(of name: String) -> [String] {
    items.filter { $0.name == name }.map(\.value)
  }
}
