import AsyncSockets
import HTTPCore
import HTTPServing
import Synchronization
import Testing

private let get = "GET / HTTP/1.1\r\nHost: k.test\r\n\r\n"

/// Holds responders until it is opened.
private final class Gate: Sendable {
  private let state = Mutex((isOpen: false, waiting: [CheckedContinuation<Void, Never>]()))
  private let entries = Mutex(0)
  var entered: Int { entries.withLock { $0 } }

  func pass() async {
    entries.withLock { $0 += 1 }
    await withCheckedContinuation { continuation in
      let passes = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if passes { continuation.resume() }
    }
  }

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      return state.waiting
    }
    waiting.forEach { $0.resume() }
  }
}

@Suite("A server")
struct ServerTests {
  @Test("A responder that takes too long is answered for with 503, and its late answer dropped")
  func responderTimeout() async throws {
    var limits = ServerLimits()
    limits.responderTime = .milliseconds(100)
    let gate = Gate()
    let observer = RecordingObserver()
    try await withServer(
      limits: limits, observer: observer,
      responder: { _ in
        await gate.pass()
        return .text("late\n")
      }
    ) { port, loop, _ in
      let client = try RawClient(port: port, on: loop)
      try await client.send(get)
      let text = await client.readToEnd()
      gate.open()
      #expect(RawClient.statuses(text) == [503])
      #expect(text.contains("Retry-After: 1\r\n"))
      #expect(text.contains("responder-timeout"))
      #expect(observer.events.count == 1)
    }
  }

  @Test("Connections beyond the limit are answered 503, and there is room again when one closes")
  func connectionLimit() async throws {
    var limits = ServerLimits()
    limits.maxConnections = 2
    try await withServer(limits: limits, loops: 1) { port, loop, _ in
      let first = try RawClient(port: port, on: loop)
      let second = try RawClient(port: port, on: loop)
      for client in [first, second] {
        try await client.send(get)
        #expect(await client.readAnswers(1) == [200])
      }
      let third = try RawClient(port: port, on: loop)
      #expect(RawClient.statuses(await third.readToEnd()) == [503])
      third.close()
      first.close()
      // The server learns of the close a moment later.
      var status: [Int] = []
      while status != [200] {
        let next = try RawClient(port: port, on: loop)
        try? await next.send(get)
        status = await next.readAnswers(1)
        next.close()
      }
      second.close()
    }
  }

  @Test("Stopping lets a request under way finish, closes idle connections and takes no new ones")
  func gracefulStop() async throws {
    let gate = Gate()
    try await withServer(
      responder: { request in
        if request.head.path == "/slow" { await gate.pass() }
        return .text("done\n")
      }
    ) { port, loop, server in
      let idle = try RawClient(port: port, on: loop)
      try await idle.send(get)
      #expect(await idle.readAnswers(1) == [200])
      let busy = try RawClient(port: port, on: loop)
      try await busy.send("GET /slow HTTP/1.1\r\nHost: k.test\r\n\r\n")
      while gate.entered == 0 { await loop.sleep(until: .now() + .milliseconds(2)) }

      let stopped = Task { await server.stop() }
      _ = await idle.readToEnd()
      // Each loop closes its own listening socket, a moment apart.
      while let late = try? RawClient(port: port, on: loop) {
        late.close()
        await loop.sleep(until: .now() + .milliseconds(2))
      }
      gate.open()
      let text = await busy.readToEnd()
      #expect(RawClient.statuses(text) == [200])
      #expect(text.contains("Connection: close\r\n"))
      await stopped.value
    }
  }

  @Test("A record names the route and the request's id, and holds nothing else of the client's")
  func records() async throws {
    let observer = RecordingObserver()
    try await withServer(
      observer: observer,
      responder: { _ in
        var response = Response.text("ok\n")
        response.route = "/things/{id}"
        return response
      }
    ) { port, loop, _ in
      let client = try RawClient(port: port, on: loop)
      try await client.send(
        "GET /things/7?secret=1 HTTP/1.1\r\nHost: k.test\r\nX-Request-Id: abc-1\r\n\r\n")
      _ = await client.readAnswers(1)
      #expect(client.received.contains("X-Request-Id: abc-1\r\n"))
      try await client.send("nonsense\r\n\r\n")
      _ = await client.readToEnd()
      let records = observer.records
      #expect(records.map(\.route) == ["/things/{id}", nil])
      #expect(records.map(\.status) == [200, 400])
      #expect(records[0].requestID == "abc-1")
      #expect(
        records[0].responseBytes == client.received.utf8.count { _ in true }
          - records[1].responseBytes)
    }
  }

  @Test("Connections that are reset at any moment leave the server as it was")
  func resets() async throws {
    try await withServer { port, loop, _ in
      for length in stride(from: 0, to: get.utf8.count, by: 3) {
        let client = try RawClient(port: port, on: loop)
        try await client.send(String(get.prefix(length)))
        client.close()
      }
      let client = try RawClient(port: port, on: loop)
      try await client.send(get)
      #expect(await client.readAnswers(1) == [200])
      client.close()
    }
  }
}
