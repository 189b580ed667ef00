import Testing

@testable import HTTPCore

@Suite("Request body")
struct RequestBodyTests {
  /// A chunked body that gives the pieces one after the other and then ends.
  private func body(_ pieces: [String], maxBytes: Int = 1 << 20) -> RequestBody {
    var rest = pieces[...]
    return RequestBody(framing: .chunked, maxBytes: maxBytes) { _ in
      rest.popFirst().map { Array($0.utf8) }
    }
  }

  @Test("Pieces are collected in order, and the end stays the end")
  func collects() async throws {
    let body = body(["ab", "cd", "e"])
    #expect(body.announcedBytes == nil)
    #expect(utf8(try await body.collect(upTo: 5)) == "abcde")
    #expect(body.isFinished)
    #expect(body.receivedBytes == 5)
    #expect(try await body.next() == nil)
    #expect(try await body.collect(upTo: 5) == [])
  }

  @Test("More than the limit is too large, however it was announced")
  func limit() async {
    await #expect(throws: BodyError.tooLarge(limit: 4)) {
      try await body(["ab", "cd", "e"]).collect(upTo: 4)
    }
    await #expect(throws: BodyError.tooLarge(limit: 4)) {
      try await RequestBody(framing: .chunked, maxBytes: 9) { _ throws(BodyError) in
        throw .malformed(.bodyTooLarge)
      }.collect(upTo: 4)
    }
  }

  @Test("An announced size over the limit is refused before anything is pulled")
  func announced() async {
    var pulls = 0
    let body = RequestBody(framing: .length(6), maxBytes: 9) { _ in
      pulls += 1
      return nil
    }
    #expect(body.announcedBytes == 6)
    await #expect(throws: BodyError.tooLarge(limit: 5)) { try await body.collect(upTo: 5) }
    #expect(pulls == 0)
  }

  @Test("The pull is told how much is still wanted")
  func allowance() async throws {
    var allowances: [Int] = []
    let body = RequestBody(framing: .chunked, maxBytes: 10) { allowance in
      allowances.append(allowance)
      return allowances.count < 3 ? [1, 2, 3] : nil
    }
    _ = try await body.next()
    #expect(try await body.collect(upTo: 20) == [1, 2, 3])
    #expect(allowances == [10, 17, 17 - 3])
  }

  @Test(
    "Faults of the connection come through, with their status",
    arguments: [
      (BodyError.timedOut, 408), (.malformed(.truncatedBody), 400),
      (.malformed(.chunkOverheadTooLarge), 431), (.tooLarge(limit: 1), 413),
    ])
  func faults(error: BodyError, status: Int) async {
    let body = RequestBody(framing: .chunked, maxBytes: 9) { _ throws(BodyError) in throw error }
    await #expect(throws: error) { try await body.next() }
    #expect(error.status.code == status)
  }

  @Test("Ready bytes are given once, and no content is finished from the start")
  func ready() async throws {
    let body = RequestBody.bytes([1, 2])
    #expect(body.announcedBytes == 2)
    #expect(try await body.next() == [1, 2])
    #expect(try await body.next() == nil)
    #expect(RequestBody.empty.isFinished)
    #expect(try await RequestBody.bytes([]).next() == nil)
  }
}
