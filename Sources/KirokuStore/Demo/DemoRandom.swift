/// Chance that a seed repeats (SplitMix64; Steele, Lea, Flood 2014). Everything here is whole numbers, sums and products,
/// so that every machine draws the same.
struct DemoRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// A generator for one thing of many: unlike its neighbours'.
  init(seed: UInt64, _ number: Int) {
    var outer = DemoRandom(seed: seed)
    var inner = DemoRandom(seed: outer.next() ^ UInt64(truncatingIfNeeded: number))
    state = inner.next()
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// 0 up to, not including, `bound`, which is above 0.
  mutating func below(_ bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(max(1, bound))).high)
  }

  mutating func between(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.count)
  }

  /// 0…1, 1 left out.
  mutating func share() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }

  mutating func chance(_ probability: Double) -> Bool { share() < probability }

  /// Near to normal with mean 0 and deviation 1: four shares, which lie within ±3.5.
  mutating func deviation() -> Double {
    (share() + share() + share() + share() - 2) * 1.732_050_807_568_877
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }

  /// One of several, each as often as its weight says.
  mutating func pick<Element>(_ weighted: [(Element, weight: Double)]) -> Element {
    var rest = share() * weighted.reduce(0) { $0 + $1.weight }
    for (element, weight) in weighted {
      rest -= weight
      if rest < 0 { return element }
    }
    return weighted[weighted.count - 1].0
  }
}
