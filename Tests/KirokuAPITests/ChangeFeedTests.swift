import HTTPCore
import JSON
import KirokuCore
import KirokuStore
import Postgres
import Testing

@testable import KirokuAPI

@Suite("The feed of changes, over HTTP")
struct ChangeFeedTests {
  @Test("A page has each record with its id, revision, version and value")
  func shape() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let made = try await api.post("/v1/entries", token: token, #"{"weightKg":65.2}"#)
      let id = try #require(made.string("entry", "id"))
      let page = try await api.get("/v1/changes", token: token)
      #expect(page.status == 200)
      #expect(page.string("changes", "0", "type") == "entry")
      #expect(page.string("changes", "0", "id") == id)
      #expect(page.string("changes", "0", "rev") == made.string("entry", "rev"))
      #expect(page.string("changes", "0", "version") == made.string("entry", "version"))
      #expect(page.string("changes", "0", "deleted") == "false")
      #expect(page["changes", "0", "value"] == made["entry"])
      #expect(page.string("hasMore") == "false" && page.string("fullSync") == "true")
      #expect(page.string("serverTime") == TestAPI.now)
      #expect(page.string("shortcutsVersion")?.count == 16)

      let cursor = try #require(page.string("cursor"))
      _ = try await api.send("DELETE", "/v1/entries/\(id)", token: token)
      let next = try await api.get("/v1/changes?cursor=\(cursor)", token: token)
      #expect(next.string("changes", "0", "deleted") == "true")
      #expect(next["changes", "0", "value"] == .null)
      #expect(next.string("fullSync") == "false")
      let end = try await api.get("/v1/changes?cursor=\(next.string("cursor") ?? "")", token: token)
      #expect(end["changes"] == .array([]))
    }
  }

  @Test("Titles in it are in the language asked for")
  func language() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      _ = try await api.post("/v1/entries", token: token, #"{"weightKg":65.2}"#)
      let page = try await api.get("/v1/changes", token: token, [("Accept-Language", "ja")])
      #expect(page.header(.contentLanguage) == "ja")
      #expect(page.string("changes", "0", "value", "subtitle")?.contains("月") == true)
    }
  }

  @Test(
    "A cursor that is none is 422; one of another account or a restored database is 410, in words")
  func cursors() async throws {
    try await TestAPI.run { api in
      let (mine, theirs) = (try await api.appToken(), try await api.appToken())
      let cursor = try #require(try await api.get("/v1/changes", token: mine).string("cursor"))
      for path in ["/v1/changes", "/v1/changes/stream"] {
        for bad in ["x", "%20", String(cursor.dropLast()), cursor + "a", "b" + cursor.dropFirst()] {
          let answer = try await api.get("\(path)?cursor=\(bad)", token: mine)
          #expect(answer.status == 422 && answer.faults == ["cursor invalid-format"], "\(bad)")
        }
        let foreign = try await api.get(
          "\(path)?cursor=\(cursor)", token: theirs, [("Accept-Language", "ja")])
        #expect(foreign.status == 410 && foreign.string("code") == "sync-cursor-expired")
        #expect(foreign.string("detail")?.contains("読み込み直す") == true)
      }
      try await api.execute("update accounts set epoch = epoch # 1")
      #expect(try await api.get("/v1/changes?cursor=\(cursor)", token: mine).status == 410)
      let last = [("Last-Event-ID", cursor)]
      #expect(try await api.get("/v1/changes/stream", token: mine, last).status == 410)
      let bad = try await api.get("/v1/changes/stream", token: mine, [("Last-Event-ID", "12")])
      #expect(bad.status == 422 && bad.faults == ["Last-Event-ID invalid-format"])
    }
  }

  @Test("Limits are lowered to the most there is; what is no number is 422")
  func limits() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      for _ in 1...3 { _ = try await api.post("/v1/entries", token: token, #"{"weightKg":65.2}"#) }
      let page = try await api.get("/v1/changes?limit=2&wait=99999999999999999999", token: token)
      #expect(page.string("hasMore") == "true" && page.string("changes", "1", "type") == "entry")
      #expect(page.string("changes", "2", "type") == nil)
      for query in ["limit=0", "limit=x", "wait=-1", "wait=1.5", "wait="] {
        #expect(try await api.get("/v1/changes?\(query)", token: token).status == 422, "\(query)")
      }
      #expect(try await api.get("/v1/changes?limit=9999999", token: token).status == 200)
    }
  }
}
