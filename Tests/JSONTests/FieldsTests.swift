import JSON
import Testing

@Suite("Typed fields")
struct FieldsTests {
  enum Unit: String, CaseIterable { case kg, lb, st }

  static func fields(_ text: String) throws -> JSONFields {
    JSONFields(try read(text).get())
  }

  static func codes(_ fields: JSONFields) -> [String] {
    fields.faults.map { "\($0.pointer) \($0.code.rawValue)" }
  }

  @Test("All faults are found in one reading, each with its pointer")
  func allAtOnce() throws {
    var fields = try Self.fields(
      #"{"kg":"65","note":"a\u0000","weight":{"value":1.2345,"unit":"stone","x":1},"a/b":1,"on":1}"#
    )
    _ = fields.scaled("kg", fractionDigits: 3, limits: ("20", "300"))
    _ = fields.string("note", maxScalars: 10)
    let weight = fields.object("weight") { inner -> Int64? in
      let value = inner.scaled("value", fractionDigits: 3, limits: ("0", "1")).value
      _ = inner.choice("unit", of: Unit.self)
      inner.finish()
      return value
    }
    _ = fields.bool("on")
    fields.finish()
    #expect(weight == .faulty)
    #expect(
      Self.codes(fields) == [
        "/kg wrong-type", "/note nul-character", "/weight/value too-precise",
        "/weight/unit not-one-of", "/weight/x unknown-field", "/on wrong-type",
        "/a~1b unknown-field",
      ])
    #expect(fields.faults[0].values == ["expected": "number", "actual": "string"])
    #expect(fields.faults[3].values == ["choices": "kg, lb, st", "value": "stone"])
  }

  @Test(
    "A body that is no object is one fault at its root", arguments: ["[]", "1", "null", "\"x\""])
  func noObject(text: String) throws {
    var fields = try Self.fields(text)
    #expect(fields.string("note") == .absent)
    fields.finish()
    #expect(Self.codes(fields) == [" wrong-type"])
  }

  @Test("Missing, null and present are three things")
  func presence() throws {
    var fields = try Self.fields(#"{"a":null,"b":"x"}"#)
    #expect(fields.string("a") == .null)
    #expect(fields.string("b") == .value("x"))
    #expect(fields.string("c") == .absent)
    #expect(fields.contains("a") && !fields.contains("c"))
    fields.finish()
    #expect(fields.faults.isEmpty)
  }

  @Test("Text has a limit of scalars and one of bytes")
  func lengths() throws {
    var fields = try Self.fields(
      #"{"two":"日本","three":"日本語","marks":"e\#(String(repeating: "\u{301}", count: 50))"}"#)
    #expect(fields.string("two", maxScalars: 2) == .value("日本"))
    #expect(fields.string("three", maxScalars: 2) == .faulty)
    // One character to a reader, 51 scalars to a database.
    #expect(fields.string("marks", maxScalars: 50) == .faulty)
    #expect(fields.string("three", maxBytes: 8) == .faulty)
    #expect(
      fields.faults.map(\.values) == [
        ["limit": "2", "unit": "characters"], ["limit": "50", "unit": "characters"],
        ["limit": "8", "unit": "bytes"],
      ])
  }

  @Test(
    "Whole numbers are held to their range",
    arguments: [
      ("5", nil), ("5.0", nil), ("0.5e1", nil), ("5.5", "not-whole"), ("11", "out-of-range"),
      ("-1", "out-of-range"), ("1e400", "out-of-range"), ("1.7976931348623157e308", "out-of-range"),
      ("\"5\"", "wrong-type"), ("true", "wrong-type"), ("[5]", "wrong-type"),
    ] as [(String, String?)])
  func integers(text: String, code: String?) throws {
    var fields = try Self.fields("{\"limit\":\(text)}")
    let limit = fields.integer("limit", in: 0...10)
    #expect(limit == (code == nil ? .value(5) : .faulty))
    #expect(fields.faults.map(\.code.rawValue) == [code].compactMap { $0 })
  }

  @Test("A list of choices names each wrong element")
  func choices() throws {
    var fields = try Self.fields(#"{"units":["kg","ton",3],"good":["lb"],"twice":["lb","lb"]}"#)
    #expect(fields.choices("units", among: Unit.allCases) == .faulty)
    #expect(fields.choices("good", among: Unit.allCases) == .value([.lb]))
    #expect(fields.choices("twice", among: Unit.allCases) == .faulty)
    #expect(fields.choices("good", among: [Unit.kg, .st]) == .faulty)
    #expect(fields.choices("none", among: Unit.allCases) == .absent)
    #expect(
      Self.codes(fields) == [
        "/units/1 not-one-of", "/units/2 wrong-type", "/twice/1 repeated", "/good/0 not-one-of",
      ])
  }

  @Test("Text of a known form is parsed; an endless one is named by its start")
  func parsed() throws {
    let long = String(repeating: "x", count: 1000)
    var fields = try Self.fields("{\"n\":\"12\",\"bad\":\"\(long)\"}")
    #expect(fields.parsed("n", expected: "number") { Int($0) } == .value(12))
    #expect(fields.parsed("bad", expected: "number") { Int($0) } == .faulty)
    let values = ["expected": "number", "value": String(repeating: "x", count: 40) + "…"]
    #expect(fields.faults == [FieldFault(pointer: "/bad", code: .invalidFormat, values: values)])
  }

  @Test("Unknown members can be listed instead of refused, at every level")
  func lenient() throws {
    var fields = try Self.fields(#"{"b":1,"a":2,"note":"x","inner":{"c":3}}"#)
    _ = fields.string("note")
    _ = fields.object("inner") { inner -> Int? in
      inner.finish(ignoringUnknown: true)
      return 0
    }
    fields.finish(ignoringUnknown: true)
    #expect(fields.ignored == ["/inner/c", "/b", "/a"])
    #expect(fields.faults.isEmpty)
  }

  @Test("A hundred unknown members are named, however many there are, and a long name by its start")
  func manyUnknown() throws {
    let members = (0..<1_000).map { "\"k\($0)\":1" }.joined(separator: ",")
    var many = JSONFields(try JSONReader.read(Array("{\(members)}".utf8)))
    many.finish()
    #expect(many.faults.count == 100)
    #expect(many.faults.last?.pointer == "/k99")

    let name = String(repeating: "n", count: 100_000)
    var long = JSONFields(try JSONReader.read(Array("{\"\(name)\":1}".utf8)))
    long.finish(ignoringUnknown: true)
    #expect(long.ignored == ["/" + String(repeating: "n", count: 40) + "…"])
  }
}
