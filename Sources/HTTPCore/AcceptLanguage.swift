/// Picks the language that a client likes best (RFC 9110 §12.5.4).
public enum AcceptLanguage {
  /// - Parameters:
  ///   - value: of `Accept-Language`.
  ///   - available: primary language subtags in lower case, the server's favourite first.
  /// - Returns: the available language with the highest quality; of equals, the one named first.
  ///   `ja-JP` asks for `ja`; `*` stands for those not named. Where none is wanted but one is refused (`ja;q=0`), the
  ///   first that is not. Nil when nothing follows.
  public static func pick(_ value: String, from available: [String]) -> String? {
    pick(Array(value.utf8).span, from: available)
  }

  public static func pick(_ value: Span<UInt8>, from available: [String]) -> String? {
    // Quality in thousandths, by the index in `available`; nil: not named.
    var qualities = [Int?](repeating: nil, count: available.count)
    var order = [Int](repeating: Int.max, count: available.count)
    var wildcard: Int?
    var position = 0
    forEachListElement(value) { element in
      guard let (end, quality) = range(element) else { return }
      position += 1
      if end == 1, element[0] == .asterisk {
        wildcard = max(wildcard ?? 0, quality)
        return
      }
      for index in available.indices where names(element.extracting(0..<end), available[index]) {
        if quality > qualities[index] ?? -1 {
          qualities[index] = quality
          order[index] = position
        }
      }
    }
    var best: Int?
    for index in available.indices {
      let quality = qualities[index] ?? wildcard ?? 0
      guard quality > 0 else { continue }
      guard let current = best else {
        best = index
        continue
      }
      let bestQuality = qualities[current] ?? wildcard ?? 0
      if quality > bestQuality || quality == bestQuality && order[index] < order[current] {
        best = index
      }
    }
    if best == nil, wildcard == nil, qualities.contains(0) {
      best = qualities.firstIndex(of: nil)
    }
    return best.map { available[$0] }
  }

  /// Whether the language range is the language or one of its regions and scripts.
  private static func names(_ range: Span<UInt8>, _ language: String) -> Bool {
    let language = Array(language.utf8)
    guard range.count >= language.count else { return false }
    guard range.count == language.count || range[language.count] == 0x2D else { return false }
    return range.extracting(0..<language.count).equalsIgnoringCase(language)
  }

  /// The end of the range's name and its quality in thousandths; nil when the element is malformed.
  private static func range(_ element: Span<UInt8>) -> (end: Int, quality: Int)? {
    var end = 0
    while end < element.count, element[end] != .semicolon, !element[end].isWhitespace { end &+= 1 }
    guard end > 0 else { return nil }
    let rest = element.extracting(element.trimmingWhitespace(end..<element.count))
    if rest.isEmpty { return (end, 1000) }
    guard rest[0] == .semicolon else { return nil }
    let weight = rest.extracting(rest.trimmingWhitespace(1..<rest.count))
    guard weight.count > 2, weight[0].lowercased == 0x71, weight[1] == .equals else { return nil }
    return thousandths(weight.extracting(2..<weight.count)).map { (end, $0) }
  }

  /// `qvalue` of RFC 9110 §12.4.2: 0…1 with at most three decimals.
  private static func thousandths(_ text: Span<UInt8>) -> Int? {
    guard text.count <= 5, text[0] == 0x30 || text[0] == 0x31 else { return nil }
    var quality = Int(text[0] &- 0x30) * 1000
    if text.count > 1 {
      guard text[1] == 0x2E else { return nil }
      var unit = 100
      for index in 2..<text.count {
        guard text[index].isDigit else { return nil }
        quality += Int(text[index] &- 0x30) * unit
        unit /= 10
      }
    }
    return quality <= 1000 ? quality : nil
  }
}
