import Foundation
import HTTPCore
import Testing

@testable import KirokuAPI

/// Routes by the header parameters that `openapi.yaml` has for them.
private let parameters: [String: Set<String>] = {
  var parameters: [String: Set<String>] = [:]
  var (path, method) = ("", "")
  for line in OpenAPIFile.text.split(separator: "\n") {
    if line == "components:" { break }
    let key = line.drop { $0 == " " }.prefix { $0 != ":" }
    switch line.prefix(while: { $0 == " " }).count {
    case 2 where key.hasPrefix("/"): path = String(key)
    case 4: method = key.uppercased()
    default:
      guard let start = line.range(of: "#/components/parameters/") else { continue }
      let name = line[start.upperBound...].prefix { $0.isLetter }
      parameters["\(method) \(path)", default: []].insert(String(name))
    }
  }
  return parameters
}()

extension MatrixTests {
  /// An account with an entry, a habit, and an act under a key.
  private struct Scene {
    let token: String
    let key: String
    let ids: [String: String]

    init(_ api: TestAPI) async throws {
      token = try await api.appToken()
      key = "019ad8f2-6a40-7c19-93e0-8f3f0f5a7b21"
      let entry = try await api.post(
        "/v1/entries", token: token, #"{"weightKg":70}"#, [("Idempotency-Key", key)])
      let habit = try await api.post(
        "/v1/habits", token: token, #"{"name":"Run","kind":"check"}"#)
      let count = try await api.post(
        "/v1/habits", token: token,
        #"{"name":"Drink","kind":"count","target":{"value":2,"unit":"l"}}"#)
      ids = [
        "entries": try #require(entry.string("entry", "id"), "\(entry)"),
        "habits": try #require(habit.string("habit", "id"), "\(habit)"),
        "count": try #require(count.string("habit", "id"), "\(count)"),
      ]
    }

    /// The id of a record that the route is for.
    func id(for route: RouteCase) -> String {
      if route.pattern.hasSuffix("/increment") { return ids["count"] ?? "" }
      if route.pattern.hasPrefix("/v1/undo") || route.pattern.hasPrefix("/v1/redo") { return key }
      let resource = route.pattern.split(separator: "/").dropFirst().first.map(String.init) ?? ""
      return ids[resource] ?? RouteCase.anyID
    }
  }

  @Test("Refuses a key that was used for something else, and changes nothing")
  func reusedKeys() async throws {
    try await TestAPI.run { api in
      let routes = RouteCase.all.filter {
        parameters[$0.name]?.contains("IdempotencyKey") == true
      }
      #expect(routes.count >= 10)
      for route in routes {
        let scene = try await Scene(api)
        let before = try await api.rows(of: scene.token)
        let answer = try await api.call(
          route, id: scene.id(for: route), token: scene.token, [("Idempotency-Key", scene.key)])
        #expect(
          answer.status == 422 && answer.string("code") == "idempotency-key-reused",
          "\(route.name): \(answer)")
        #expect(try await api.rows(of: scene.token) == before, "\(route.name)")
      }
    }
  }

  @Test("Refuses what is only to be done to another state of the record, and shows how it is")
  func failedConditions() async throws {
    try await TestAPI.run { api in
      let routes = RouteCase.all.filter { parameters[$0.name]?.contains("IfMatch") == true }
      #expect(routes.count >= 5)
      for route in routes {
        let scene = try await Scene(api)
        let before = try await api.rows(of: scene.token)
        let answer = try await api.call(
          route, id: scene.id(for: route), token: scene.token, [("If-Match", "\"999999-x\"")])
        #expect(
          answer.status == 412 && answer.string("code") == "precondition-failed",
          "\(route.name): \(answer)")
        #expect(try await api.rows(of: scene.token) == before, "\(route.name)")
      }
    }
  }
}
