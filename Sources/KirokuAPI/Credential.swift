internal import HTTPCore
internal import KirokuCore
internal import KirokuStore

/// The token that a request carries, and what its route needs of it.
///
/// Made by authorized routes alone. Whether the token is valid is told by the statement that it is
/// used in.
struct Credential: Sendable {
  let secret: TokenSecret
  let permission: Permission

  /// Reads `Authorization: Bearer …` (RFC 6750 §2.1).
  ///
  /// - Throws: 401, for anything else.
  init(_ head: RequestHead, _ permission: Permission) throws(Problem) {
    let read = head.withValue(of: .authorization) { value -> TokenSecret?? in
      guard value.count > Self.scheme.count else { return nil }
      for index in Self.scheme.indices where value[index] | 0x20 != Self.scheme[index] {
        return nil
      }
      var start = Self.scheme.count
      while start < value.count - 1, value[start] == UInt8(ascii: " ") { start += 1 }
      return .some(TokenSecret(utf8: value.extracting(start..<value.count)))
    }
    guard let found = read ?? nil else { throw .tokenMissing }
    guard let secret = found, head.count(of: .authorization) == 1 else { throw .tokenInvalid }
    self.secret = secret
    self.permission = permission
  }

  /// The scheme's name is in any case (RFC 9110 §11.1), and a space ends it.
  private static let scheme = Array("bearer ".utf8)

  /// The caller and the value that a statement answered.
  ///
  /// - Throws: 401 or 403, where the token was not good enough.
  func granted<Value>(_ access: Access<Value>) throws(Problem) -> (Caller, Value) {
    switch access {
    case .granted(let caller, let value): return (caller, value)
    case .unauthorized: throw .tokenInvalid
    case .forbidden(let caller):
      throw Problem.insufficientScope(permission.scopes)
        .afterTokenCheck(language: caller.account.settings.language)
    }
  }
}

/// RFC 6750 §3.
private let challenge = #"Bearer realm="kiroku""#

extension Problem {
  /// For a token of none of these scopes (RFC 6750 §3.1).
  static func insufficientScope(_ scopes: [Scope]) -> Problem {
    let scopes = scopes.map(\.rawValue).joined(separator: " ")
    return Problem(.insufficientScope)
      .with(.wwwAuthenticate, #"\#(challenge), error="insufficient_scope", scope="\#(scopes)""#)
  }

  /// A request without a token is told of no error (RFC 6750 §3.1).
  fileprivate static var tokenMissing: Problem {
    var problem = Problem(.tokenMissing).with(.wwwAuthenticate, challenge)
    problem.isTokenChecked = true
    return problem
  }

  static var tokenInvalid: Problem {
    var problem = Problem(.tokenInvalid)
      .with(.wwwAuthenticate, #"\#(challenge), error="invalid_token""#)
    problem.isTokenChecked = true
    return problem
  }
}
