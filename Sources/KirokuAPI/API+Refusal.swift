public import HTTPCore
internal import KirokuCore

extension API {
  /// Answers for the server where a message is no request, comes too slowly, or there is no room for it: the same
  /// problem documents as for any other refusal, in the language that its header asked for as far as it came.
  public static func answer(to refused: RefusedRequest) -> Response {
    var problem = Problem(refused.cause.problemCode)
    problem.reason = refused.cause.code
    if let seconds = refused.cause.retryAfterSeconds {
      problem = problem.with(.retryAfter, String(seconds))
    }
    let languages = Language.allCases.map(\.rawValue)
    let language = refused.value(of: .acceptLanguage)
      .flatMap { AcceptLanguage.pick($0, from: languages) }.flatMap(Language.init)
    return problem.response(in: language ?? .en, requestID: refused.requestID)
  }
}

extension RefusedRequest.Cause {
  fileprivate var problemCode: ProblemCode {
    switch self {
    case .malformed(let refusal): ProblemCode(refusal)
    case .headTimeout: .requestTimeout
    case .truncatedHead: .malformedRequest
    case .tooManyConnections, .responderTimeout: .unavailable
    }
  }
}

extension ProblemCode {
  /// The problem that a message of bad form is; its status is the refusal's.
  init(_ refusal: Refusal) {
    self =
      switch refusal {
      case .requestLineTooLong: .targetTooLong
      case .headerBlockTooLarge, .tooManyFields, .chunkOverheadTooLarge: .headerFieldsTooLarge
      case .unsupportedExpectation: .expectationFailed
      case .unsupportedMethod, .unsupportedTransferEncoding: .notImplemented
      case .unsupportedVersion: .versionNotSupported
      case .bodyTooLarge: .bodyTooLarge
      case .malformedChunkSize, .malformedChunk, .malformedTrailer, .truncatedBody: .malformedBody
      default: .malformedRequest
      }
  }
}
