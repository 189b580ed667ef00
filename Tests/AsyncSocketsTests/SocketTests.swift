import AsyncSockets
import Glibc
import Testing

/// Two connected non-blocking sockets.
private func socketPair() -> (Int32, Int32) {
  var ends: [Int32] = [0, 0]
  socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0, &ends)
  return (ends[0], ends[1])
}

@Suite("Sockets on a loop")
struct SocketTests {
  @Test("A wait ends when bytes arrive, and a short read says that the socket is drained")
  func arrival() async throws {
    let (outcome, again) = try await onLoop { loop in
      let (near, far) = socketPair()
      let descriptor = try Descriptor(near, on: loop)
      let peer = try Descriptor(far, on: loop)
      loop.schedule(at: .now() + .milliseconds(2)) { _ = peer.send(Array("hello".utf8), from: 0) }
      try await descriptor.wait(for: .readable, until: .now() + .seconds(5))
      var buffer = [UInt8](repeating: 0, count: 64)
      let outcome = descriptor.receive(into: &buffer, at: 0)
      let again = descriptor.receive(into: &buffer, at: 5)
      descriptor.close()
      peer.close()
      return (outcome, again)
    }
    #expect(outcome == .received(5, drained: true))
    #expect(again == .wouldBlock)
  }

  @Test("A wait whose deadline passes says so, and the descriptor can be waited for again")
  func deadline() async throws {
    let failures = try await onLoop { loop in
      let (near, far) = socketPair()
      let descriptor = try Descriptor(near, on: loop, interest: .readable)
      var failures: [WaitError] = []
      for _ in 0..<2 {
        do throws(WaitError) {
          try await descriptor.wait(for: .readable, until: .now() + .milliseconds(5))
        } catch {
          failures.append(error)
        }
      }
      descriptor.close()
      closeSocket(far)
      return failures
    }
    #expect(failures == [.timedOut, .timedOut])
  }

  @Test("Bytes that come with the peer's end of stream are not taken for drained")
  func endOfStream() async throws {
    let (first, second) = try await onLoop { loop in
      let (near, far) = socketPair()
      let descriptor = try Descriptor(near, on: loop)
      let peer = try Descriptor(far, on: loop)
      _ = peer.send([1, 2, 3], from: 0)
      peer.close()
      try await descriptor.wait(for: .readable, until: .now() + .seconds(5))
      var buffer = [UInt8](repeating: 0, count: 64)
      let first = descriptor.receive(into: &buffer, at: 0)
      let second = descriptor.receive(into: &buffer, at: 3)
      descriptor.close()
      return (first, second)
    }
    #expect(first == .received(3, drained: false))
    #expect(second == .endOfStream)
  }

  @Test("A port in use is refused although several loops share one")
  func portInUse() throws {
    let first = try ListeningSockets.bind(host: "127.0.0.1", port: 0, count: 2)
    defer { first.fileDescriptors.forEach(closeSocket) }
    #expect(first.fileDescriptors.count == 2)
    #expect(throws: SocketError(call: "bind", code: EADDRINUSE)) {
      try ListeningSockets.bind(host: "127.0.0.1", port: first.port, count: 2)
    }
  }
}
