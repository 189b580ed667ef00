// fuzzes: JSON
// A JSON text: a fault lies within the text, and what is read can be written and read again.

private func write(_ value: JSONValue, to writer: inout JSONWriter) {
  switch value {
  case .null: writer.null()
  case .bool(let bool): writer.bool(bool)
  case .number(let number): writer.raw(number.text)
  case .string(let string): writer.string(string)
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

/// How many arrays and objects lie in one another.
private func depth(_ value: JSONValue) -> Int {
  switch value {
  case .array(let elements): 1 + (elements.map(depth).max() ?? 0)
  case .object(let object): 1 + (object.members.map { depth($0.value) }.max() ?? 0)
  default: 0
  }
}

/// Every number of a document, asked for in the forms that the product uses.
private func inspectNumbers(_ value: JSONValue) {
  switch value {
  case .number(let number):
    if let integer = try? number.integer() {
      check((try? number.scaled(fractionDigits: 0)) == integer, "\(number.text) is not \(integer)")
      if let thousandths = try? number.scaled(fractionDigits: 3) {
        check(thousandths == integer * 1000, "\(number.text) in thousandths is \(thousandths)")
      }
      let plain = JSONNumber(integer)
      check((try? plain.integer()) == integer, "\(integer) does not read back")
    }
  case .array(let elements): elements.forEach(inspectNumbers)
  case .object(let object): object.members.forEach { inspectNumbers($0.value) }
  default: break
  }
}

/// By bytes: a combining mark after the slash makes another `Character` of it.
private func isPointer(_ text: String) -> Bool { text.utf8.first.map { $0 == 0x2F } ?? true }

private func readFields(_ value: JSONValue) {
  var fields = JSONFields(value)
  _ = fields.string("note", maxScalars: 10, maxBytes: 20)
  _ = fields.bool("b")
  _ = fields.integer("n", in: -5...5)
  _ = fields.scaled("kg", fractionDigits: 3, limits: ("20", "300"))
  _ = fields.object("o") { inner in
    _ = inner.string("note")
    inner.finish()
    return true
  }
  _ = fields.array("a", maxCount: 3)
  fields.finish()
  for fault in fields.faults {
    check(isPointer(fault.pointer), "pointer \(fault.pointer)")
  }
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSONReader(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = input(start, count)
  do throws(JSONSyntaxError) {
    let value = try JSONReader.read(bytes)
    check(depth(value) <= JSONReader.defaultMaxDepth, "too deep")
    check(String(validating: bytes, as: UTF8.self) != nil, "ill-formed UTF-8 accepted")
    inspectNumbers(value)
    readFields(value)
    var writer = JSONWriter()
    write(value, to: &writer)
    let again = try? JSONReader.read(writer.bytes)
    check(again == value, "not the same after writing and reading")
    if depth(value) > 2 {
      check((try? JSONReader.read(bytes, maxDepth: 2)) == nil, "the depth limit does not hold")
    }
  } catch {
    check((0...bytes.count).contains(error.byteOffset), "a fault at \(error.byteOffset)")
    check(isPointer(error.pointer), "pointer \(error.pointer)")
  }
  return 0
}
