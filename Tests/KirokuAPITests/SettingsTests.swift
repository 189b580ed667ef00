import HTTPCore
import JSON
import KirokuAPI
import Testing

@Suite("Settings over HTTP")
struct SettingsTests {
  private static func patch(
    _ api: TestAPI, _ token: String?, _ body: String, _ headers: [(String, String)] = []
  ) async throws -> Answer {
    try await api.send("PATCH", "/v1/account", token: token, headers, body: Array(body.utf8))
  }

  @Test("An account is read, and is 304 until its settings change")
  func read() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken(#"{"timeZone":"Asia/Tokyo","dayStart":180}"#)
      let first = try await api.get("/v1/account", token: token)
      #expect(first.status == 200 && first.string("timeZone") == "Asia/Tokyo")
      #expect(first.string("dayStart") == "180" && first.string("rev") == "0")
      #expect(first["weightGoal"] == .null)
      let tag = [("If-None-Match", first.header(.etag) ?? "")]
      // An entry is not a setting.
      _ = try await api.post("/v1/entries", token: token, #"{"weightKg":65}"#)
      #expect(try await api.get("/v1/account", token: token, tag).status == 304)
      #expect(try await Self.patch(api, token, #"{"weekStart":7}"#).status == 200)
      let second = try await api.get("/v1/account", token: token, tag)
      #expect(second.status == 200 && second.string("weekStart") == "7")
      #expect(second.string("rev") == "2" && second.string("dayStart") == "180")
    }
  }

  @Test("A patch changes what it names, answers in the language it chose, and raises the revision")
  func patch() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let answer = try await Self.patch(
        api, token,
        #"{"timeZone":"Europe/Paris","locale":"ja","unit":"lb","dayStart":720,"weekStart":7,"weightGoal":{"value":140.5,"unit":"lb"}}"#
      )
      #expect(answer.status == 200 && answer.string("outcome") == "applied")
      #expect(answer.string("dialog") == "設定を保存しました。")
      #expect(answer.header(.contentLanguage) == "ja")
      for (name, value) in [
        ("timeZone", "Europe/Paris"), ("locale", "ja"), ("unit", "lb"), ("dayStart", "720"),
        ("weekStart", "7"), ("rev", "1"),
      ] {
        #expect(answer.string("account", name) == value, "\(name)")
      }
      #expect(answer.string("account", "weightGoal", "value") == "140.5")
      let read = try await api.get("/v1/account", token: token)
      #expect(read.header(.etag) == answer.header(.etag))
      #expect(read.json == answer["account"])

      let again = try await Self.patch(api, token, #"{"weekStart":7}"#)
      #expect(again.string("outcome") == "unchanged" && again.string("account", "rev") == "1")
      let stones = try await Self.patch(
        api, token, #"{"weightGoal":{"stones":10,"pounds":3.5}}"#,
        [("Content-Type", "application/merge-patch+json")])
      #expect(stones.string("account", "weightGoal", "stones") == "10")
      #expect(stones.string("account", "weightGoal", "unit") == "st")
      let cleared = try await Self.patch(api, token, #"{"weightGoal":null}"#)
      #expect(cleared.string("account", "rev") == "3")
      #expect(cleared["account", "weightGoal"] == .null)
      let entry = try await api.post("/v1/entries", token: token, #"{"weightKg":65}"#)
      #expect(entry.string("entry", "timeZone") == "Europe/Paris")
      #expect(entry.string("entry", "dayStart") == "720")
    }
  }

  @Test("All faults are named, and nothing is changed")
  func faults() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let answer = try await Self.patch(
        api, token,
        #"{"timeZone":"JST","locale":null,"unit":"st_lb","dayStart":-1,"weekStart":8,"weightGoal":{"value":400,"unit":"kg"},"rev":9}"#
      )
      #expect(answer.status == 422)
      #expect(
        answer.faults == [
          "/locale required", "/unit not-one-of", "/dayStart out-of-range",
          "/weekStart out-of-range", "/rev unknown-field", "/timeZone unknown-time-zone",
          "/weightGoal/value weight-out-of-range",
        ])
      let goal = try await Self.patch(
        api, token, #"{"weightGoal":{"value":60.1234,"unit":"kg","x":1}}"#)
      #expect(goal.faults == ["/weightGoal/value too-precise", "/weightGoal/x unknown-field"])
      let lenient = try await Self.patch(
        api, token, #"{"unit":"kg","mood":1}"#, [("Prefer", "handling=lenient")])
      #expect(lenient.status == 200 && lenient.header("Kiroku-Ignored-Fields") == "/mood")
      #expect(try await api.get("/v1/account", token: token).string("rev") == "0")
      #expect(try await Self.patch(api, token, "[]").status == 422)
      #expect(try await Self.patch(api, token, "{").status == 400)
      let form = try await Self.patch(api, token, "{}", [("Content-Type", "text/plain")])
      #expect(form.status == 415)
    }
  }

