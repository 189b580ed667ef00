import AsyncSockets
import HTTPCore
import HTTPServing
import Testing

private let get = "GET / HTTP/1.1\r\nHost: k.test\r\n\r\n"

@Suite("A connection")
struct ConnectionTests {
  @Test("Serves one request after another, pipelined ones in their order")
  func keepAlive() async throws {
    try await withServer { port, loop, _ in
      let client = try RawClient(port: port, on: loop)
      try await client.send(get)
      #expect(await client.readAnswers(1) == [200])
      try await client.send(
        "POST /echo HTTP/1.1\r\nHost: k.test\r\nContent-Length: 5\r\n\r\nfirst"
          + "POST /echo HTTP/1.1\r\nHost: k.test\r\nTransfer-Encoding: chunked\r\n\r\n"
          + "6\r\nsecond\r\n0\r\n\r\n" + get)
      #expect(await client.readAnswers(4) == [200, 200, 200, 200])
      let text = client.received
      let first = try #require(text.lastRange(of: "first"))
      let second = try #require(text.lastRange(of: "second"))
      #expect(first.upperBound < second.lowerBound)
      client.close()
    }
  }

  @Test("A request that arrives byte by byte is answered like any other")
  func byteByByte() async throws {
    try await withServer { port, loop, _ in
      let client = try RawClient(port: port, on: loop)
      for byte in "POST /echo HTTP/1.1\r\nHost: k.test\r\nContent-Length: 3\r\n\r\nabc".utf8 {
        try await client.send([byte])
        await Task.yield()
      }
      #expect(await client.readAnswers(1) == [200])
      #expect(client.received.hasSuffix("abc"))
      client.close()
    }
  }

  @Test("A header block that does not come in time is answered 408, then closed")
  func slowHeader() async throws {
    var limits = ServerLimits()
    limits.headerTime = .milliseconds(100)
    try await withServer(limits: limits) { port, loop, _ in
      let client = try RawClient(port: port, on: loop)
      try await client.send("GET / HTTP/1.1\r\nHost:")
      #expect(RawClient.statuses(await client.readToEnd()) == [408])
      #expect(client.isEnded)
    }
  }

  @Test("A body that comes too slowly is answered 408, then closed")
  func slowBody() async throws {
    var limits = ServerLimits()
    limits.bodyGrace = .milliseconds(100)
    try await withServer(limits: limits) { port, loop, _ in
      let client = try RawClient(port: port, on: loop)
      try await client.send("POST /echo HTTP/1.1\r\nHost: k.test\r\nContent-Length: 9\r\n\r\nabc")
      #expect(RawClient.statuses(await client.readToEnd()) == [408])
      #expect(client.isEnded)
    }
  }

  @Test("What to say of a message that is no request is asked of whoever uses the server")
  func refuser() async throws {
    let refuser: Refuser = { refused in
      .text("\(refused.cause.code) in \(refused.value(of: "X-Tongue") ?? "?")\n", status: .gone)
    }
    var limits = ServerLimits()
    limits.headerTime = .milliseconds(100)
    try await withServer(limits: limits, refuser: refuser) { port, loop, _ in
      for (sent, said) in [
        ("GET / HTTP/1.1\r\nX-Tongue: ja\r\nHost : k\r\n\r\n", "malformed-field-name in ja"),
        ("GET / HTTP/9.9\r\n\r\n", "unsupported-version in ?"),
        ("GET / HTTP/1.1\r\nx-tongue:  en \r\nHost", "request-timeout in en"),
      ] {
        let client = try RawClient(port: port, on: loop)
        try await client.send(sent)
        let text = await client.readToEnd()
        #expect(RawClient.statuses(text) == [410] && text.hasSuffix(said + "\n"), "\(text)")
      }
    }
  }

  @Test("An idle connection is closed without a word when its time is up")
  func idle() async throws {
    var limits = ServerLimits()
    limits.idleTime = .milliseconds(100)
    try await withServer(limits: limits) { port, loop, _ in
      let silent = try RawClient(port: port, on: loop)
      let served = try RawClient(port: port, on: loop)
      try await served.send(get)
      #expect(await silent.readToEnd() == "")
      #expect(RawClient.statuses(await served.readToEnd()) == [200])
      #expect(silent.isEnded && served.isEnded)
    }
  }

