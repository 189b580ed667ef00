/// Why a request's bytes are refused. Every refusal is answered with its status, then the
/// connection is closed: after a framing fault nobody knows where the next request starts.
///
/// The raw value is a stable code for logs and problem documents.
public enum Refusal: String, Error, Hashable, Sendable, CaseIterable {
  // Lines (RFC 9112 §2.2)
  case bareCarriageReturn = "bare-cr"
  case bareLineFeed = "bare-lf"
  case controlCharacter = "control-character"
  case emptyLines = "empty-lines"

  // The request line (RFC 9112 §3)
  case malformedRequestLine = "malformed-request-line"
  case malformedMethod = "malformed-method"
  case malformedTarget = "malformed-target"
  case malformedVersion = "malformed-version"
  case unsupportedVersion = "unsupported-version"
  case unsupportedMethod = "unsupported-method"
  case requestLineTooLong = "request-line-too-long"

  // Fields (RFC 9112 §5)
  case malformedFieldName = "malformed-field-name"
  case foldedField = "folded-field"
  case headerBlockTooLarge = "header-block-too-large"
  case tooManyFields = "too-many-fields"

  // Well-known fields (RFC 9112 §3.2, §6; RFC 9110 §10.1.1)
  case missingHost = "missing-host"
  case repeatedHost = "repeated-host"
  case malformedHost = "malformed-host"
  case malformedContentLength = "malformed-content-length"
  case repeatedContentLength = "repeated-content-length"
  case malformedTransferEncoding = "malformed-transfer-encoding"
  case repeatedTransferEncoding = "repeated-transfer-encoding"
  case unsupportedTransferEncoding = "unsupported-transfer-encoding"
  case lengthWithTransferEncoding = "content-length-with-transfer-encoding"
  case unsupportedExpectation = "unsupported-expectation"

  // Content (RFC 9112 §6, §7.1)
  case malformedChunkSize = "malformed-chunk-size"
  case malformedChunk = "malformed-chunk"
  case malformedTrailer = "malformed-trailer"
  case chunkOverheadTooLarge = "chunk-overhead-too-large"
  case bodyTooLarge = "body-too-large"
  case truncatedBody = "truncated-body"

  /// The status that answers it.
  public var status: Status {
    switch self {
    case .requestLineTooLong: .uriTooLong
    case .headerBlockTooLarge, .tooManyFields, .chunkOverheadTooLarge: .headerFieldsTooLarge
    case .bodyTooLarge: .contentTooLarge
    case .unsupportedExpectation: .expectationFailed
    case .unsupportedMethod, .unsupportedTransferEncoding: .notImplemented
    case .unsupportedVersion: .versionNotSupported
    default: .badRequest
    }
  }
}
