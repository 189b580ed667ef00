import JSON
import Testing

@Suite("Malformed JSON")
struct RefusalTests {
  /// A text, why it is refused, at which byte, and inside which value.
  struct Refused: Sendable, CustomTestStringConvertible {
    let text: String
    let reason: JSONSyntaxError.Reason
    let offset: Int
    let pointer: String

    init(_ text: String, _ reason: JSONSyntaxError.Reason, _ offset: Int, _ pointer: String = "") {
      self.text = text
      self.reason = reason
      self.offset = offset
      self.pointer = pointer
    }

    var testDescription: String { "\(text.prefix(40)) → \(reason.rawValue)" }
  }

  static let structures: [Refused] = [
    Refused("", .empty, 0), Refused(" \n", .empty, 2),
    Refused("[", .unexpectedEnd, 1, "/0"), Refused("{", .unexpectedEnd, 1),
    Refused("[1", .unexpectedEnd, 2), Refused("[1,", .unexpectedEnd, 3, "/1"),
    Refused("{\"a\"", .unexpectedEnd, 4, "/a"), Refused("{\"a\":", .unexpectedEnd, 5, "/a"),
    Refused("{\"a\":1", .unexpectedEnd, 6), Refused("{\"a\":1,", .unexpectedEnd, 7),
    Refused("]", .malformed, 0), Refused("}", .malformed, 0), Refused(",", .malformed, 0),
    Refused("[1}", .malformed, 2), Refused("{\"a\":1]", .malformed, 6),
    Refused("[1,]", .malformed, 3, "/1"), Refused("[,1]", .malformed, 1, "/0"),
    Refused("[1,,2]", .malformed, 3, "/1"), Refused("[1 2]", .malformed, 3),
    Refused("{\"a\":1,}", .malformed, 7), Refused("{,}", .malformed, 1),
    Refused("{a:1}", .malformed, 1), Refused("{'a':1}", .malformed, 1),
    Refused("{1:1}", .malformed, 1),
    Refused("{\"a\" 1}", .malformed, 5, "/a"), Refused("{\"a\"::1}", .malformed, 5, "/a"),
    Refused("{\"a\":}", .malformed, 5, "/a"), Refused("{\"a\",1}", .malformed, 4, "/a"),
    Refused("[1]x", .trailingBytes, 3), Refused("1 2", .trailingBytes, 2),
    Refused("{}{}", .trailingBytes, 2), Refused("{}\0", .trailingBytes, 2),
    Refused("/* */{}", .malformed, 0), Refused("[1] // x", .trailingBytes, 4),
    Refused("tru", .unexpectedEnd, 3), Refused("trux", .malformed, 3),
    Refused("True", .malformed, 0),
    Refused("nul", .unexpectedEnd, 3), Refused("NULL", .malformed, 0),
    Refused("undefined", .malformed, 0),
    Refused("'a'", .malformed, 0), Refused("\u{A0}1", .malformed, 0),
    Refused("\u{C}1", .malformed, 0),
    Refused("\u{FEFF}{}", .byteOrderMark, 0), Refused("[\u{FEFF}1]", .malformed, 1, "/0"),
  ]

  static let numbers: [Refused] = [
    Refused("NaN", .notANumber, 0), Refused("[nan]", .notANumber, 1, "/0"),
    Refused("{\"weightKg\":NaN}", .notANumber, 12, "/weightKg"),
    Refused("Infinity", .notANumber, 0), Refused("-Infinity", .notANumber, 0),
    Refused("-NaN", .notANumber, 0), Refused("inf", .notANumber, 0),
    Refused("01", .invalidNumber, 0), Refused("-01", .invalidNumber, 1),
    Refused("00", .invalidNumber, 0),
    Refused("+1", .invalidNumber, 0), Refused(".5", .invalidNumber, 0),
    Refused("-.5", .invalidNumber, 1),
    Refused("[1.]", .invalidNumber, 3, "/0"), Refused("[1.e5]", .invalidNumber, 3, "/0"),
    Refused("[1e]", .invalidNumber, 3, "/0"), Refused("[1e+]", .invalidNumber, 4, "/0"),
    Refused("[1e5.5]", .malformed, 4), Refused("-", .unexpectedEnd, 1),
    Refused("1.", .unexpectedEnd, 2),
    Refused("1e", .unexpectedEnd, 2), Refused("[-]", .invalidNumber, 2, "/0"),
    Refused("0x10", .trailingBytes, 1), Refused("1_000", .trailingBytes, 1),
    Refused("1,5", .trailingBytes, 1), Refused("１", .malformed, 0),
    Refused("--1", .invalidNumber, 1),
  ]

