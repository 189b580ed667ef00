import JSON
import Testing

@Suite("Writing JSON")
struct WriterTests {
  static func written(_ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test("Commas stand between values and nowhere else")
  func structure() {
    let text = Self.written { writer in
      writer.beginObject()
      writer.key("a")
      writer.beginArray()
      writer.integer(1)
      writer.beginArray()
      writer.endArray()
      writer.beginObject()
      writer.endObject()
      writer.null()
      writer.endArray()
      writer.key("b")
      writer.bool(true)
      writer.key(escaping: "\"")
      writer.raw("{}")
      writer.key("c")
      writer.plainString { $0.append(contentsOf: "x".utf8) }
      writer.endObject()
    }
    #expect(text == #"{"a":[1,[],{},null],"b":true,"\"":{},"c":"x"}"#)
  }

  @Test("What must be escaped is found at every place of a text", arguments: 0...17)
  func escapes(count: Int) {
    // 0x7F and what is beyond ASCII need none (RFC 8259 §7), nor do the neighbours of those that do.
    let plain = Array(#" !#[]~"#.utf8) + [0x7F] + Array("é体".utf8)
    let filler = (0..<count).map { _ in UInt8(ascii: "x") }
    let text = String(decoding: filler + plain, as: UTF8.self)
    #expect(Self.string(filler + plain) == "\"\(text)\"")
    for (byte, escaped) in [(0x22, #"\""#), (0x5C, #"\\"#), (0x1F, #"\u001f"#), (0x0A, #"\n"#)] {
      for place in 0...count {
        let text = filler[..<place] + [UInt8(byte)] + filler[place...]
        let expected =
          String(repeating: "x", count: place) + escaped
          + String(repeating: "x", count: count - place)
        #expect(Self.string(Array(text)) == #""\#(expected)""#)
      }
    }
  }

  private static func string(_ utf8: [UInt8]) -> String {
    written { $0.string(String(decoding: utf8, as: UTF8.self)) }
  }

  @Test(
    "Thousandths become the shortest decimal",
    arguments: [
      (0, "0"), (1, "0.001"), (10, "0.01"), (100, "0.1"), (1_000, "1"), (65_200, "65.2"),
      (81_647, "81.647"),
      (180_000, "180"), (100_050, "100.05"), (-1, "-0.001"), (-65_200, "-65.2"),
      (Int64.max, "9223372036854775.807"), (Int64.min, "-9223372036854775.808"),
    ] as [(Int64, String)])
  func decimals(thousandths: Int64, expected: String) {
    #expect(Self.written { $0.decimal(thousandths: thousandths) } == expected)
  }

  @Test("Integers of every width", arguments: [0, 9, 10, -1, 1_234_567_890, Int64.max, Int64.min])
  func integers(value: Int64) {
    #expect(Self.written { $0.integer(value) } == String(value))
  }

  @Test("Only what must be escaped is escaped")
  func escapes() {
    let text = "\"\\/\u{8}\u{C}\n\r\t\u{0}\u{1F}\u{7F}\u{2028}日😀"
    let expected = "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u001f\u{7F}\u{2028}日😀\""
    #expect(Self.written { $0.string(text) } == expected)
  }

  @Test("What is written reads back as the same value")
  func roundTrip() throws {
    var random = SplitMix(state: 7)
    for _ in 0..<500 {
      let value = random.value(depth: 0)
      var writer = JSONWriter()
      write(value, to: &writer)
      #expect(read(writer.bytes) == .success(value))
    }
  }

  private func write(_ value: JSONValue, to writer: inout JSONWriter) {
    switch value {
    case .null: writer.null()
    case .bool(let flag): writer.bool(flag)
    case .number(let number): writer.raw(number.text)
    case .string(let text): writer.string(text)
    case .array(let elements):
      writer.beginArray()
      for element in elements { write(element, to: &writer) }
      writer.endArray()
    case .object(let object):
      writer.beginObject()
      for member in object.members {
        writer.key(escaping: member.name)
        write(member.value, to: &writer)
      }
      writer.endObject()
    }
  }
}

/// A small generator of random numbers with a seed, so that a failure can be repeated.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func text() -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...8, using: &self) {
      let limit: UInt32 = [0x20, 0x80, 0x800, 0x1_0000, 0x11_0000].randomElement(using: &self) ?? 1
      if let scalar = Unicode.Scalar(UInt32.random(in: 0..<limit, using: &self)) {
        text.append(scalar)
      }
    }
    return String(text)
  }

  mutating func value(depth: Int) -> JSONValue {
    switch Int.random(in: 0..<(depth < 6 ? 6 : 4), using: &self) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &self))
    case 2: return .number(JSONNumber(Int64.random(in: .min ... .max, using: &self)))
    case 3: return .string(text())
    case 4:
      return .array((0..<Int.random(in: 0...4, using: &self)).map { _ in value(depth: depth + 1) })
    default:
      let members = (0..<Int.random(in: 0...20, using: &self)).map { index in
        JSONObject.Member(name: "\(index)" + text(), value: value(depth: depth + 2))
      }
      return .object(JSONObject(members: members))
    }
  }
}
