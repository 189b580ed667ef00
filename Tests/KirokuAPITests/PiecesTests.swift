import HTTPCore
import KirokuCore
import KirokuStore
import Testing

@testable import KirokuAPI

@Suite("Pieces of the API")
struct PiecesTests {
  private static let second: Int64 = 1_000_000_000

  @Test("An allowance is used up, and comes back one by one")
  func allowance() {
    var limiter = RateLimiter(.init(burst: 3, refillNanoseconds: 10 * Self.second))
    typealias Decision = RateLimiter.Decision
    func take(at seconds: Int64) -> Decision { limiter.take("a", now: seconds * Self.second) }
    #expect(take(at: 0) == Decision(isAllowed: true, remaining: 2, retryAfterSeconds: 0))
    #expect(take(at: 0) == Decision(isAllowed: true, remaining: 1, retryAfterSeconds: 0))
    #expect(take(at: 0) == Decision(isAllowed: true, remaining: 0, retryAfterSeconds: 10))
    #expect(take(at: 4) == Decision(isAllowed: false, remaining: 0, retryAfterSeconds: 6))
    #expect(take(at: 9) == Decision(isAllowed: false, remaining: 0, retryAfterSeconds: 1))
    #expect(take(at: 10) == Decision(isAllowed: true, remaining: 0, retryAfterSeconds: 10))
    #expect(take(at: 1000) == Decision(isAllowed: true, remaining: 2, retryAfterSeconds: 0))
  }

  @Test("However many keys there are, so many are remembered")
  func boundedMemory() {
    var limiter = RateLimiter(.init(burst: 1, refillNanoseconds: 1000 * Self.second), maxKeys: 100)
    for index in 0..<10_000 { _ = limiter.take("key \(index)", now: 0) }
    #expect(limiter.keyCount <= 100)
    #expect(!limiter.take("key 9999", now: 0).isAllowed)
  }

  @Test(
    "An IPv6 client is its network, an IPv4 client the same over either kind of socket",
    arguments: [
      ("192.0.2.1", "c0000201"), ("::ffff:192.0.2.1", "c0000201"),
      ("2001:db8:1:2:3:4:5:6", "20010db800010002/64"), ("2001:db8::1", "20010db800000000/64"),
      ("2001:db8:0:0:1::", "20010db800000000/64"), ("::1", "0/64"), ("", ""),
    ])
  func addresses(address: String, key: String) {
    #expect(RateLimiter.key(ofAddress: address) == key)
  }

  @Test("A cursor reads back, and nothing else does")
  func cursors() throws {
    for list in [UInt32.min, 1, .max] {
      let cursor = WeightEntryCursor(
        list: list,
        position: EntryPosition(
          recordedAt: try Instant(rfc3339: "1901-02-03T04:05:06.000007Z"), weightGrams: 300_000,
          id: UUIDBytes(high: 1, low: .max)))
      let text = cursor.text
      #expect(WeightEntryCursor(text) == cursor)
      for bad in [
        "", "a", String(text.dropLast()), text + "a", text.uppercased(), "b" + text.dropFirst(),
      ] {
        #expect(WeightEntryCursor(bad) == nil, "\(bad)")
      }
    }
  }

  @Test("Pointers in a header field are visible ASCII")
  func pointers() {
    #expect(PointerList.text(["/a", "/b c,%\"日"]) == "/a, /b%20c%2C%25%22%E6%97%A5")
    let twenty = Array(repeating: "/a", count: 20)
    #expect(PointerList.text(twenty) == twenty.joined(separator: ", "))
    #expect(PointerList.text(twenty + ["/b"]) == twenty.joined(separator: ", ") + ", ...")
    let long = "/" + String(repeating: "x", count: 99)
    #expect(PointerList.text([long]) == long)
    #expect(PointerList.text([long + "y", "?q"]) == long + "..., ?q")
  }

  @Test("A tag changes with whatever decides the bytes")
  func tags() {
    func tag(rev: Int64 = 1, epoch: Int64 = 1, _ language: Language = .en) -> String {
      let account = Account(
        id: UUIDBytes(high: 0, low: 0), settings: AccountSettings(), rev: 9, epoch: epoch)
      return Representation.tag(rev: rev, of: account, in: language).description
    }
    #expect(tag() == tag() && tag().hasPrefix("\"1-"))
    #expect(Set([tag(), tag(rev: 2), tag(epoch: 2), tag(epoch: 1 << 60), tag(.ja)]).count == 5)
  }
}
