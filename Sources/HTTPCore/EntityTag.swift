/// An entity tag (RFC 9110 §8.8.3).
public struct EntityTag: Hashable, Sendable, CustomStringConvertible {
  /// What stands between the quotes.
  public let opaque: String
  public let isWeak: Bool

  public init(_ opaque: String, isWeak: Bool = false) {
    self.opaque = opaque
    self.isWeak = isWeak
  }

  /// As it is written in a field: `"…"` or `W/"…"`.
  public var description: String { (isWeak ? "W/\"" : "\"") + opaque + "\"" }

  /// RFC 9110 §8.8.3.2: equal and both strong. For `If-Match`.
  public func matchesStrongly(_ other: EntityTag) -> Bool {
    !isWeak && !other.isWeak && opaque == other.opaque
  }

  /// RFC 9110 §8.8.3.2: equal, weak or not. For `If-None-Match`: a proxy that compresses weakens tags.
  public func matchesWeakly(_ other: EntityTag) -> Bool { opaque == other.opaque }
}

/// The value of `If-Match` or `If-None-Match` (RFC 9110 §13.1.1–2).
public enum EntityTagCondition: Hashable, Sendable {
  /// `*`
  case any
  case tags([EntityTag])

  /// Nil when the value is neither `*` nor a list of tags.
  public init?(_ value: String) { self.init(Array(value.utf8).span) }

  public init?(_ value: Span<UInt8>) {
    if value.count == 1, value[0] == .asterisk {
      self = .any
      return
    }
    var tags: [EntityTag] = []
    var index = 0
    while true {
      while index < value.count, value[index].isWhitespace || value[index] == .comma { index &+= 1 }
      guard index < value.count else { break }
      guard let tag = Self.tag(value, at: &index) else { return nil }
      tags.append(tag)
      while index < value.count, value[index].isWhitespace { index &+= 1 }
      guard index == value.count || value[index] == .comma else { return nil }
    }
    guard !tags.isEmpty else { return nil }
    self = .tags(tags)
  }

  /// `[W/] DQUOTE *etagc DQUOTE`; a tag has no escapes, a backslash is itself.
  private static func tag(_ value: Span<UInt8>, at index: inout Int) -> EntityTag? {
    var isWeak = false
    if index &+ 1 < value.count, value[index] == 0x57, value[index &+ 1] == .slash {
      isWeak = true
      index &+= 2
    }
    guard index < value.count, value[index] == .quote else { return nil }
    let start = index &+ 1
    var end = start
    while end < value.count, value[end] != .quote {
      guard value[end] > .space, value[end] != 0x7F else { return nil }
      end &+= 1
    }
    guard end < value.count else { return nil }
    index = end &+ 1
    return EntityTag(text(value.extracting(start..<end)), isWeak: isWeak)
  }

  /// For `If-Match`: whether the condition holds for a resource with this tag.
  public func matchesStrongly(_ tag: EntityTag) -> Bool {
    switch self {
    case .any: true
    case .tags(let tags): tags.contains { $0.matchesStrongly(tag) }
    }
  }

  /// For `If-None-Match`: whether a resource with this tag is one the client already has.
  public func matchesWeakly(_ tag: EntityTag) -> Bool {
    switch self {
    case .any: true
    case .tags(let tags): tags.contains { $0.matchesWeakly(tag) }
    }
  }
}