  @Test("100 Continue is sent when the body is wanted and has not come")
  func continues() async throws {
    try await withServer { port, loop, _ in
      let client = try RawClient(port: port, on: loop)
      try await client.send(
        "POST /echo HTTP/1.1\r\nHost: k.test\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
      await client.read { $0.contains("100 Continue\r\n\r\n") }
      try await client.send("hi")
      #expect(await client.readAnswers(2) == [100, 200])
      client.close()

      let eager = try RawClient(port: port, on: loop)
      try await eager.send(
        "POST /echo HTTP/1.1\r\nHost: k.test\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\nhi"
      )
      #expect(await eager.readAnswers(1) == [200])
      eager.close()
    }
  }

  @Test("An early answer in place of 100 Continue closes: the body may or may not come")
  func earlyInsteadOfContinue() async throws {
    try await withServer { port, loop, _ in
      let client = try RawClient(port: port, on: loop)
      try await client.send(
        "POST /early HTTP/1.1\r\nHost: k.test\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n")
      #expect(RawClient.statuses(await client.readToEnd()) == [403])
    }
  }

  @Test("A short body left unread is thrown away, never taken for a request")
  func shortUnreadBody() async throws {
    try await withServer { port, loop, _ in
      let client = try RawClient(port: port, on: loop)
      let hidden = "GET /evil HTTP/1.1\r\nHost: k.test\r\n\r\n"
      try await client.send(
        "POST /early HTTP/1.1\r\nHost: k.test\r\nContent-Length: \(hidden.utf8.count)\r\n\r\n"
          + hidden + get)
      #expect(await client.readAnswers(2) == [403, 200])
      client.close()
    }
  }

  @Test("A long body left unread closes the connection, and the answer still arrives")
  func longUnreadBody() async throws {
    try await withServer { port, loop, _ in
      let client = try RawClient(port: port, on: loop)
      let count = 4 << 20
      try await client.send(
        "POST /early HTTP/1.1\r\nHost: k.test\r\nContent-Length: \(count)\r\n\r\n")
      try await client.send([UInt8](repeating: 0x20, count: count))
      #expect(RawClient.statuses(await client.readToEnd()) == [403])
    }
  }

  @Test("A body of a mebibyte comes back whole; a byte more is 413")
  func largeBody() async throws {
    try await withServer { port, loop, _ in
      for (count, status) in [(1 << 20, 200), (1 << 20 + 1, 413)] {
        let client = try RawClient(port: port, on: loop)
        try await client.send(
          "POST /echo HTTP/1.1\r\nHost: k.test\r\nConnection: close\r\n"
            + "Content-Length: \(count)\r\n\r\n")
        try await client.send([UInt8](repeating: 0x61, count: count))
        let text = await client.readToEnd()
        #expect(RawClient.statuses(text) == [status])
        if status == 200 { #expect(text.utf8.count { $0 == 0x61 } > 1 << 20) }
      }
    }
  }

  @Test("A peer that ends its side after the request still gets the whole answer")
  func halfClose() async throws {
    try await withServer { port, loop, _ in
      let client = try RawClient(port: port, on: loop)
      try await client.send(get)
      client.endSending()
      let text = await client.readToEnd()
      #expect(RawClient.statuses(text) == [200])
      #expect(text.hasSuffix("ok\n"))
    }
  }

  @Test("A request cut off by the peer is answered 400, then closed")
  func truncated() async throws {
    try await withServer { port, loop, _ in
      let client = try RawClient(port: port, on: loop)
      try await client.send("GET / HTTP/1.1\r\nHos")
      client.endSending()
      #expect(RawClient.statuses(await client.readToEnd()) == [400])
    }
  }

  @Test("A streamed body arrives in chunks, and HEAD has none of it")
  func streams() async throws {
    try await withServer { port, loop, _ in
      let client = try RawClient(port: port, on: loop)
      try await client.send("HEAD /stream HTTP/1.1\r\nHost: k.test\r\n\r\n")
      await client.read { $0.contains("\r\n\r\n") }
      try await client.send("GET /stream HTTP/1.1\r\nHost: k.test\r\n\r\n")
      let text = await client.read { $0.contains("0\r\n\r\n") }
      #expect(RawClient.statuses(text) == [200, 200])
      #expect(text.hasSuffix("8\r\npiece 1\n\r\n8\r\npiece 2\n\r\n8\r\npiece 3\n\r\n0\r\n\r\n"))
      client.close()
    }
  }

  @Test("A peer that does not read is dropped after the stall time, and delays nobody")
  func stall() async throws {
    var limits = ServerLimits()
    limits.writeStallTime = .milliseconds(200)
    let observer = RecordingObserver()
    try await withServer(limits: limits, loops: 1, observer: observer) { port, loop, _ in
      let lazy = try RawClient(port: port, on: loop, receiveBufferBytes: 4_096)
      try await lazy.send("GET /endless HTTP/1.1\r\nHost: k.test\r\n\r\n")
      let other = try RawClient(port: port, on: loop)
      try await other.send(get)
      #expect(await other.readAnswers(1) == [200])
      other.close()
      while observer.records.count < 2 { await loop.sleep(until: .now() + .milliseconds(5)) }
      lazy.close()
    }
  }
}
