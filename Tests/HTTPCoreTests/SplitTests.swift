import Testing

@testable import HTTPCore

@Suite("However the bytes are cut, the outcome is the same")
struct SplitTests {
  static let requests: [String] = [
    get(),
    "\r\n" + get("Connection: close"),
    "GET /a%20b?x=1&y=%zz HTTP/1.0\r\n\r\n",
    "HEAD http://k.test?q HTTP/1.1\r\nHost: k.test\r\nX-Empty:\r\nX-Tab: \t a\t b \t\r\n\r\n",
    "OPTIONS * HTTP/1.1\r\nhost: [::1]:80\r\n\r\n",
    "POST /echo HTTP/1.1\r\nHost: k.test\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\nhello",
    "POST /echo HTTP/1.1\r\nHost: k.test\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    get() + get(),
  ]

  static let refused: [String] = [
    "GET / HTTP/1.1\r\r\nHost: a\r\n\r\n", "\r\n\r\nGET / HTTP/1.1\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nX : b\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n",
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", get("Content-Length: 5", "Content-Length: 5"),
    "GET / HTTP/1.1\r\n\r\n", get("X: \0"), "GET / HTTP/1.1\r\nHost: a\r\n\r \n",
  ]

  @Test("A head cut at every byte", arguments: requests + refused)
  func oneCut(text: String) {
    let bytes = Array(text.utf8)
    let whole = parse(bytes)
    for cut in 0...bytes.count { #expect(parse(bytes, cuts: [cut]) == whole, "cut at \(cut)") }
    #expect(parse(bytes, cuts: Array(0..<bytes.count)) == whole, "byte by byte")
  }

  @Test("A head cut at every two bytes", arguments: requests + refused)
  func twoCuts(text: String) {
    let bytes = Array(text.utf8)
    let whole = parse(bytes)
    var differing: [[Int]] = []
    for first in 0...bytes.count {
      for second in first...bytes.count where parse(bytes, cuts: [first, second]) != whole {
        differing.append([first, second])
      }
    }
    #expect(differing.isEmpty)
  }

  static let bodies: [String] = [
    "0\r\n\r\n", "5\r\nhello\r\n0\r\n\r\n", "3\r\nfoo\r\n3\r\nbar\r\n0\r\n\r\nGET / HTTP/1.1\r\n",
    "A;x=\"1;2\"\r\n0123456789\r\n000\r\nX-Sum: 1\r\nX-B:\r\n\r\n", "5\r\nhello0\r\n\r\n",
    "3\r\nhello\r\n0\r\n\r\n", "5 \r\nhello\r\n", "2;a\nxx\r\n", "0\r\nX: 1\r\n 2\r\n\r\n",
    "1\r\na\r\n10000000000\r\nx",
  ]

  @Test("A chunked body cut at every byte and every two bytes", arguments: bodies)
  func chunks(text: String) {
    let bytes = Array(text.utf8)
    let whole = decode(bytes, framing: .chunked)
    var differing: [[Int]] = []
    for first in 0...bytes.count {
      for second in first...bytes.count {
        if decode(bytes, framing: .chunked, cuts: [first, second]) != whole {
          differing.append([first, second])
        }
      }
    }
    #expect(differing.isEmpty)
    #expect(decode(bytes, framing: .chunked, cuts: Array(0..<bytes.count)) == whole)
  }

  @Test("A body of known length cut at every byte")
  func length() {
    let bytes = Array("hello, world".utf8)
    let whole = decode(bytes, framing: .length(5))
    #expect(whole == .finished(body: Array("hello".utf8), end: 5))
    for cut in 0...bytes.count {
      #expect(decode(bytes, framing: .length(5), cuts: [cut]) == whole)
    }
  }
}
