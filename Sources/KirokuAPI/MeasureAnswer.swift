internal import HTTPCore
internal import JSON
internal import KirokuCore
internal import KirokuStore

extension Call {
  /// Answers a measure in JSON or as a table: 304 where the client has this answer already. Its tag is of its bytes,
  /// since no revision is of all accounts.
  func answer(
    _ format: MeasureQuery.Format, json: (inout JSONWriter, Language) -> Void,
    table: (inout CSVWriter) -> Void
  ) -> Response {
    let language = requestedLanguage ?? .en
    let bytes: [UInt8]
    switch format {
    case .json:
      var writer = JSONWriter(capacity: 4_096)
      writer.beginObject()
      json(&writer, language)
      writer.endObject()
      bytes = writer.bytes
    case .csv:
      var writer = CSVWriter()
      table(&writer)
      bytes = writer.bytes
    }
    let tag = EntityTag(contentOf: bytes)
    let type = format == .csv ? "text/csv; charset=utf-8; header=present" : "application/json"
    return read(tag, CommonHeaders.table(type, in: language)) { bytes }
  }
}

extension EntityTag {
  /// Of bytes that no revision stands for: the start of their SHA-256.
  init(contentOf bytes: [UInt8]) {
    let digest = SHA256.digest(of: bytes).prefix(12)
    let digits = Array("0123456789abcdef")
    self.init(String(digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }))
  }
}

/// A table in RFC 4180's form.
struct CSVWriter {
  private(set) var bytes: [UInt8] = []

  /// A line of fields; nil is an empty one.
  mutating func line(_ fields: [String?]) {
    for (index, field) in fields.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(field ?? "")
    }
    bytes += [0x0D, 0x0A]
  }

  /// A client chose some of the texts: one that a spreadsheet would take for a formula is kept from being one.
  private mutating func append(_ field: String) {
    var text = field
    if let first = field.utf8.first, "=+-@".utf8.contains(first), Double(field) == nil {
      text = "'" + field
    }
    guard text.utf8.contains(where: { ",\"\r\n".utf8.contains($0) }) else {
      bytes += Array(text.utf8)
      return
    }
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

/// A number of at most six decimals, as answers have it.
func decimalText(_ value: Double) -> String {
  decimalText(millionths: Int64((value * 1_000_000).rounded()))
}

func decimalText(millionths: Int64) -> String {
  let (whole, part) = millionths.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
  var text = (millionths < 0 ? "-" : "") + String(whole)
  guard part > 0 else { return text }
  let digits = String(part)
  text += "." + String(repeating: "0", count: 6 - digits.count) + digits
  while text.hasSuffix("0") { text.removeLast() }
  return text
}

extension JSONWriter {
  mutating func number(_ text: String?) {
    if let text { raw(text) } else { null() }
  }

  mutating func day(_ day: LocalDay?) {
    if let day { plainString(day.append) } else { null() }
  }

  mutating func integer(_ key: JSONKey, _ value: Int) {
    self.key(key)
    integer(Int64(value))
  }
}
