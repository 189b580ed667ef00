import HTTPCore
import KirokuCore
import Postgres
import Testing

@testable import KirokuAPI

/// A route as the matrix calls it: all from the table of routes, so that a new one is called too.
struct RouteCase: Sendable, CustomTestStringConvertible {
  let method: HTTPMethod
  let pattern: String
  /// What its token needs; nil where it needs none of an account.
  let permission: Permission?
  /// Whether it takes tokens of analytics alone.
  let isForAnalytics: Bool

  /// All but the pages, which are for people and have tests of their own.
  static let all: [RouteCase] = {
    let routes = Routes.all()
    return routes.table.compactMap { method, pattern in
      let found = routes.match(method, path(pattern, id: anyID))
      if case .found(.page, _, _) = found { return nil }
      let (permission, isForAnalytics): (Permission?, Bool) =
        switch found {
        case .found(.authorized(let permission, _), _, _): (permission, false)
        case .found(.analytics, _, _): (nil, true)
        default: (nil, false)
        }
      return RouteCase(
        method: method, pattern: pattern, permission: permission, isForAnalytics: isForAnalytics)
    }
  }()

  static let authorized = all.filter { $0.permission != nil }
  static let analytics = all.filter(\.isForAnalytics)
  static let open = all.filter { $0.permission == nil && !$0.isForAnalytics }

  /// An id that nothing has.
  static let anyID = "019ad8f2-7b10-7e44-8c0f-54f1c0b7d9aa"

  /// Of no account.
  private static let wrongRecoveryCode: String = {
    var random = SystemRandomNumberGenerator()
    return RecoveryCode(accountID: UUIDBytes(high: 1, low: 1), using: &random).text
  }()

  var name: String { "\(method.name) \(pattern)" }
  var testDescription: String { name }
  var takesBody: Bool { [.post, .put, .patch].contains(method) }
  var takesID: Bool { pattern.contains("{id}") }

  func path(id: String = anyID) -> String { Self.path(pattern, id: id) }

  private static func path(_ pattern: String, id: String) -> String {
    pattern.split(separator: "/", omittingEmptySubsequences: false)
      .map { $0 == "{day}" ? "2026-12-01" : $0.hasPrefix("{") ? Substring(id) : $0 }
      .joined(separator: "/")
  }

  /// A body that the route accepts, for those that need more than `{}`.
  func body(naming id: String = anyID) -> String {
    switch name {
    case "POST /v1/entries", "PUT /v1/entries/{id}": #"{"weightKg":65}"#
    case "PATCH /v1/entries/{id}": #"{"note":"mine"}"#
    case "POST /v1/habits", "PUT /v1/habits/{id}": #"{"name":"Read","kind":"check"}"#
    case "PATCH /v1/habits/{id}": #"{"note":"mine"}"#
    case "PUT /v1/habits/{id}/days/{day}": #"{"done":true}"#
    case "POST /v1/habits/{id}/days/{day}/increment": #"{"by":1}"#
    case "POST /v1/habits/{id}/days/{day}/toggle": #"{"shown":false}"#
    case "POST /v1/donations":
      "{\"opId\":\"\(id)\",\"intent\":\"Log\",\"donationIdentifier\":\"d\"}"
    case "POST /v1/events": "{\"events\":[{\"id\":\"\(id)\",\"name\":\"app_open\"}]}"
    case "POST /v1/undo", "POST /v1/redo": "{\"opId\":\"\(id)\"}"
    case "POST /v1/tokens", "POST /v1/pairings": #"{"scope":"read"}"#
    case "POST /v1/accounts/recover": "{\"recoveryCode\":\"\(Self.wrongRecoveryCode)\"}"
    case "POST /v1/pairings/claim": #"{"code":"ABCD-2345"}"#
    default: "{}"
    }
  }
}

/// The statuses that `openapi.yaml` has for each operation: keys eight spaces deep under a method.
private let documented: [String: Set<Int>] = {
  var statuses: [String: Set<Int>] = [:]
  var (path, method) = ("", "")
  for line in OpenAPIFile.text.split(separator: "\n") {
    let key = line.drop { $0 == " " }.prefix { $0 != ":" }
    switch line.prefix(while: { $0 == " " }).count {
    case 2 where key.hasPrefix("/"): path = String(key)
    case 4: method = key.uppercased()
    case 8 where key.hasPrefix("'"):
      if let status = Int(key.dropFirst().dropLast()) {
        statuses["\(method) \(path)", default: []].insert(status)
      }
    default: break
    }
  }
  return statuses
}()

extension TestAPI {
  /// Calls a route, which answers what its contract says. A body is sent only where one is taken.
  func call(
    _ route: RouteCase, id: String = RouteCase.anyID, query: String = "", token: String? = nil,
    _ headers: [(String, String)] = [], body: String? = nil
  ) async throws -> Answer {
    let bytes = route.takesBody ? Array((body ?? route.body(naming: id)).utf8) : nil
    let answer = try await send(
      route.method.name, route.path(id: id) + query, token: token, headers, body: bytes)
    #expect(
      documented[route.name]?.contains(answer.status) == true,
      "openapi.yaml has no \(answer.status) for \(route.name)")
    return answer
  }

  /// All rows of an account, whatever tables there are, as one text.
  func rows(of token: String) async throws -> String {
    guard let account = TokenSecret(token)?.accountID else { return "" }
    return try await database.withConnection { connection throws(PostgresError) in
      try await connection.script(
        """
        create or replace function pg_temp.rows_of(account uuid) returns text language plpgsql as $$
        declare
          name text;
          part text;
          parts text := '';
        begin
          for name in select c.relname from pg_class c
            join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
            where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
              -- The whole has the rows of its partitions.
              and not c.relispartition
            order by 1
          loop
            execute format('select string_agg(t::text, E''\\n'' order by t::text) from %I t '
              'where account_id = $1', name) into part using account;
            parts := parts || name || ': ' || coalesce(part, '') || E'\\n';
          end loop;
          return parts;
        end $$;
        """)
      return try await connection.query("select pg_temp.rows_of(\(account))")[0].text(0)
    }
  }
}
