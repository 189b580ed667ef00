import HTTPCore
import KirokuCore
import Testing

@testable import KirokuAPI

@Suite("Donations")
struct DonationTests {
  @Test("Have five answers, the same through both doors", arguments: DonationDoor.allCases)
  func answers(_ door: DonationDoor) async throws {
    try await TestAPI.run { api in
      let device = try await DonationDevice(api)
      let unknown = UUIDBytes.random().description
      #expect(try await device.donate(unknown, through: door) == "409 act-not-saved")
      let key = UUIDBytes.random().description
      let act = try await device.log()
      #expect(try await device.donate(act, key: key, through: door) == "created")
      #expect(try await device.donate(act, key: key, through: door) == "created again")
      #expect(try await device.donate(act, through: door) == "known")
      let second = try await device.log()
      let known = UUIDBytes.random().description
      #expect(try await device.donate(second, key: known, through: door) == "known")
      #expect(try await device.donate(second, "Other", through: door) == "created")
      for source in ["siri", "shortcuts", "widget", "import", nil] {
        let other = try await device.log(source)
        #expect(
          try await device.donate(other, through: door) == "422 donation-not-applicable",
          "\(source ?? "no source")")
      }
      #expect(try await device.undo(act, through: door).status == 200)
      let late = UUIDBytes.random().description
      #expect(try await device.donate(act, key: late, through: door) == "discarded")
      #expect(try await device.donate(act, key: late, through: door) == "discarded again")
      // As it was answered, though by now the day is free.
      #expect(try await device.donate(second, key: known, through: door) == "known again")
      #expect(try await device.donate(second, through: door) == "created")
      // A donation is no act, nor can it be undone.
      #expect(try await device.donate(key, through: door) == "422 donation-not-applicable")
      let undone = try await device.undo(key, through: door)
      let code = undone.string("code") ?? undone.string("results", "0", "problem", "code")
      #expect(code == "not-undoable")
    }
  }

  @Test(
    "Under a key that was used for something else are refused, and the same is known at both doors")
  func keys() async throws {
    try await TestAPI.run { api in
      let device = try await DonationDevice(api)
      let act = try await device.log()
      #expect(try await device.donate(act, key: act) == "422 idempotency-key-reused")
      let key = UUIDBytes.random().description
      #expect(try await device.donate(act, key: key) == "created")
      #expect(try await device.donate(act, key: key, through: .sync) == "created again")
      #expect(try await device.donate(act, "Other", key: key) == "422 idempotency-key-reused")
      #expect(
        try await device.donate(act, "Log", "e", key: key, through: .sync)
          == "422 idempotency-key-reused")
      #expect(try await device.list() == ["d"])
    }
  }

  @Test("Are once a device, local day, intent and habit")
  func slots() async throws {
    try await TestAPI.run { api in
      let phone = try await DonationDevice(api)
      let tablet = try await DonationDevice(api, token: phone.token)
      let habit = try await api.check(token: phone.token)
      let other = try await api.check("Write", token: phone.token)
      func done(_ path: String, _ day: String) async throws -> String {
        let answer = try await api.send(
          "PUT", "\(path)/days/\(day)", token: phone.token, phone.headers("app", intent: "Log"),
          body: Array(#"{"done":true}"#.utf8))
        return try #require(answer.string("undo", "opId"), "\(answer)")
      }
      let weight = try await phone.log()
      #expect(try await phone.donate(weight, "Log", "w") == "created")
      #expect(try await tablet.donate(weight, "Log", "t") == "created")
      let read = try await done(habit, "2026-12-01")
      #expect(try await phone.donate(read, "Log", "h") == "created")
      // The act's day is when the person acted, not the day that it is about.
      #expect(try await phone.donate(try await done(habit, "2026-11-30")) == "known")
      #expect(try await phone.donate(try await done(other, "2026-12-01"), "Log", "o") == "created")
      // In UTC, where the account is, it is the day before.
      let late = try await phone.log(at: "2026-11-30T23:59:59Z")
      #expect(try await phone.donate(late, "Log", "y") == "created")
      let same = try await phone.log(at: "2026-12-01T00:00:00Z")
      #expect(try await phone.donate(same) == "known")
      #expect(Set(try await phone.list()) == ["w", "t", "h", "o", "y"])
      #expect(try await phone.list("?intent=Nothing") == [])
    }
  }

  @Test("Are refused with all faults at once, and a time of the future is moved to now")
  func faults() async throws {
    try await TestAPI.run { api in
      let device = try await DonationDevice(api)
      let act = try await device.log()
      for (body, faults) in [
        (
          "{}",
          ["/opId required", "/intent required", "/donationIdentifier required"]
        ),
        (
          #"{"opId":"x","intent":"","donationIdentifier":"","donatedAt":"today","mood":1}"#,
          [
            "/donatedAt invalid-format", "/opId invalid-format", "/intent invalid-format",
            "/donationIdentifier required", "/mood unknown-field",
          ]
        ),
        (
          #"{"opId":"\#(act)","intent":"Log","donationIdentifier":"\#(String(repeating: "d", count: 201))"}"#,
          ["/donationIdentifier too-long"]
        ),
        (
          #"{"opId":"\#(act)","intent":"Log","donationIdentifier":"\u0000"}"#,
          ["/donationIdentifier nul-character"]
        ),
      ] {
        let answer = try await api.post("/v1/donations", token: device.token, body)
        #expect(answer.status == 422 && answer.faults == faults, "\(answer)")
      }
      let bad = SyncDevice.operation(
        "donate", "operation", act, #"{"opId":"\#(act)","intent":"Log"}"#)
      let answer = try await api.post("/v1/sync", token: device.token, "{\"ops\":[\(bad)]}")
      #expect(answer.outcomes == ["rejected"] && answer.text.contains("/ops/0/fields/opId"))
      #expect(answer.text.contains("/ops/0/fields/donationIdentifier"), "\(answer)")

      let later = try await api.post(
        "/v1/donations", token: device.token,
        #"{"opId":"\#(act)","intent":"Log","donationIdentifier":"d","donatedAt":"2026-12-01T07:30:02Z"}"#,
        device.headers(nil, intent: nil))
      #expect(later.string("donation", "donatedAt") == TestAPI.now)
      #expect(later.string("shiftMs") == "2000", "\(later)")
      #expect(later.string("dialog") == "This can be suggested from now on.")
    }
  }

  @Test("Of another account's act are of none, and another account sees none")
  func foreign() async throws {
    try await TestAPI.run { api in
      let (mine, theirs) = (try await DonationDevice(api), try await DonationDevice(api))
      let act = try await theirs.log()
      #expect(try await theirs.donate(act) == "created")
      #expect(try await mine.donate(act) == "409 act-not-saved")
      #expect(try await mine.list() == [])
      _ = try await api.send("DELETE", "/v1/donations", token: mine.token)
      #expect(try await theirs.list() == ["d"])
    }
  }
}