  @Test("Settings that somebody else has changed meanwhile are not overwritten")
  func conflict() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let seen = try await api.get("/v1/account", token: token)
      let condition = [("If-Match", seen.header(.etag) ?? "")]
      #expect(try await Self.patch(api, token, #"{"unit":"lb"}"#, condition).status == 200)
      let late = try await Self.patch(api, token, #"{"unit":"st"}"#, condition)
      #expect(late.status == 412 && late.string("code") == "precondition-failed")
      #expect(
        late.string("current", "unit") == "lb" && late.header(.etag)?.hasPrefix("\"1-") == true)
      let current = [("If-Match", late.header(.etag) ?? ""), ("Accept-Language", "ja")]
      #expect(try await Self.patch(api, token, #"{"unit":"st"}"#, current).status == 200)
      #expect(try await Self.patch(api, token, "{}", [("If-None-Match", "*")]).status == 412)
    }
  }

  @Test("The same key again has no second effect, whatever was changed meanwhile")
  func repeated() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let seen = try await api.get("/v1/account", token: token)
      let headers = [("Idempotency-Key", "k1"), ("If-Match", seen.header(.etag) ?? "")]
      let first = try await Self.patch(api, token, #"{"unit":"lb"}"#, headers)
      let second = try await Self.patch(api, token, #"{"unit":"lb"}"#, headers)
      #expect(second.status == 200 && second.text == first.text)
      #expect(second.header("Idempotency-Replayed") == "true")
      #expect(try await Self.patch(api, token, #"{"unit":"st"}"#).status == 200)
      let third = try await Self.patch(api, token, #"{"unit":"lb"}"#, headers)
      #expect(third.string("account", "unit") == "st" && third.string("account", "rev") == "2")
      let other = try await Self.patch(api, token, #"{"unit":"kg"}"#, headers)
      #expect(other.status == 422 && other.string("code") == "idempotency-key-reused")
      _ = try await api.post(
        "/v1/entries", token: token, #"{"weightKg":65}"#, [("Idempotency-Key", "k2")])
      let entrys = try await Self.patch(
        api, token, #"{"unit":"kg"}"#, [("Idempotency-Key", "k2")])
      #expect(entrys.status == 422 && entrys.string("code") == "idempotency-key-reused")
    }
  }

  @Test("Only a token with all rights reads or changes the account, and only its own")
  func access() async throws {
    try await TestAPI.run { api in
      let tokens = try await api.account(scopes: #"["app","widget","intent","read"]"#)
      for method in ["GET", "PATCH"] {
        let body: [UInt8]? = method == "PATCH" ? Array("{".utf8) : nil
        let none = try await api.send(method, "/v1/account", body: body)
        #expect(none.status == 401 && none.string("code") == "token-missing")
        for scope in ["widget", "intent", "read"] {
          let answer = try await api.send(method, "/v1/account", token: tokens[scope], body: body)
          #expect(answer.status == 403 && answer.string("code") == "insufficient-scope")
        }
      }
      let other = try await api.appToken()
      _ = try await Self.patch(api, other, #"{"unit":"lb"}"#)
      #expect(try await api.get("/v1/account", token: tokens["app"]).string("unit") == "kg")
    }
  }
}
