import HTTPCore
import KirokuCore
import Testing

@testable import KirokuAPI

@Suite("What one account may ask for")
struct AccountLimitTests {
  private static let second: Int64 = 1_000_000_000

  private static func isAllowed(_ limiter: AccountLimiter, _ id: UUIDBytes, at now: Int64) -> Bool {
    do throws(Problem) {
      try limiter.check(id, now: now)
      limiter.count(id, now: now)
      return true
    } catch {
      return false
    }
  }

  @Test("An allowance is used up, and comes back with time; another account has its own")
  func allowance() {
    let limiter = AccountLimiter(AccountLimit(perSecond: 10), seed: 1)
    let mine = UUIDBytes(high: 1, low: 2)
    let now = 5 * Self.second
    for _ in 0..<200 { #expect(Self.isAllowed(limiter, mine, at: now)) }
    #expect(!Self.isAllowed(limiter, mine, at: now))
    #expect(Self.isAllowed(limiter, UUIDBytes(high: 3, low: 4), at: now))
    #expect(!Self.isAllowed(limiter, mine, at: now + Self.second / 10 - 1))
    #expect(Self.isAllowed(limiter, mine, at: now + Self.second / 10))
    #expect(!Self.isAllowed(limiter, mine, at: now + Self.second / 10))
    for _ in 0..<200 { #expect(Self.isAllowed(limiter, mine, at: now + 100 * Self.second)) }
  }

  @Test(
    "Beyond its allowance an account is 429 and told when to come again; a stranger uses up none")
  func refused() async throws {
    try await TestAPI.run(accountLimit: AccountLimit(perSecond: 1)) { api in
      let token = try await api.appToken()
      let stranger = try TestAPI.strangeToken(like: token)
      for _ in 0..<30 { #expect(try await api.get("/v1/entries", token: stranger).status == 401) }
      for _ in 0..<19 { #expect(try await api.get("/v1/entries", token: token).status == 200) }
      // A refused request counts, too.
      #expect(try await api.get("/v1/entries?x=1", token: token).status == 422)
      let answer = try await api.get("/v1/entries", token: token)
      #expect(answer.status == 429 && answer.string("code") == "rate-limited")
      #expect(answer.header(.retryAfter) == "1")
      #expect(answer.header("RateLimit-Policy") == "\"account\";q=20;w=20")
      #expect(answer.header("RateLimit") == "\"account\";r=0;t=1")
      #expect(try await api.get("/v1/entries", token: try await api.appToken()).status == 200)
      api.clock.advance(seconds: 1)
      #expect(try await api.get("/v1/entries", token: token).status == 200)
      #expect(try await api.get("/v1/entries", token: token).status == 429)
    }
  }
}
