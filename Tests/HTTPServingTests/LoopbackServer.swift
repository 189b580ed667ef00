import AsyncSockets
import HTTPCore
import HTTPServing
import Synchronization

/// Starts a server on a free port, runs `body` with it on a client's loop, stops both.
func withServer<Result: Sendable>(
  limits: ServerLimits = ServerLimits(), loops count: Int = 2,
  observer: (any ServerObserver)? = nil,
  refuser: @escaping Refuser = RefusedRequest.plainAnswer(to:),
  responder: @escaping Responder = echo,
  _ body: sending @escaping (UInt16, EventLoop, HTTPServer) async throws -> Result
) async throws -> Result {
  let loops = try (0..<count).map { try EventLoop.start(index: $0, name: "server") }
  let client = try EventLoop.start(name: "client")
  var limits = limits
  limits.lingerPause = .milliseconds(50)
  let server = HTTPServer(
    configuration: .init(port: 0, limits: limits, refuser: refuser), loops: loops,
    observer: observer,
    responder: responder)
  try await server.start()
  let port = server.port
  let outcome = await Task(executorPreference: client) {
    try await body(port, client, server)
  }.result
  await server.stop()
  for loop in loops + [client] {
    loop.stop()
    loop.join()
  }
  return try outcome.get()
}

/// Answers a body with itself, `/early` without reading it, `/stream` piece by piece, anything else with `ok`.
@Sendable func echo(_ request: Request) async -> Response {
  switch request.head.path {
  case "/echo":
    do throws(BodyError) {
      return Response(
        .ok, contentType: "application/octet-stream",
        body: try await request.body.collect(upTo: 1 << 20))
    } catch {
      return .text("\(error)\n", status: error.status)
    }
  case "/early": return .text("early\n", status: .forbidden)
  case "/stream":
    return Response(
      .ok,
      body: .stream { sink in
        for number in 1...3 { try await sink.write(Array("piece \(number)\n".utf8)) }
      })
  case "/endless":
    return Response(
      .ok,
      body: .stream { sink in
        while true { try await sink.write([UInt8](repeating: 0x2e, count: 64 * 1_024)) }
      })
  default: return .text("ok\n")
  }
}

/// Collects what the server reports.
final class RecordingObserver: ServerObserver {
  private let state = Mutex((records: [RequestRecord](), events: [ServerEvent]()))
  var records: [RequestRecord] { state.withLock { $0.records } }
  var events: [ServerEvent] { state.withLock { $0.events } }
  func requestFinished(_ record: RequestRecord) { state.withLock { $0.records.append(record) } }
  func serverEvent(_ event: ServerEvent) { state.withLock { $0.events.append(event) } }
}
