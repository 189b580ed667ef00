import HTTPCore
import KirokuCore
import Testing

@testable import KirokuAPI

@Suite("Messages that are no request")
struct RefusalTests {
  @Test(
    "Each is answered as a problem with its words in the language asked for",
    arguments: RefusedRequest.Cause.all, Language.allCases)
  func answered(cause: RefusedRequest.Cause, language: Language) {
    let received = Array("GET / HTTP/1.1\r\nhost: k\r\nACCEPT-language: \(language)\r\nx".utf8)
    let answer = Answer(
      API.answer(to: RefusedRequest(cause, requestID: "r", received: received)))
    #expect(answer.status == cause.status.code)
    #expect(answer.header(.contentType) == "application/problem+json")
    #expect(answer.header(.contentLanguage) == language.rawValue)
    let code = answer.string("code").flatMap(ProblemCode.init)
    #expect(code?.status == cause.status, "\(cause)")
    #expect(answer.string("type") == code.map { "urn:kiroku:problem:" + $0.rawValue })
    #expect(answer.string("title") == code?.title(in: language))
    #expect(answer.string("detail") == code?.detail(in: language))
    #expect(answer.string("reason") == cause.code && answer.string("requestId") == "r")
    #expect((answer.header(.retryAfter) != nil) == (cause.status == .serviceUnavailable))
  }

  @Test("Where no language can be made out, it is English")
  func noLanguage() {
    for head in ["", "\u{0}\r\n", "GET /\r\nAccept-Language: de\r\n", "Accept-Language ja\r\n"] {
      let refused = RefusedRequest(.truncatedHead, requestID: "r", received: Array(head.utf8))
      #expect(Answer(API.answer(to: refused)).header(.contentLanguage) == "en", "\(head)")
    }
  }

  @Test(
    "A body whose framing fails is refused with the status that the protocol has for it",
    arguments: [
      (BodyError.malformed(.chunkOverheadTooLarge), 431, "header-fields-too-large"),
      (.malformed(.malformedChunkSize), 400, "malformed-body"),
      (.malformed(.truncatedBody), 400, "malformed-body"),
      (.tooLarge(limit: 1), 413, "body-too-large"), (.timedOut, 408, "body-timeout"),
    ])
  func body(error: BodyError, status: Int, code: String) async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let head = """
        POST /v1/entries HTTP/1.1\r\nHost: k\r\nAuthorization: Bearer \(token)\r\n\
        Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n
        """
      let body = RequestBody(framing: .chunked, maxBytes: 1 << 20) { _ throws(BodyError) in
        throw error
      }
      let request = Request(
        head: try RequestHead(parsing: head), body: body, requestID: "r", peerAddress: "")
      let answer = Answer(await api.api.respond(to: request))
      #expect(answer.status == status && answer.string("code") == code)
    }
  }
}
