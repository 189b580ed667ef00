import JSON
import Testing

/// Reads a text, or says why not.
func read(_ text: String) -> Result<JSONValue, JSONSyntaxError> {
  read(Array(text.utf8))
}

func read(_ bytes: [UInt8]) -> Result<JSONValue, JSONSyntaxError> {
  Result { () throws(JSONSyntaxError) in try JSONReader.read(bytes) }
}

/// A document of one member, named a.
func object(_ value: JSONValue) -> JSONValue {
  .object(JSONObject(members: [.init(name: "a", value: value)]))
}

@Suite("Well-formed JSON")
struct WellFormedTests {
  @Test(
    "Every kind of value is read as written",
    arguments: [
      ("null", JSONValue.null), ("true", .bool(true)), ("false", .bool(false)),
      ("\"\"", .string("")), ("\"a\"", .string("a")),
      ("0", .number(JSONNumber(0))), ("-7", .number(JSONNumber(-7))),
      ("[]", .array([])), ("[ ]", .array([])),
      ("[null,[true],\"x\"]", .array([.null, .array([.bool(true)]), .string("x")])),
      ("{}", .object(JSONObject(members: []))), ("{ }", .object(JSONObject(members: []))),
      ("{\"a\":1}", object(.number(JSONNumber(1)))),
      (" \t\r\n{ \"a\" : [ ] } \n", object(.array([]))),
      ("{\"\":0}", .object(JSONObject(members: [.init(name: "", value: .number(JSONNumber(0)))]))),
    ])
  func values(text: String, expected: JSONValue) {
    #expect(read(text) == .success(expected))
  }

  @Test(
    "Numbers keep their text",
    arguments: [
      "0", "-0", "0.0", "-0.0", "1", "10", "1.50", "1e5", "1E5", "1e+5", "1e-5", "0e0", "0e+1",
      "123456789012345678901234567890", "1e400", "-1E-999999999", "0.000000000000000000000000001",
    ])
  func numbers(text: String) throws {
    guard case .number(let number) = try read(text).get() else {
      Issue.record("no number")
      return
    }
    #expect(number.text == text)
  }

  @Test(
    "Escapes stand for their characters",
    arguments: [
      (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
      (#""\u0041\u00e9\u00E9\u65e5""#, "Aéé日"), (#""\ud83d\ude00""#, "😀"),
      (#""\uDBFF\uDFFF""#, "\u{10FFFF}"), (#""\u0000""#, "\0"),
      (#""\uE000\uFFFD""#, "\u{E000}\u{FFFD}"),
      (#""a\u0301""#, "a\u{301}"), (#""\\u0041""#, #"\u0041"#),
      ("\"\u{7F}\u{2028}\"", "\u{7F}\u{2028}"),
      (#""日本\n語😀""#, "日本\n語😀"),
    ])
  func escapes(text: String, expected: String) throws {
    guard case .string(let string) = try read(text).get() else {
      Issue.record("no string")
      return
    }
    #expect(Array(string.unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test("Names that only look alike are two names")
  func canonicallyEquivalentNames() throws {
    // é as one scalar and as two; K and the Kelvin sign.
    let value = try read("{\"é\":1,\"e\u{301}\":2,\"K\":3,\"\u{212A}\":4}").get()
    guard case .object(let object) = value else {
      Issue.record("no object")
      return
    }
    #expect(object.members.count == 4)
    #expect(object["K"] == .number(JSONNumber(3)))
    #expect(object["\u{212A}"] == .number(JSONNumber(4)))
  }

  @Test("Thirty-two levels are read")
  func deepest() {
    let arrays = String(repeating: "[", count: 32) + String(repeating: "]", count: 32)
    #expect((try? read(arrays).get()) != nil)
    let objects = String(repeating: "{\"a\":", count: 31) + "{}" + String(repeating: "}", count: 31)
    #expect((try? read(objects).get()) != nil)
  }

  @Test("An object of many names is read, in order")
  func manyNames() throws {
    let text = "{" + (0..<20_000).map { "\"n\($0)\":\($0)" }.joined(separator: ",") + "}"
    guard case .object(let object) = try read(text).get() else {
      Issue.record("no object")
      return
    }
    #expect(object.members.count == 20_000)
    #expect(object.members.last?.name == "n19999")
  }
}
