/// Stops the run with a message; libFuzzer keeps the input that led here.
func check(_ holds: Bool, _ message: @autoclosure () -> String) {
  if !holds { fatalError(message()) }
}

/// Ascending places at which to cut an input, derived from its bytes: the same input is always cut the
/// same way, so a crash can be repeated, and seeds are plain text.
func cuts(of bytes: [UInt8]) -> [Int] {
  // FNV-1a, then a linear congruential generator (Knuth's MMIX constants).
  var state = bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  var places: [Int] = []
  var place = 0
  // Pieces of 1…8 bytes or of up to 256: both kinds of arrival.
  let longest = state & 1 == 0 ? UInt64(8) : 256
  while true {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    place += 1 + Int((state >> 33) % longest)
    if place >= bytes.count { return places }
    places.append(place)
  }
}

/// The input as libFuzzer hands it over.
func input(_ start: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
  Array(UnsafeBufferPointer(start: start, count: count))
}
