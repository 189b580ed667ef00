import Glibc

/// A generator whose numbers a failing test can repeat (SplitMix64; Steele, Lea, Flood 2014).
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

/// How many random cases a property test tries: `usual`, or `KIROKU_PROPERTY_CASES` in a longer run.
func propertyCases(_ usual: Int) -> Int {
  getenv("KIROKU_PROPERTY_CASES").flatMap { Int(String(cString: $0)) } ?? usual
}

/// Where the seeds of a property test begin: far apart for each `KIROKU_PROPERTY_SEED`, which is 0 unless a longer run
/// looks elsewhere.
var propertySeed: UInt64 {
  (getenv("KIROKU_PROPERTY_SEED").flatMap { UInt64(String(cString: $0)) } ?? 0) &<< 32
}
