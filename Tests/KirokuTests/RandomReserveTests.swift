import Testing

@testable import kiroku

@Suite("Random numbers, taken many at a time")
struct RandomReserveTests {
  @Test("Nobody gets what somebody else got, however many ask at once")
  func distinct() async {
    let reserve = RandomReserve()
    let words = await withTaskGroup(of: [UInt64].self) { group in
      for _ in 0..<8 { group.addTask { (0..<1_000).map { _ in reserve.next() } } }
      return await group.reduce(into: []) { $0 += $1 }
    }
    // Two of 8,000 random words are equal with a probability of 2⁻³⁹.
    #expect(Set(words).count == 8_000)
    #expect(!words.contains(0))
  }
}
