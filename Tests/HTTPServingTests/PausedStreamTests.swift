import AsyncSockets
import HTTPCore
import HTTPServing
import Synchronization
import Testing

@Suite("A streamed body that pauses")
struct PausedStreamTests {
  /// Streams `ready`, then a line for each pause that ended, with its reason.
  private final class Source: Sendable {
    private let state = Mutex((wakes: [@Sendable () -> Void](), failures: 0))
    let pause: Duration

    init(pause: Duration = .seconds(60)) { self.pause = pause }

    var failures: Int { state.withLock { $0.failures } }
    func wakeAll() { for wake in state.withLock({ $0.wakes }) { wake() } }

    @Sendable func respond(_ request: Request) async -> Response {
      guard request.head.path == "/stream" else { return await echo(request) }
      return Response(.ok, body: .stream(stream))
    }

    @Sendable private nonisolated(nonsending) func stream(to sink: any BodySink) async throws {
      let wake = sink.wake
      state.withLock { $0.wakes.append(wake) }
      try await sink.write(Array("ready\n".utf8))
      do {
        while true {
          let end = try await sink.pause(upTo: pause)
          try await sink.write(Array("\(end)\n".utf8))
          if end == .stopping { return }
        }
      } catch {
        state.withLock { $0.failures += 1 }
        throw error
      }
    }
  }

  private static let request = "GET /stream HTTP/1.1\r\nHost: x\r\n\r\n"

  @Test("Is woken from any thread, also before it pauses, and tells when its time has passed")
  func woken() async throws {
    let source = Source()
    try await withServer(responder: source.respond) { port, loop, _ in
      let client = try RawClient(port: port, on: loop)
      try await client.send(Self.request)
      await client.read { $0.contains("ready") }
      for count in 1...3 {
        source.wakeAll()
        await client.read { $0.components(of: "woken").count > count }
      }
      #expect(!client.received.contains("elapsed"))
      client.close()
    }
    let short = Source(pause: .milliseconds(1))
    try await withServer(responder: short.respond) { port, loop, _ in
      let client = try RawClient(port: port, on: loop)
      try await client.send(Self.request)
      await client.read { $0.contains("elapsed") }
      #expect(client.received.contains("elapsed"))
      client.close()
    }
  }

  @Test("Ends when the client goes, by closing or by ending its side")
  func clientGone() async throws {
    let source = Source()
    try await withServer(responder: source.respond) { port, loop, _ in
      for closes in [true, false] {
        let before = source.failures
        let client = try RawClient(port: port, on: loop)
        try await client.send(Self.request)
        await client.read { $0.contains("ready") }
        if closes { client.close() } else { client.endSending() }
        while source.failures == before { await loop.sleep(until: .now() + .milliseconds(1)) }
        if !closes { client.close() }
      }
      #expect(source.failures == 2)
    }
  }

  @Test("Ends at once when the server stops, with its last chunk")
  func stop() async throws {
    let source = Source()
    try await withServer(responder: source.respond) { port, loop, server in
      let client = try RawClient(port: port, on: loop)
      try await client.send(Self.request)
      await client.read { $0.contains("ready") }
      let start = MonotonicTime.now()
      await server.stop()
      let text = await client.readToEnd()
      #expect(text.contains("stopping"))
      #expect(text.hasSuffix("0\r\n\r\n"))
      #expect(MonotonicTime.now().nanoseconds(since: start) < 2_000_000_000)
      client.close()
    }
  }

  @Test("Leaves a request that came meanwhile to be answered after it, on the same connection")
  func pipelined() async throws {
    let once: Responder = { request in
      guard request.head.path == "/stream" else { return .text("after\n") }
      return Response(
        .ok,
        body: .stream { sink in
          try await sink.write(Array("ready\n".utf8))
          _ = try await sink.pause(upTo: .milliseconds(100))
          try await sink.write(Array("end\n".utf8))
        })
    }
    try await withServer(responder: once) { port, loop, _ in
      let client = try RawClient(port: port, on: loop)
      let next = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"
      // In one segment, while it pauses, and after it.
      try await client.send(Self.request + next)
      await client.read { $0.contains("after") }
      try await client.send(Self.request)
      await client.read { $0.components(of: "ready").count == 3 }
      try await client.send(next)
      await client.read { $0.components(of: "after").count == 3 }
      try await client.send(next)
      await client.read { $0.components(of: "after").count == 4 }
      #expect(RawClient.statuses(client.received) == [200, 200, 200, 200, 200])
      client.close()
    }
  }

  @Test("Is cut when its client does not read")
  func slowReader() async throws {
    let failed = Mutex(false)
    var limits = ServerLimits()
    limits.writeStallTime = .milliseconds(100)
    let flood: Responder = { _ in
      Response(
        .ok,
        body: .stream { sink in
          do {
            while true {
              sink.wake()
              _ = try await sink.pause(upTo: .seconds(60))
              try await sink.write([UInt8](repeating: 0x2e, count: 64 * 1_024))
            }
          } catch {
            failed.withLock { $0 = true }
            throw error
          }
        })
    }
    try await withServer(limits: limits, responder: flood) { port, loop, _ in
      let client = try RawClient(port: port, on: loop, receiveBufferBytes: 4_096)
      try await client.send(Self.request)
      while !failed.withLock({ $0 }) { await loop.sleep(until: .now() + .milliseconds(1)) }
      client.close()
    }
  }
}

extension String {
  /// The parts between the places where `needle` stands.
  fileprivate func components(of needle: String) -> [Substring] {
    split(separator: needle, omittingEmptySubsequences: false)
  }
}
