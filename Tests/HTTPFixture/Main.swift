import AsyncSockets
import Glibc
import HTTPServing

/// A server of the fixture's routes on 127.0.0.1: `swift run HTTPFixture --port N`, until SIGTERM or SIGINT.
@main
enum Main {
  private static let stopSignals = [SIGINT, SIGTERM]

  /// Not `async`: an asynchronous `main` parks the main thread with every signal unblocked, which
  /// takes the signals away from the loop.
  static func main() throws {
    guard let port = port(CommandLine.arguments.dropFirst()) else {
      print("usage: HTTPFixture --port N (0: any free port)")
      exit(2)
    }
    SignalEvents.block(stopSignals)
    let loops = try (0..<2).map { try EventLoop.start(index: $0, name: "fixture") }
    let server = HTTPServer(
      configuration: .init(port: port), loops: loops, responder: FixtureRoutes.respond)
    loops[0].spawn {
      await run(server, on: loops[0])
      for loop in loops { loop.stop() }
    }
    for loop in loops { loop.join() }
  }

  private static func run(_ server: HTTPServer, on loop: EventLoop) async {
    do throws(SocketError) {
      let (signals, continuation) = AsyncStream.makeStream(of: Int32.self)
      let events = try SignalEvents(stopSignals, on: loop) { continuation.yield($0) }
      try await server.start()
      print("fixture: http://127.0.0.1:\(server.port)/")
      for await _ in signals { break }
      withExtendedLifetime(events) {}
      await server.stop()
    } catch {
      print("fixture: \(error)")
      exit(1)
    }
  }

  private static func port(_ arguments: ArraySlice<String>) -> UInt16? {
    guard arguments.count == 2, arguments.first == "--port" else { return nil }
    return arguments.last.flatMap { UInt16($0) }
  }
}
