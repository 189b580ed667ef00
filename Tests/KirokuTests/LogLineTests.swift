import Testing

@testable import kiroku

@Suite("Log lines")
struct LogLineTests {
  @Test(
    "The time is UTC with milliseconds, also around leap days and years",
    arguments: [
      (0, 0, "1970-01-01T00:00:00.000Z"), (951_782_399, 7, "2000-02-28T23:59:59.007Z"),
      (951_782_400, 999, "2000-02-29T00:00:00.999Z"), (951_868_800, 0, "2000-03-01T00:00:00.000Z"),
      (1_764_556_800, 120, "2025-12-01T02:40:00.120Z"),
      (4_102_444_799, 0, "2099-12-31T23:59:59.000Z"),
    ])
  func time(seconds: Int, milliseconds: Int, text: String) {
    var bytes: [UInt8] = []
    var clock = LogClock()
    clock.append(seconds: seconds, milliseconds: milliseconds, to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == text)
  }

  @Test("An event is one JSON object on one line, whatever its values hold")
  func event() {
    var bytes: [UInt8] = []
    var clock = LogClock()
    LogLine.event("failed", level: "error", ["reason": "a \"b\"\nc"])(&bytes, &clock)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.hasPrefix(#"{"time":""#))
    #expect(text.hasSuffix(#"Z","level":"error","event":"failed","reason":"a \"b\"\nc"}"# + "\n"))
    #expect(text.filter { $0 == "\n" }.count == 1)
  }

  @Test("A request is one line of JSON with its route's pattern; what is unknown is left out")
  func request() {
    let known = Self.line {
      LogLine.request(
        id: "abc", method: "GET", route: "/v1/entries/{id}", status: 200, responseBytes: 1234,
        microseconds: 0, to: &$0, clock: &$1)
    }
    #expect(
      known.hasSuffix(
        #"Z","level":"info","requestId":"abc","method":"GET","route":"/v1/entries/{id}","#
          + #""status":200,"bytes":1234,"us":0}"#))
    let unknown = Self.line {
      LogLine.request(
        id: "abc", method: nil, route: nil, status: 400, responseBytes: 0, microseconds: 10,
        to: &$0, clock: &$1)
    }
    #expect(
      unknown.hasSuffix(#"Z","level":"info","requestId":"abc","status":400,"bytes":0,"us":10}"#))
  }

  private static func line(_ render: LogLine.Render) -> String {
    var bytes: [UInt8] = []
    var clock = LogClock()
    render(&bytes, &clock)
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }
}
