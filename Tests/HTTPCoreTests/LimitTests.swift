import Testing

@testable import HTTPCore

@Suite("Request parser: limits")
struct LimitTests {
  private func line(_ count: Int) -> String {
    let frame = "GET / HTTP/1.1".utf8.count
    return "GET /" + String(repeating: "a", count: count - frame) + " HTTP/1.1"
  }

  private let tail = "\r\nHost: a\r\n\r\n"

  @Test("A request line may fill its limit, and not a byte more")
  func requestLine() {
    #expect(refusal(line(24 << 10) + tail) == nil)
    #expect(refusal(line(24 << 10 + 1) + tail) == .requestLineTooLong)
    #expect(refusal(String(repeating: "a", count: 24 << 10 + 1)) == .requestLineTooLong)
    #expect(Refusal.requestLineTooLong.status == .uriTooLong)
  }

  @Test("A header block may fill its limit, and not a byte more")
  func headerBlock() {
    func request(_ count: Int) -> String {
      let frame = "Host: a\r\nX: \r\n\r\n".utf8.count
      let value = String(repeating: "v", count: count - frame)
      return "GET / HTTP/1.1\r\nHost: a\r\nX: \(value)\r\n\r\n"
    }
    #expect(refusal(request(32 << 10)) == nil)
    #expect(refusal(request(32 << 10 + 1)) == .headerBlockTooLarge)
    #expect(refusal(request(100_000)) == .headerBlockTooLarge)
    #expect(Refusal.headerBlockTooLarge.status == .headerFieldsTooLarge)
  }

  @Test("A field name without an end is refused at the limit")
  func endlessName() {
    let text = "GET / HTTP/1.1\r\n" + String(repeating: "n", count: 33 << 10)
    #expect(refusal(text) == .headerBlockTooLarge)
  }

  @Test("A hundred fields pass, the next one is refused")
  func fieldCount() {
    func request(_ count: Int) -> String {
      let fields = (1..<count).map { "X-\($0): v\r\n" }.joined()
      return "GET / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n"
    }
    #expect(refusal(request(100)) == nil)
    #expect(refusal(request(101)) == .tooManyFields)
    #expect(Refusal.tooManyFields.status == .headerFieldsTooLarge)
  }

  @Test("What lies beyond a limit does not change the refusal")
  func beyond() {
    #expect(refusal(line(24 << 10 + 1) + "\0") == .requestLineTooLong)
    #expect(refusal(line(25_000) + "\nmore") == .requestLineTooLong)
  }
}
