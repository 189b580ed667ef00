@testable import HTTPCore

/// What became of some bytes that may hold several requests.
enum Parsed: Equatable, CustomStringConvertible {
  case incomplete
  case refused(Refusal)
  case head(HeadValue)

  var description: String {
    switch self {
    case .incomplete: "incomplete"
    case .refused(let refusal): "refused: \(refusal.rawValue)"
    case .head(let head): "\(head)"
    }
  }
}

/// Everything that a head says, comparable.
struct HeadValue: Equatable {
  var method: HTTPMethod
  var target: String
  var path: String
  var query: String?
  var version: HTTPVersion
  var framing: BodyFraming
  var keepsAlive: Bool
  var expectsContinue: Bool
  var fields: [String]
  var consumed: Int

  init(_ head: RequestHead, consumed: Int) {
    method = head.method
    target = head.target
    path = head.path
    query = head.query
    version = head.version
    framing = head.framing
    keepsAlive = head.keepsAlive
    expectsContinue = head.expectsContinue
    fields = head.allFields.map { "\($0.name): \($0.value)" }
    self.consumed = consumed
  }
}

/// Feeds the bytes to a fresh parser, growing at each cut, as a connection would.
func parse(
  _ bytes: [UInt8], cuts: [Int] = [], limits: MessageLimits = MessageLimits()
) -> Parsed {
  var parser = RequestParser(limits: limits)
  for end in cuts + [bytes.count] {
    switch parser.parse(bytes.span.extracting(0..<end)) {
    case .incomplete: continue
    case .refused(let refusal): return .refused(refusal)
    case .head(let head, let consumed): return .head(HeadValue(head, consumed: consumed))
    }
  }
  return .incomplete
}

func parse(_ text: String, limits: MessageLimits = MessageLimits()) -> Parsed {
  parse(Array(text.utf8), limits: limits)
}

/// The head of a text that must parse; nil otherwise.
func parsedHead(_ text: String) -> RequestHead? { try? RequestHead(parsing: text) }

/// The refusal of a text that must be refused; nil otherwise.
func refusal(_ text: String, limits: MessageLimits = MessageLimits()) -> Refusal? {
  refusal(Array(text.utf8), limits: limits)
}

func refusal(_ bytes: [UInt8], limits: MessageLimits = MessageLimits()) -> Refusal? {
  guard case .refused(let refusal) = parse(bytes, limits: limits) else { return nil }
  return refusal
}

/// A small request with these lines between the request line and the empty line.
func get(_ lines: String...) -> String {
  "GET / HTTP/1.1\r\nHost: k.test\r\n" + lines.map { $0 + "\r\n" }.joined() + "\r\n"
}

func utf8(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

/// What became of a body.
enum Decoded: Equatable {
  case incomplete(body: [UInt8])
  case finished(body: [UInt8], end: Int)
  case refused(Refusal)
}

/// Shows the bytes to a fresh decoder in pieces, each byte once, as a connection would.
func decode(
  _ bytes: [UInt8], framing: BodyFraming, cuts: [Int] = [], limits: MessageLimits = MessageLimits()
) -> Decoded {
  var decoder = BodyDecoder(framing: framing, limits: limits)
  var body: [UInt8] = []
  var start = 0
  for end in cuts + [bytes.count] {
    let piece = Array(bytes[start..<end])
    var offset = 0
    reading: while true {
      let allowance = limits.maxBodyBytes - body.count
      switch decoder.decode(piece.span, from: offset, allowance: allowance) {
      case .needsMore: break reading
      case .data(let range):
        body += piece[range]
        offset = range.upperBound
      case .finished(let end): return .finished(body: body, end: start + end)
      case .refused(let refusal): return .refused(refusal)
      }
    }
    start = end
  }
  return .incomplete(body: body)
}

func decodeChunks(_ text: String, limits: MessageLimits = MessageLimits()) -> Decoded {
  decode(Array(text.utf8), framing: .chunked, limits: limits)
}
