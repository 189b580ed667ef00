import JSON
import KirokuCore

@testable import KirokuAPI

extension TestAPI {
  /// Makes a habit that is checked every day; its path.
  func check(
    _ name: String = "Read", token: String, _ more: String = "",
    _ headers: [(String, String)] = []
  ) async throws -> String {
    try await habit("{\"name\":\"\(name)\",\"kind\":\"check\"\(more)}", token: token, headers)
  }

  /// Makes a habit of amounts, eight a day; its path.
  func count(_ name: String = "Water", token: String, _ more: String = "") async throws -> String {
    try await habit(
      "{\"name\":\"\(name)\",\"kind\":\"count\",\"target\":{\"value\":8,\"unit\":\"glasses\"}\(more)}",
      token: token)
  }

  func habit(
    _ body: String, token: String, _ headers: [(String, String)] = []
  ) async throws -> String {
    let made = try await post("/v1/habits", token: token, body, headers)
    guard made.status == 201, let id = made.string("habit", "id") else { throw Unexpected(made) }
    return "/v1/habits/\(id)"
  }

  /// What a widget shows of the first habit.
  func widgetHabit(token: String, _ headers: [(String, String)] = []) async throws -> JSONValue? {
    try await get("/v1/widget", token: token, headers)["habits", "0"]
  }

  /// A time at which a person acted.
  static func acted(_ time: String) -> (String, String) { ("Kiroku-Acted-At", time) }
}

extension Answer {
  /// The member of each element of a list.
  func texts(_ list: String, _ member: String) -> [String] {
    guard case .array(let elements)? = self[list] else { return [] }
    return elements.map { element in
      guard case .object(let object) = element else { return "?" }
      switch object[member] {
      case .string(let text): return text
      case .number(let number): return number.text
      case .bool(let flag): return String(flag)
      case .null: return "null"
      default: return "?"
      }
    }
  }
}