  static let strings: [Refused] = [
    Refused("\"", .unexpectedEnd, 1), Refused("\"abc", .unexpectedEnd, 4),
    Refused("\"\\", .unexpectedEnd, 2),
    Refused("\"\\\"", .unexpectedEnd, 3), Refused("\"a\nb\"", .controlCharacter, 2),
    Refused("\"\0\"", .controlCharacter, 1), Refused("\"a\tb\"", .controlCharacter, 2),
    Refused("\"\\\u{1}\"", .controlCharacter, 2),
    Refused(#""\x41""#, .invalidEscape, 1), Refused(#""\'""#, .invalidEscape, 1),
    Refused(#""\U0041""#, .invalidEscape, 1), Refused(#""\u00""#, .invalidEscape, 1),
    Refused(#""\u00g0""#, .invalidEscape, 1), Refused(#""\u+041""#, .invalidEscape, 1),
    Refused(#""ab\ud83d""#, .loneSurrogate, 3), Refused(#""\ude00""#, .loneSurrogate, 1),
    Refused(#""\ud83d\ud83d""#, .loneSurrogate, 1), Refused(#""\ud83dx""#, .loneSurrogate, 1),
    Refused(#""\ud83d\n""#, .loneSurrogate, 1), Refused(#""\ud83d\u0041""#, .loneSurrogate, 1),
    Refused(#""\udc00\ud800""#, .loneSurrogate, 1), Refused(#""\ud83d\u12""#, .invalidEscape, 7),
    Refused(#"{"note":"\ud83d"}"#, .loneSurrogate, 9, "/note"),
    Refused(#"{"\ud83d":1}"#, .loneSurrogate, 2),
  ]

  static let names: [Refused] = [
    Refused(#"{"a":1,"a":1}"#, .duplicateKey, 7, "/a"),
    Refused(#"{"a":1,"\u0061":2}"#, .duplicateKey, 7, "/a"),
    Refused(#"{"x":[{"b":1,"c":{"d":0,"d":0}}]}"#, .duplicateKey, 24, "/x/0/c/d"),
    Refused(#"{"a/b":{"~":nope}}"#, .malformed, 13, "/a~1b/~0"),
    Refused(#"[0,{"":[1,x]}]"#, .malformed, 10, "/1//1"),
  ]

  @Test(
    "Malformed text is refused with its reason, offset and pointer",
    arguments: structures + numbers + strings + names)
  func refused(_ refused: Refused) {
    let error = JSONSyntaxError(refused.reason, at: refused.offset, pointer: refused.pointer)
    #expect(read(refused.text) == .failure(error))
  }

  @Test(
    "Bytes that are no UTF-8 are refused where they begin",
    arguments: [
      [0x80], [0xFF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE2, 0x82],
      [0xE0, 0x80, 0x80],
      [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80],
      [0xF5, 0x80],
      [0xFE], [0xE6, 0x97],
    ] as [[UInt8]])
  func invalidUTF8(bytes: [UInt8]) {
    let plain = Array("{\"a\":\"xy".utf8) + bytes + Array("\"}".utf8)
    #expect(read(plain) == .failure(JSONSyntaxError(.invalidUTF8, at: 8, pointer: "/a")))
    let escaped = Array("[\"\\n".utf8) + bytes + Array("\\n\"]".utf8)
    #expect(read(escaped) == .failure(JSONSyntaxError(.invalidUTF8, at: 4, pointer: "/0")))
  }

  @Test("A character cut in two by an escape does not become whole")
  func cutByEscape() {
    let bytes = [0x22, 0xC3] + Array(#"\n"#.utf8) + [0xA9, 0x22]
    #expect(read(bytes) == .failure(JSONSyntaxError(.invalidUTF8, at: 1)))
  }

  @Test(
    "Thirty-three levels and a hundred thousand are refused at the same byte",
    arguments: [33, 200, 100_000])
  func tooDeep(levels: Int) {
    let pointer = String(repeating: "/0", count: 32)
    let error = JSONSyntaxError(.tooDeep, at: 32, pointer: pointer)
    #expect(read(String(repeating: "[", count: levels)) == .failure(error))
  }

  @Test("A doubled name is found among many")
  func duplicateAmongMany() {
    for position in [0, 15, 16, 17, 499] {
      let names = (0..<500).map { "\"n\($0)\":0" }
      let text = "{" + (names + ["\"n\(position)\":1"]).joined(separator: ",") + "}"
      guard case .failure(let error) = read(text) else {
        Issue.record("n\(position) was read twice")
        continue
      }
      #expect(error.reason == .duplicateKey)
      #expect(error.pointer == "/n\(position)")
    }
  }

  @Test("Every prefix of a document is refused, and none traps")
  func prefixes() {
    let text = #" {"a":[1,-2.5e+3,true,false,null,"é\n\ud83d\ude00\u65e5日"],"b":{"":{}},"c":""}"#
    let document = Array(text.utf8)
    #expect((try? read(document).get()) != nil)
    for count in 0..<document.count {
      guard case .failure = read(Array(document[..<count])) else {
        Issue.record("the first \(count) bytes were read")
        continue
      }
    }
  }
}
