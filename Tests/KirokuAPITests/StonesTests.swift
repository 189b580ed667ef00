import HTTPCore
import JSON
import Testing

@Suite("Stones and pounds")
struct StonesTests {
  @Test("Stones and pounds come back as they were typed, beside exact kilograms")
  func typed() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      for (typed, echoed, kilograms, title) in [
        // 175.5 lb × 453.59237 = 79,605.460935 g
        (
          #"{"unit":"st","stones":12,"pounds":7.5}"#, #"{"unit":"st","stones":12,"pounds":7.5}"#,
          "79.605", "12 st 7.5 lb"
        ),
        (
          #"{"pounds":0,"stones":1.1e1}"#, #"{"unit":"st","stones":11,"pounds":0}"#, "69.853",
          "11 st 0 lb"
        ),
        (
          #"{"stones":12,"pounds":13.999,"unit":"st"}"#,
          #"{"unit":"st","stones":12,"pounds":13.999}"#, "82.553", "12 st 13.999 lb"
        ),
        (
          #"{"value":12.5,"unit":"st"}"#, #"{"value":12.5,"unit":"st"}"#, "79.379", "12.5 st"
        ),
      ] {
        let made = try await api.post("/v1/entries", token: token, "{\"weight\":\(typed)}")
        #expect(made.status == 201, "\(made)")
        #expect(made["entry", "weight"] == (try JSONReader.read(Array(echoed.utf8))))
        #expect(made.string("entry", "weightKg") == kilograms)
        #expect(made.string("entry", "title") == title)
        #expect(made.string("dialog") == "Logged \(title).")
        let path = try #require(made.header(.location))
        let read = try await api.get(path, token: token)
        #expect(read.text.contains("\"weight\":\(echoed),"))
        let again = try await api.post("/v1/entries", token: token, "{\"weight\":\(echoed)}")
        #expect(again["entry", "weight"] == made["entry", "weight"])
      }
    }
  }

  @Test("A repeat in another spelling is the same act, another weight is not")
  func repeated() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let key = [("Idempotency-Key", "k")]
      func put(_ weight: String) async throws -> Answer {
        try await api.post("/v1/entries", token: token, "{\"weight\":\(weight)}", key)
      }
      let first = try await put(#"{"stones":12,"pounds":7.5}"#)
      let again = try await put(#"{"unit":"st","pounds":7.50,"stones":12.0}"#)
      #expect(again.status == 201 && again.text == first.text)
      for other in [
        #"{"stones":12,"pounds":7.6}"#, #"{"value":175.5,"unit":"lb"}"#,
        #"{"value":12.5,"unit":"st"}"#,
      ] {
        #expect(try await put(other).string("code") == "idempotency-key-reused")
      }
    }
  }

  @Test(
    "What breaks the carry rule, mixes the two forms or leaves the range is refused by name",
    arguments: [
      (#"{"stones":12,"pounds":14}"#, ["/weight/pounds out-of-range"]),
      (#"{"stones":12,"pounds":-0.5}"#, ["/weight/pounds out-of-range"]),
      (#"{"stones":12,"pounds":1e400}"#, ["/weight/pounds out-of-range"]),
      (#"{"stones":12.5,"pounds":1}"#, ["/weight/stones not-whole"]),
      (#"{"stones":-1,"pounds":1}"#, ["/weight/stones out-of-range"]),
      (#"{"stones":12,"pounds":7.0005}"#, ["/weight/pounds too-precise"]),
      (#"{"stones":"12","pounds":7}"#, ["/weight/stones wrong-type"]),
      (#"{"stones":12}"#, ["/weight/pounds required"]),
      (#"{"pounds":7}"#, ["/weight/stones required"]),
      (#"{"stones":12,"pounds":7,"value":12.5}"#, ["/weight/value conflicting-fields"]),
      (#"{"unit":"kg","stones":12,"pounds":7}"#, ["/weight/unit not-one-of"]),
      (#"{"unit":"st_lb","stones":12,"pounds":7}"#, ["/weight/unit not-one-of"]),
      (#"{"unit":"st_lb","value":175}"#, ["/weight/unit not-one-of"]),
      (#"{"stones":12,"pounds":7,"ounces":1}"#, ["/weight/ounces unknown-field"]),
      (#"{"stones":0,"pounds":3.5}"#, ["/weight weight-out-of-range"]),
      (#"{"stones":47,"pounds":3.5}"#, ["/weight weight-out-of-range"]),
    ])
  func refused(weight: String, faults: [String]) async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let answer = try await api.post("/v1/entries", token: token, "{\"weight\":\(weight)}")
      #expect(answer.status == 422 && answer.faults == faults, "\(answer)")
      #expect(try await api.storedRows() == 0)
    }
  }

  @Test("A weight out of the range is told as it was typed")
  func told() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let answer = try await api.post(
        "/v1/entries", token: token, #"{"weight":{"stones":0,"pounds":3.5}}"#)
      #expect(answer.string("detail") == "0 st 3.5 lb is not between 20 and 300 kg.")
    }
  }

  @Test("An account's unit is one with single values")
  func accounts() async throws {
    try await TestAPI.run { api in
      let refused = try await api.post("/v1/accounts", #"{"unit":"st_lb"}"#)
      #expect(refused.status == 422 && refused.faults == ["/unit not-one-of"])
      #expect(try await api.post("/v1/accounts", #"{"unit":"st"}"#).status == 201)
    }
  }
}
