import HTTPCore
import JSON
import KirokuCore
import KirokuStore
import Postgres
import Testing

@testable import KirokuAPI

@Suite("Donations, listed and deleted")
struct DonationDeletionTests {
  @Test(
    "Are deleted with their act however that is undone, told each time, and not brought back by a redo"
  )
  func undoing() async throws {
    try await TestAPI.run { api in
      let phone = try await DonationDevice(api)
      let tablet = try await DonationDevice(api, token: phone.token)
      let act = try await phone.log(at: "2026-12-01T07:29:00Z")
      #expect(try await phone.donate(act, "Log", "p") == "created")
      #expect(try await tablet.donate(act, "Log", "t") == "created")
      let (made, cursor) = try await phone.feed()
      #expect(made == ["p"])
      let (_, tabletCursor) = try await tablet.feed()

      // A widget of the phone says nothing of who it is: the newest of the intent.
      for outcome in ["undone", "alreadyUndone"] {
        let undone = try await api.post("/v1/undo", token: phone.token, #"{"intent":"Log"}"#)
        #expect(undone.string("outcome") == outcome, "\(undone)")
        #expect(undone.texts("donations", "donationIdentifier") == ["p", "t"], "\(undone)")
        #expect(undone.texts("donations", "clientId") == [phone.client, tablet.client])
      }
      #expect(try await phone.list() == [])
      #expect(try await phone.feed(after: cursor).donations == ["-p"])
      #expect(try await tablet.feed(after: tabletCursor).donations == ["-t"])
      // Who begins afresh has none.
      #expect(try await phone.feed().donations == [])

      let redone = try await api.post("/v1/redo", token: phone.token, #"{"opId":"\#(act)"}"#)
      #expect(redone.string("outcome") == "redone" && redone["donations"] == nil, "\(redone)")
      #expect(try await phone.list() == [])
      #expect(try await phone.donate(act, "Log", "p2") == "created")
      let undone = try await phone.undo(act, through: .sync)
      #expect(undone.string("results", "0", "donations", "2", "donationIdentifier") == "p2")
      #expect(try await phone.list() == [])

      // The newest act of the client that asks.
      let last = try await phone.log()
      #expect(try await phone.donate(last, "Log", "p3") == "created")
      let newest = try await api.post(
        "/v1/undo", token: phone.token, "{}", phone.headers(nil, intent: nil))
      #expect(newest.texts("donations", "donationIdentifier") == ["p3"], "\(newest)")
    }
  }

  @Test("And their undo can come in one push, in whatever order")
  func onePush() async throws {
    try await TestAPI.run { api in
      let device = SyncDevice(api, token: try await api.appToken())
      func push(_ order: String...) async throws -> [String] {
        let act = UUIDBytes.random().description
        let operations = order.map { name in
          switch name {
          case "put":
            String(
              SyncDevice.operation(
                "put", "entry", UUIDBytes.random().description, opID: act,
                #"{"weightKg":65}"#
              ).dropLast()) + #","source":"app","intent":"Log"}"#
          case "donate":
            SyncDevice.operation(
              "donate", "operation", act, #"{"intent":"Log","donationIdentifier":"\#(act)"}"#)
          default: SyncDevice.operation(name, "operation", act)
          }
        }
        let answer = try await device.sync(operations)
        #expect(answer.status == 200, "\(answer)")
        return answer.outcomes
      }
      func count() async throws -> Int {
        try await api.get("/v1/donations", token: device.token).texts("donations", "id").count
      }
      #expect(try await push("put", "donate", "undo") == ["applied", "applied", "applied"])
      #expect(try await count() == 0)
      #expect(
        try await push("put", "undo", "donate") == ["applied", "applied", "superseded"])
      #expect(try await push("donate", "put") == ["rejected", "applied"])
      #expect(try await count() == 0)
      #expect(
        try await push("put", "donate", "undo", "redo", "donate", "donate")
          == ["applied", "applied", "applied", "applied", "applied", "unchanged"])
      #expect(try await count() == 1)
      #expect(try await push("put", "donate") == ["applied", "unchanged"])
      let stored = try await api.texts("select count(*)::text from donations")
      #expect(stored == ["3"])
    }
  }

  @Test(
    "Are listed a page at a time, newest first, and deleted by intent or all, which each device is told"
  )
  func deleting() async throws {
    try await TestAPI.run { api in
      let phone = try await DonationDevice(api)
      let tablet = try await DonationDevice(api, token: phone.token)
      for day in 1...5 {
        let act = try await phone.log(at: "2026-11-0\(day)T12:00:00Z")
        let intent = day % 2 == 0 ? "Even, so" : "Odd"
        let answer = try await api.post(
          "/v1/donations", token: phone.token,
          #"{"opId":"\#(act)","intent":"\"\#(intent)\"","donationIdentifier":"\#(day)","donatedAt":"2026-11-0\#(day)T12:00:01Z"}"#,
          (day == 5 ? tablet : phone).headers(nil, intent: nil))
        #expect(answer.status == 201, "\(answer)")
        #expect(answer.string("donation", "donatedAt") == "2026-11-0\(day)T12:00:01Z")
        #expect(answer.string("donation", "localDay") == "2026-11-0\(day)")
      }
      var (found, next): ([String], String?) = ([], "/v1/donations?limit=2")
      while let target = next {
        let page = try await api.get(target, token: phone.token)
        found += page.texts("donations", "donationIdentifier")
        let link = page.header(.link)
        #expect((link != nil) == (page.string("nextCursor") != nil))
        next = link.map { String($0.dropFirst().prefix { $0 != ">" }) }
      }
      #expect(found == ["5", "4", "3", "2", "1"])
      #expect(try await phone.list("?intent=Even,%20so") == ["4", "2"])
      let first = try await api.get("/v1/donations?intent=Odd&limit=2", token: phone.token)
      let link = String(try #require(first.header(.link)).dropFirst().prefix { $0 != ">" })
      #expect(
        try await api.get(link, token: phone.token).texts("donations", "donationIdentifier")
          == ["1"])

      let (_, cursor) = try await phone.feed()
      let (_, tabletCursor) = try await tablet.feed()
      let empty = try await api.send("DELETE", "/v1/donations?intent=", token: phone.token)
      #expect(empty.status == 422 && empty.faults == ["intent invalid-format"], "\(empty)")
      for identifiers in [["3", "1", "5"], []] {
        let deleted = try await api.send(
          "DELETE", "/v1/donations?intent=Odd", token: phone.token,
          phone.headers(nil, intent: nil))
        #expect(deleted.texts("donations", "donationIdentifier") == identifiers, "\(deleted)")
        #expect(deleted.string("hasMore") == "false")
      }
      #expect(try await phone.feed(after: cursor).donations == ["-3", "-1"])
      #expect(try await tablet.feed(after: tabletCursor).donations == ["-5"])
      let rest = try await api.send("DELETE", "/v1/donations", token: phone.token)
      #expect(rest.texts("donations", "donationIdentifier") == ["4", "2"])
      #expect(rest.string("dialog") == "Forgot 2 suggestions.")
      #expect(try await phone.list() == [])
    }
  }

  @Test("That are deleted are told until the horizon; who comes later begins afresh")
  func horizon() async throws {
    try await TestAPI.run { api in
      let device = try await DonationDevice(api)
      #expect(try await device.donate(try await device.log()) == "created")
      let (_, cursor) = try await device.feed()
      _ = try await api.send("DELETE", "/v1/donations", token: device.token)
      try api.time.set("2027-03-01T00:00:00Z")
      _ = try await api.store.operations.purge(horizonDays: 90)
      #expect(try await device.feed(after: cursor).donations == ["-d"])
      try api.time.set("2027-03-02T00:00:00Z")
      #expect(try await api.store.operations.purge(horizonDays: 90).records == 1)
      let late = try await api.get("/v1/changes?cursor=\(cursor)", token: device.token)
      #expect(late.status == 410, "\(late)")
      #expect(try await device.feed().donations == [])
    }
  }
}
