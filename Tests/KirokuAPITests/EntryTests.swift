import HTTPCore
import JSON
import Testing

@Suite("Entries over HTTP")
struct EntryTests {
  @Test("A logged weight is answered whole, and read back by every route")
  func logAndRead() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken(#"{"timeZone":"Asia/Tokyo"}"#)
      let made = try await api.post("/v1/entries", token: token, #"{"weightKg":65.2,"note":"朝"}"#)
      #expect(made.status == 201)
      let id = try #require(made.string("entry", "id"))
      #expect(made.header(.location) == "/v1/entries/\(id)")
      #expect(made.string("dialog") == "Logged 65.2 kg.")
      #expect(made.string("outcome") == "applied")
      #expect(made.string("serverTime") == TestAPI.now)
      #expect(made.string("undo", "label") == "Undo logging 65.2 kg")
      #expect(made.string("undo", "expiresAt") == "2026-12-02T07:30:00Z")

      let read = try await api.get("/v1/entries/\(id.uppercased())", token: token)
      #expect(read.status == 200 && read.json == made["entry"])
      #expect(read.header(.etag) == made.header(.etag))
      #expect(read.route == "/v1/entries/{id}")
      for (name, value) in [
        ("weightKg", "65.2"), ("recordedAt", TestAPI.now), ("timeZone", "Asia/Tokyo"),
        ("utcOffsetMinutes", "540"), ("localDay", "2026-12-01"), ("dayStart", "0"),
        ("note", "朝"), ("title", "65.2 kg"), ("subtitle", "Dec 1, 2026 at 4:30 PM"),
        ("timePrecision", "instant"), ("rev", "1"), ("version", TestAPI.now),
      ] {
        #expect(read.string(name) == value, "\(name)")
      }
      #expect(read["source"] == .null && read["bodyFatPercent"] == .null)

      let suggested = try await api.get("/v1/entries/suggested", token: token)
      #expect(suggested.status == 200 && suggested["entries", "0"] == made["entry"])
      let list = try await api.get("/v1/entries", token: token)
      #expect(list["entries", "0"] == made["entry"] && list["nextCursor"] == .null)
      #expect(list.header(.link) == nil)
      #expect(api.failures.all.isEmpty)
    }
  }
}
