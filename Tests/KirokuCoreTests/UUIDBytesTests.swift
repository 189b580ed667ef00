import KirokuCore
import Testing

/// A generator that repeats the given words: what it makes is known in advance.
struct FixedRandomness: RandomNumberGenerator {
  var words: [UInt64]
  private var count = 0

  init(_ words: UInt64...) {
    self.words = words
  }

  mutating func next() -> UInt64 {
    defer { count += 1 }
    return words[count % words.count]
  }
}

@Suite("UUIDs")
struct UUIDBytesTests {
  @Test("Either case is read, lower case is printed")
  func cases() {
    let lower = "0190f1c2-aabb-7ccd-8eef-0123456789ab"
    #expect(UUIDBytes(lower.uppercased())?.description == lower)
    #expect(UUIDBytes(lower)?.version == 7)
    #expect(UUIDBytes(lower)?.bytes.prefix(3) == [0x01, 0x90, 0xF1])
    #expect(UUIDBytes(bytes: UUIDBytes(lower)?.bytes ?? []) == UUIDBytes(lower))
  }

  @Test(
    "Other forms are refused",
    arguments: [
      "", "0190f1c2aabb7ccd8eef0123456789ab", "{0190f1c2-aabb-7ccd-8eef-0123456789ab}",
      "0190f1c2-aabb-7ccd-8eef-0123456789a", "0190f1c2-aabb-7ccd-8eef-0123456789abc",
      "0190f1c2-aabb-7ccd-8eef-0123456789ag", "0190f1c2-aabb-7ccd8-eef-0123456789ab",
      " 190f1c2-aabb-7ccd-8eef-0123456789ab", "0190f1c2-aabb-7ccd-8eef-0123456789a\u{e9}",
      "urn:uuid:0190f1c2-aabb-7ccd-8eef-0123",
    ])
  func refused(text: String) {
    #expect(UUIDBytes(text) == nil)
  }

  @Test("They are ordered by their bytes, the first one highest")
  func order() {
    #expect(UUIDBytes(high: 1, low: 0) > UUIDBytes(high: 0, low: .max))
    #expect(UUIDBytes(high: 1 << 63, low: 0) > UUIDBytes(high: 1, low: 0))
    #expect(UUIDBytes(high: 1, low: 1) < UUIDBytes(high: 1, low: 2))
  }

  @Test("A random one carries version 4, a time-ordered one version 7 and its milliseconds")
  func making() {
    var random = FixedRandomness(.max)
    #expect(
      UUIDBytes.random(using: &random).description == "ffffffff-ffff-4fff-bfff-ffffffffffff")
    let instant = Instant(unixMicroseconds: 0x0123_4567_89AB * 1000 + 999)
    var zero = FixedRandomness(0)
    #expect(
      UUIDBytes.timeOrdered(at: instant, using: &zero).description
        == "01234567-89ab-7000-8000-000000000000")
  }
}
