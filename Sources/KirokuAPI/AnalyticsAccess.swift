internal import HTTPCore
internal import KirokuCore
internal import KirokuStore

extension Call {
  /// What reads the measures, for a request with a token of analytics.
  ///
  /// - Throws: 401 without a valid token, 403 with one of an account, 429 where the token asks too often.
  func measures() async throws(Problem) -> Measures {
    // Any permission will do: only whether the token is valid is asked, and no scope of an account holds this one.
    let credential = try Credential(request.head, .manageAccount)
    let secret = credential.secret
    let now = environment.monotonicNanoseconds()
    try environment.accountLimit?.check(secret.accountID, now: now)
    if secret.accountID == .none {
      let found = try await storedWhateverIsWrong { () throws(StoreError) in
        try await environment.store.measures.authenticate(secret)
      }
      guard let measures = found else { throw .tokenInvalid }
      environment.accountLimit?.count(.none, now: now)
      return measures
    }
    let access = try await storedWhateverIsWrong { () throws(StoreError) in
      try await environment.store.tokens.authenticate(secret, for: .manageAccount)
    }
    switch access {
    case .unauthorized: throw .tokenInvalid
    case .forbidden(let caller), .granted(let caller, _):
      environment.accountLimit?.count(secret.accountID, now: now)
      throw .insufficientScope([.analytics])
        .afterTokenCheck(language: caller.account.settings.language)
    }
  }
}
