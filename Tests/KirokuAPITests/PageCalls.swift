import Foundation
import HTTPCore
import KirokuCore
import Testing

@testable import KirokuAPI

extension TestAPI {
  /// Sends the form of the sign-in page, as a browser on it does.
  func signIn(
    _ token: String, _ headers: [(String, String)] = [("Sec-Fetch-Site", "same-origin")],
    peer: String = "192.0.2.1"
  ) async throws -> Answer {
    try await form("/dashboard", "token=\(token)&user=Kiroku", headers, peer: peer)
  }

  func form(
    _ path: String, _ body: String,
    _ headers: [(String, String)] = [("Sec-Fetch-Site", "same-origin")], peer: String = "192.0.2.1"
  ) async throws -> Answer {
    let type = ("Content-Type", "application/x-www-form-urlencoded")
    return try await send("POST", path, [type] + headers, body: Array(body.utf8), peer: peer)
  }

  /// Signs in; the cookie's name and value.
  func session(_ token: String) async throws -> String {
    let answer = try await signIn(token)
    guard answer.status == 303, let cookie = answer.header(.setCookie) else {
      throw Unexpected(answer)
    }
    return String(cookie.prefix { $0 != ";" })
  }

  func page(_ cookie: String?, language: String? = nil) async throws -> Answer {
    try await page("/dashboard", cookie, language: language)
  }

  /// A page, as whoever holds the cookie sees it.
  func page(
    _ path: String, _ cookie: String?, language: String? = nil
  ) async throws -> Answer {
    var headers: [(String, String)] = []
    if let cookie { headers.append(("Cookie", "theme=dark; \(cookie)")) }
    if let language { headers.append(("Accept-Language", language)) }
    return try await get(path, headers)
  }
}

extension Answer {
  var isSignInPage: Bool { text.contains("name=\"token\"") && text.contains("type=\"password\"") }

  /// The exact numbers and days of the page, in order, from the element with an id on, up to its end.
  func values(in id: String) -> [String] {
    guard let start = text.range(of: "id=\"\(id)\"")?.upperBound else { return [] }
    let rest = text[start...]
    let part = rest[..<(rest.range(of: "From the API:")?.lowerBound ?? rest.endIndex)]
    return part.split(separator: "<").compactMap { piece in
      for opening in ["data value=\"", "time datetime=\""] where piece.hasPrefix(opening) {
        return String(piece.dropFirst(opening.count).prefix { $0 != "\"" })
      }
      return nil
    }
  }
}
