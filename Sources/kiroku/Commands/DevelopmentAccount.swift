internal import JSON
internal import KirokuCore
internal import KirokuStore

/// The account that `serve --development` makes once, so that the first `curl` needs nothing else.
struct DevelopmentAccount {
  private let secret: TokenSecret
  private let folder: String

  /// The one kept in the data folder, as long as the database knows it; else a new one.
  static func find(
    in folder: String, _ opened: OpenedDatabase
  ) throws(ProgramError) -> DevelopmentAccount {
    let path = DataFolder(folder).developmentAccountPath
    if let secret = FileSystem.text(path).flatMap(secret), try isKnown(secret, opened) {
      return DevelopmentAccount(secret: secret, folder: folder)
    }
    try DataFolder(folder).make()
    let created = try opened.createAccount(AccountSettings())
    try FileSystem.write(created.json + "\n", to: path, mode: 0o600)
    guard let secret = secret(created.json) else {
      throw .failed("the development account has no token")
    }
    return DevelopmentAccount(secret: secret, folder: folder)
  }

  /// The secret of the first token with all rights.
  private static func secret(_ text: String) -> TokenSecret? {
    guard case .object(let object) = try? JSONReader.read(Array(text.utf8)),
      case .array(let tokens) = object["tokens"]
    else { return nil }
    for case .object(let token) in tokens {
      guard case .string(Scope.app.rawValue) = token["scope"],
        case .string(let secret) = token["secret"]
      else { continue }
      return TokenSecret(secret)
    }
    return nil
  }

  private static func isKnown(
    _ secret: TokenSecret, _ opened: OpenedDatabase
  ) throws(ProgramError) -> Bool {
    let store = opened.store
    return try Waiting.result(
      of: { () async throws(ProgramError) in
        do throws(StoreError) {
          guard case .granted = try await store.tokens.authenticate(secret, for: .writeEntries)
          else {
            return false
          }
          return true
        } catch {
          throw .failed("the development account cannot be read: \(error.description)")
        }
      }, on: opened.loop)
  }

  /// What a person needs for the first request.
  func introduction(host: String, port: UInt16) -> String {
    let url = "http://\(Self.reachable(host)):\(port)"
    let authorization = "-H 'Authorization: Bearer \(secret.text)'"
    return """

      Kiroku listens on \(url)

      Token of the development account (kept in \(folder)/development-account.json):
        \(secret.text)

      Log a weight:
        curl -i \(url)/v1/entries \(authorization) -H 'Content-Type: application/json' -d '{"weightKg": 65.2}'

      Read it back:
        curl \(url)/v1/entries/suggested \(authorization)

      See it: open \(url)/dashboard and paste the token.

      Ctrl-C stops it; what was logged stays in \(folder).

      """
  }

  private static func reachable(_ host: String) -> String {
    if host == "0.0.0.0" { return "127.0.0.1" }
    if host == "::" { return "[::1]" }
    return host.contains(":") ? "[\(host)]" : host
  }
}
