internal import HTTPCore
internal import KirokuCore

/// Every kind of problem the API answers with (RFC 9457): its status and its words.
///
/// The code is stable and ends the problem's `type`. The words are exhaustive by construction: a
/// new code does not compile before it has them in every language.
enum ProblemCode: String, CaseIterable {
  case routeNotFound = "route-not-found"
  case notFound = "not-found"
  case methodNotAllowed = "method-not-allowed"
  case notAcceptable = "not-acceptable"
  case tokenMissing = "token-missing"
  case tokenInvalid = "token-invalid"
  case insufficientScope = "insufficient-scope"
  case crossSiteRequest = "cross-site-request"
  case signUpClosed = "sign-up-closed"
  case inviteInvalid = "invite-invalid"
  case bodyTooLarge = "body-too-large"
  case bodyTimeout = "body-timeout"
  case malformedBody = "malformed-body"
  case unsupportedMediaType = "unsupported-media-type"
  case malformedJSON = "malformed-json"
  case malformedQuery = "malformed-query"
  case invalidFields = "invalid-fields"
  case idempotencyKeyReused = "idempotency-key-reused"
  case preconditionFailed = "precondition-failed"
  case nothingToUndo = "nothing-to-undo"
  case notUndoable = "not-undoable"
  case undoExpired = "undo-expired"
  case operationExpired = "op-expired"
  case actNotSaved = "act-not-saved"
  case donationNotApplicable = "donation-not-applicable"
  case recoveryCodeInvalid = "recovery-code-invalid"
  case pairingCodeInvalid = "pairing-code-invalid"
  case syncCursorExpired = "sync-cursor-expired"
  case tooManyStreams = "too-many-streams"
  case tooManyTokens = "too-many-tokens"
  case tooManyFocusFilters = "too-many-focus-filters"
  case tooManyHabits = "too-many-habits"
  case secretAlreadyUsed = "secret-already-used"
  case malformedRequest = "malformed-request"
  case requestTimeout = "request-timeout"
  case targetTooLong = "request-line-too-long"
  case headerFieldsTooLarge = "header-fields-too-large"
  case expectationFailed = "expectation-failed"
  case notImplemented = "not-implemented"
  case versionNotSupported = "version-not-supported"
  case rateLimited = "rate-limited"
  case unavailable
  case internalError = "internal-error"

  var status: Status {
    switch self {
    case .routeNotFound, .notFound, .nothingToUndo: .notFound
    case .methodNotAllowed: .methodNotAllowed
    case .notAcceptable: .notAcceptable
    case .tokenMissing, .tokenInvalid: .unauthorized
    case .insufficientScope, .crossSiteRequest, .signUpClosed, .inviteInvalid,
      .recoveryCodeInvalid, .pairingCodeInvalid:
      .forbidden
    case .bodyTooLarge: .contentTooLarge
    case .bodyTimeout, .requestTimeout: .requestTimeout
    case .targetTooLong: .uriTooLong
    case .headerFieldsTooLarge: .headerFieldsTooLarge
    case .expectationFailed: .expectationFailed
    case .notImplemented: .notImplemented
    case .versionNotSupported: .versionNotSupported
    case .malformedRequest, .malformedBody, .malformedJSON, .malformedQuery: .badRequest
    case .unsupportedMediaType: .unsupportedMediaType
    case .invalidFields, .idempotencyKeyReused, .notUndoable, .donationNotApplicable:
      .unprocessableContent
    case .preconditionFailed: .preconditionFailed
    case .undoExpired, .operationExpired, .syncCursorExpired: .gone
    case .secretAlreadyUsed, .tooManyTokens, .tooManyFocusFilters, .tooManyHabits, .actNotSaved:
      .conflict
    case .rateLimited, .tooManyStreams: .tooManyRequests
    case .unavailable: .serviceUnavailable
    case .internalError: .internalServerError
    }
  }

  /// The same for every occurrence of the problem (RFC 9457 §3.1.3).
  func title(in language: Language) -> String {
    switch language {
    case .en: english.title
    case .ja: japanese.title
    }
  }

  /// What a person can be told, where nothing more precise is known.
  func detail(in language: Language) -> String {
    switch language {
    case .en: english.detail
    case .ja: japanese.detail
    }
  }
}
