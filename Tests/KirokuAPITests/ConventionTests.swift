import HTTPCore
import Postgres
import Testing

@Suite("Conventions of every route")
struct ConventionTests {
  @Test("Paths that are none are 404, methods that are none 405 with Allow")
  func routing() async throws {
    try await TestAPI.run { api in
      for path in ["/", "/v1", "/v1/entries/", "/v2/entries", "/v1/entries/%C0%80", "/v1//entries"]
      {
        let answer = try await api.get(path)
        #expect(answer.status == 404 && answer.string("code") == "route-not-found", "\(path)")
        #expect(answer.route == nil)
      }
      let delete = try await api.send("DELETE", "/v1/entries")
      #expect(delete.status == 405 && delete.string("code") == "method-not-allowed")
      #expect(delete.header(.allow) == "GET, HEAD, OPTIONS, POST")
      let options = try await api.send("OPTIONS", "/v1/entries/suggested")
      #expect(options.status == 204 && options.header(.allow) == "GET, HEAD, OPTIONS")
    }
  }

  @Test("HEAD is answered as GET is")
  func head() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let get = try await api.get("/v1/entries", token: token)
      let head = try await api.send("HEAD", "/v1/entries", token: token)
      #expect(head.status == 200 && head.headers == get.headers)
    }
  }

  @Test("An answer says in which language it is, and that it is the caller's alone")
  func headers() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      for path in ["/v1/entries", "/v1/entries/suggested", "/v1/entries/x"] {
        let answer = try await api.get(path, token: token)
        #expect(answer.header(.vary) == "Authorization, Accept-Language")
        #expect(answer.header(.cacheControl) == "private, no-cache")
        #expect(answer.header(.contentLanguage) == "en")
        #expect(answer.header("X-Content-Type-Options") == "nosniff")
      }
    }
  }

  @Test("A client that takes no JSON is 406")
  func accept() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      for (accept, status) in [
        ("text/html", 406), ("application/json;q=0", 406), ("application/json", 200),
        ("text/html, */*;q=0.1", 200), ("application/*", 200), ("", 200),
      ] {
        let answer = try await api.get("/v1/entries", token: token, [("Accept", accept)])
        #expect(answer.status == status, "\(accept)")
      }
      let post = try await api.post(
        "/v1/entries", token: token, #"{"weightKg":65}"#, [("Accept", "text/html")])
      #expect(post.status == 406 && post.string("code") == "not-acceptable")
      #expect(try await api.storedRows() == 0)
    }
  }

  @Test("A body that is not announced as JSON in UTF-8 is 415")
  func contentType() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      for (type, status) in [
        ("application/x-www-form-urlencoded", 415), ("text/json", 415), ("application", 415),
        ("application/json; charset=shift_jis", 415), ("application/json; charset=UTF-8", 201),
        ("APPLICATION/JSON", 201),
      ] {
        let answer = try await api.post(
          "/v1/entries", token: token, #"{"weightKg":65}"#, [("Content-Type", type)])
        #expect(answer.status == status, "\(type)")
        if status == 415 { #expect(answer.header(.accept) == "application/json") }
      }
      let compressed = try await api.post(
        "/v1/entries", token: token, #"{"weightKg":65}"#, [("Content-Encoding", "gzip")])
      #expect(compressed.status == 415 && compressed.header("Accept-Encoding") == "identity")
    }
  }

  @Test("A body of more than 1 MiB is 413")
  func tooLarge() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let body = [UInt8](repeating: 0x20, count: (1 << 20) + 1)
      // Of the wrong type as well: that comes later.
      for type in ["application/json", "text/plain"] {
        let answer = try await api.send(
          "POST", "/v1/entries", token: token, [("Content-Type", type)], body: body)
        #expect(answer.status == 413 && answer.string("code") == "body-too-large")
      }
    }
  }

  @Test(
    "A representation that the client has is 304, until the record, the language or the list changes"
  )
  func conditional() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let made = try await api.post("/v1/entries", token: token, #"{"weightKg":65.2}"#)
      let path = try #require(made.header(.location))
      for path in [path, "/v1/entries", "/v1/entries/suggested"] {
        let first = try await api.get(path, token: token)
        let tag = try #require(first.header(.etag))
        #expect(tag.hasPrefix("\"1-"))
        for condition in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
          let again = try await api.get(path, token: token, [("If-None-Match", condition)])
          #expect(again.status == 304 && again.text.isEmpty)
          #expect(again.header(.etag) == tag)
        }
        let japanese = try await api.get(
          path, token: token, [("If-None-Match", tag), ("Accept-Language", "ja")])
        #expect(japanese.status == 200 && japanese.header(.etag) != tag)
      }
      let list = try await api.get("/v1/entries", token: token)
      let record = try await api.get(path, token: token)
      _ = try await api.post("/v1/entries", token: token, #"{"weightKg":66}"#)
      let condition = [("If-None-Match", list.header(.etag) ?? "")]
      #expect(try await api.get("/v1/entries", token: token, condition).status == 200)
      let unchanged = [("If-None-Match", record.header(.etag) ?? "")]
      #expect(try await api.get(path, token: token, unchanged).status == 304)
    }
  }

  @Test("The server tells that it lives, that it is ready, and what its contract is")
  func server() async throws {
    try await TestAPI.run { api in
      #expect(try await api.get("/healthz").text == #"{"status":"ok"}"#)
      #expect(try await api.get("/readyz").text == #"{"status":"ready"}"#)
      let contract = try await api.get("/openapi.yaml")
      #expect(contract.status == 200 && contract.text.hasPrefix("openapi: 3.1.0\n"))
      #expect(contract.header(.contentType) == "application/yaml")
      try await api.execute("delete from schema_migrations")
      let behind = try await api.get("/readyz")
      #expect(behind.status == 503 && behind.header(.retryAfter) == "5")
      #expect(api.failures.all.count == 1)
    }
  }
}
