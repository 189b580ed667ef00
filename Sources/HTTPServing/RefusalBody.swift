internal import HTTPCore

/// The problem document (RFC 9457) of a refusal: bytes that were no request reach no responder, so the server itself
/// says what was wrong.
enum RefusalBody {
  /// - Parameter code: a stable, lower-case code without characters that JSON escapes.
  static func bytes(status: Status, code: String, requestID: String) -> [UInt8] {
    Array(
      """
      {"type":"about:blank","title":"\(status.reason)","status":\(status.code),\
      "code":"\(code)","requestId":"\(requestID)"}

      """.utf8)
  }
}
