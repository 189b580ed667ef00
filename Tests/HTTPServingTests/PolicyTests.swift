import Testing

@testable import HTTPServing

@Suite("What becomes of a connection after a response")
struct PolicyTests {
  @Test(
    "It is kept only when both sides agree and the next request's start is known",
    arguments: [
      (true, false, false, UnreadBody.nothing, AfterResponse.keep),
      (false, false, false, .nothing, .close),
      (true, true, false, .nothing, .close),
      (true, false, true, .nothing, .close),
      (true, false, false, .bytes(65_536), .discardBody),
      (true, false, false, .bytes(65_537), .close),
      (true, false, false, .chunks, .discardBody),
      (true, false, false, .unannounced, .close),
      (true, false, false, .broken, .close),
    ])
  func decision(
    keepsAlive: Bool, closes: Bool, isStopping: Bool, unread: UnreadBody, expected: AfterResponse
  ) {
    let decision = AfterResponse.decide(
      keepsAlive: keepsAlive, closes: closes, isStopping: isStopping, unread: unread,
      limits: ServerLimits())
    #expect(decision == expected)
  }

  @Test("A body has five seconds for nothing, then a second for each kibibyte that came")
  func pace() {
    let limits = ServerLimits()
    var pace = BodyPace()
    #expect(pace.allowance(limits) == 5_000_000_000)
    pace.waited(nanoseconds: 4_000_000_000)
    #expect(pace.allowance(limits) == 1_000_000_000)
    pace.received(2_048)
    #expect(pace.allowance(limits) == 3_000_000_000)
    pace.waited(nanoseconds: 9_000_000_000)
    #expect(pace.allowance(limits) == 0)
    pace.received(.max / 2)
    #expect(pace.allowance(limits) > 0)
  }

  @Test("Ids of requests are taken over when they are harmless")
  func requestIDs() {
    #expect(RequestIDSource.accepts("abc-1_2.Z"))
    #expect(!RequestIDSource.accepts(""))
    #expect(!RequestIDSource.accepts("a b"))
    #expect(!RequestIDSource.accepts("a\"b"))
    #expect(!RequestIDSource.accepts(String(repeating: "a", count: 65)))
    var source = RequestIDSource(seed: 1)
    let ids = Set((0..<1_000).map { _ in source.next() })
    #expect(ids.count == 1_000)
    #expect(ids.allSatisfy { $0.utf8.count == 13 && RequestIDSource.accepts($0) })
  }
}
