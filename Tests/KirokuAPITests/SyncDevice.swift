import JSON
import KirokuCore
import KirokuStore

@testable import KirokuAPI

/// A device that syncs: its token, its cursor, and the copy that it keeps.
final class SyncDevice {
  let api: TestAPI
  let token: String
  let clientID = UUIDBytes.random().description
  private(set) var cursor: String?
  /// The values by type and id, as the feed told them.
  private(set) var copy: [String: JSONValue] = [:]

  init(_ api: TestAPI, token: String) {
    self.api = api
    self.token = token
  }

  /// An operation as JSON.
  static func operation(
    _ kind: String, _ type: String, _ id: String, opID: String = UUIDBytes.random().description,
    at actedAt: String? = nil, seen: String? = nil, _ fields: String? = nil
  ) -> String {
    var text = #"{"opId":"\#(opID)","record":{"type":"\#(type)","id":"\#(id)"},"kind":"\#(kind)""#
    if let actedAt { text += #","actedAt":"\#(actedAt)""# }
    if let seen { text += #","seen":"\#(seen)""# }
    if let fields { text += #","fields":\#(fields)"# }
    return text + "}"
  }

  /// Sends operations and takes in what has changed, until there is nothing more.
  @discardableResult
  func sync(_ operations: [String] = [], clockOffset: Int? = nil) async throws -> Answer {
    let answer = try await send(operations, clockOffset: clockOffset)
    guard answer.status == 200 else { return answer }
    try take(answer)
    var page = answer
    while page.string("hasMore") == "true" {
      page = try await api.get("/v1/changes?cursor=\(cursor ?? "")", token: token)
      try take(page)
    }
    return answer
  }

  /// Sends operations and takes nothing in.
  func send(_ operations: [String], clockOffset: Int? = nil) async throws -> Answer {
    var body = #"{"clientId":"\#(clientID)""#
    if let cursor { body += #","cursor":"\#(cursor)""# }
    if let clockOffset { body += #","clockOffsetMs":\#(clockOffset)"# }
    body += ",\"ops\":[\(operations.joined(separator: ","))]}"
    return try await api.post("/v1/sync", token: token, body)
  }

  private func take(_ page: Answer) throws {
    guard case .array(let changes)? = page["changes"] else { throw Unexpected(page) }
    for case .object(let change) in changes {
      guard case .string(let type)? = change["type"], case .string(let id)? = change["id"] else {
        throw Unexpected(page)
      }
      if case .bool(true)? = change["deleted"] {
        copy[type + " " + id] = nil
        for name in copy.keys where name.hasPrefix("day \(id)/") { copy[name] = nil }
      } else {
        copy[type + " " + id] = change["value"]
      }
    }
    cursor = page.string("cursor")
  }

  func value(_ type: String, _ id: String) -> JSONObject? {
    if case .object(let value)? = copy[type + " " + id] { value } else { nil }
  }
}

extension UUIDBytes {
  static func random() -> UUIDBytes {
    var random = SystemRandomNumberGenerator()
    return .random(using: &random)
  }
}

extension Answer {
  /// The outcomes of a sync, in order.
  var outcomes: [String] {
    guard case .array(let results)? = self["results"] else { return [] }
    return results.map { result in
      guard case .object(let result) = result, case .string(let outcome)? = result["outcome"] else {
        return "?"
      }
      return outcome
    }
  }
}
