import HTTPCore
import JSON
import KirokuCore
import Testing

@testable import KirokuAPI

/// The two ways in which a donation is told of.
enum DonationDoor: String, CaseIterable, Sendable {
  case rest, sync
}

/// A device with an account.
struct DonationDevice {
  let api: TestAPI
  let token: String
  var client = UUIDBytes.random().description

  init(_ api: TestAPI, token: String? = nil) async throws {
    self.api = api
    if let token { self.token = token } else { self.token = try await api.appToken() }
  }

  func headers(_ source: String?, intent: String?, _ key: String? = nil) -> [(String, String)] {
    var headers = [("Kiroku-Client-Id", client)]
    if let source { headers.append(("Kiroku-Source", source)) }
    if let intent { headers.append(("Kiroku-Intent", intent)) }
    if let key { headers.append(("Idempotency-Key", key)) }
    return headers
  }

  /// Logs a weight; the act's id.
  func log(
    _ source: String? = "app", intent: String? = "Log", at time: String? = nil
  ) async throws -> String {
    var headers = headers(source, intent: intent)
    if let time { headers.append(TestAPI.acted(time)) }
    let made = try await api.post("/v1/entries", token: token, #"{"weightKg":65}"#, headers)
    guard made.status == 201, let id = made.string("undo", "opId") else { throw Unexpected(made) }
    return id
  }

  /// What became of a donation, in a word or a problem's code, and whether it is told as a repeat.
  func donate(
    _ act: String, _ intent: String = "Log", _ identifier: String = "d",
    key: String = UUIDBytes.random().description, through door: DonationDoor = .rest
  ) async throws -> String {
    let fields = #""intent":"\#(intent)","donationIdentifier":"\#(identifier)""#
    switch door {
    case .rest:
      let answer = try await api.post(
        "/v1/donations", token: token, #"{"opId":"\#(act)",\#(fields)}"#,
        headers(nil, intent: nil, key))
      if let code = answer.string("code") { return "\(answer.status) \(code)" }
      let isMade = answer.status == 201
      #expect(answer.string("created") == "\(isMade)", "\(answer)")
      let again = answer.header(.replayed) == "true" ? " again" : ""
      return (isMade ? "created" : answer.string("discarded") == "true" ? "discarded" : "known")
        + again
    case .sync:
      let operation = SyncDevice.operation("donate", "operation", act, opID: key, "{\(fields)}")
      let answer = try await api.post(
        "/v1/sync", token: token, #"{"clientId":"\#(client)","ops":[\#(operation)]}"#)
      let result = { (names: String...) in
        names.count == 1
          ? answer.string("results", "0", names[0])
          : answer.string("results", "0", names[0], names[1])
      }
      if let code = result("problem", "code") {
        return "\(result("problem", "status") ?? "") \(code)"
      }
      let isMade = result("created") == "true"
      let word = isMade ? "created" : result("discarded") == "true" ? "discarded" : "known"
      guard result("outcome") == "duplicate" else {
        let outcomes = ["created": "applied", "known": "unchanged", "discarded": "superseded"]
        #expect(result("outcome") == outcomes[word], "\(answer)")
        #expect(result("record", "type") == (isMade ? "donation" : nil))
        return word
      }
      return word + " again"
    }
  }

  func undo(_ act: String, through door: DonationDoor = .rest) async throws -> Answer {
    switch door {
    case .rest:
      try await api.post(
        "/v1/undo", token: token, #"{"opId":"\#(act)"}"#, headers(nil, intent: nil))
    case .sync:
      try await api.post(
        "/v1/sync", token: token,
        #"{"clientId":"\#(client)","ops":[\#(SyncDevice.operation("undo", "operation", act))]}"#)
    }
  }

  /// The identifiers of the donations that are not deleted, newest first.
  func list(_ query: String = "") async throws -> [String] {
    try await api.get("/v1/donations" + query, token: token)
      .texts("donations", "donationIdentifier")
  }

  /// What the device's feed says of donations.
  func feed(after cursor: String? = nil) async throws -> (donations: [String], cursor: String) {
    let query = cursor.map { "?cursor=\($0)" } ?? ""
    let page = try await api.get(
      "/v1/changes" + query, token: token, [("Kiroku-Client-Id", client)])
    guard case .array(let changes)? = page["changes"], let next = page.string("cursor") else {
      throw Unexpected(page)
    }
    let donations = changes.indices.filter {
      page.string("changes", "\($0)", "type") == "donation"
    }.map { index in
      let place = "\(index)"
      return page.string("changes", place, "donationIdentifier").map { "-" + $0 }
        ?? page.string("changes", place, "value", "donationIdentifier") ?? "?"
    }
    return (donations, next)
  }
}
