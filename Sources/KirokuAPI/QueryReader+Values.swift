internal import JSON
internal import KirokuCore
internal import KirokuStore

extension QueryReader {
  /// A day, `YYYY-MM-DD`.
  mutating func day(_ name: String) -> LocalDay? {
    parsed(name, expected: "date") { LocalDay($0) }
  }

  /// A day or an instant.
  mutating func bound(_ name: String) -> EntryFilter.Bound? {
    guard let text = value(name) else { return nil }
    if let day = LocalDay(text) { return .day(day) }
    do throws(Instant.ParseFault) {
      return .instant(try Instant(rfc3339: text))
    } catch {
      let values = ["expected": "date-time", "value": excerpt(text), "limit": "6"]
      report(FaultCode(rawValue: error.rawValue) ?? .invalidFormat, at: name, values)
      return nil
    }
  }

  /// Kilograms as exact grams: a decimal in JSON's spelling, 0…1000.
  mutating func kilograms(_ name: String) -> Int64? {
    guard let text = value(name) else { return nil }
    // The reader skips white space, which is no part of a number.
    guard !text.utf8.contains(where: { $0 <= 0x20 }),
      case .number(let number)? = try? JSONReader.read(Array(text.utf8))
    else {
      report(.invalidFormat, at: name, ["expected": "number", "value": excerpt(text)])
      return nil
    }
    let limits = ["minimum": "0", "maximum": "1000", "value": excerpt(text)]
    do throws(JSONNumber.Fault) {
      let grams = try number.scaled(fractionDigits: Weight.fractionDigits)
      if (0...1_000_000).contains(grams) { return grams }
      report(.outOfRange, at: name, limits)
    } catch .tooPrecise {
      let values = ["limit": String(Weight.fractionDigits), "value": excerpt(text)]
      report(.tooPrecise, at: name, values)
    } catch {
      report(.outOfRange, at: name, limits)
    }
    return nil
  }

  /// One of several names.
  mutating func choice<Value>(_ name: String, of choices: [(name: String, value: Value)]) -> Value?
  {
    guard let text = value(name) else { return nil }
    if let choice = choices.first(where: { $0.name == text }) { return choice.value }
    let names = choices.map(\.name).joined(separator: ", ")
    report(.notOneOf, at: name, ["choices": names, "value": excerpt(text)])
    return nil
  }

  /// Text of at most `maxScalars` Unicode scalars, without U+0000; empty is the same as none.
  mutating func text(_ name: String, maxScalars: Int) -> String? {
    guard let text = value(name), !text.isEmpty else { return nil }
    if text.utf8.contains(0) {
      report(.nulCharacter, at: name, [:])
    } else if text.unicodeScalars.count > maxScalars {
      report(.tooLong, at: name, ["limit": String(maxScalars), "unit": "characters"])
    } else {
      return text
    }
    return nil
  }

  /// Ids with commas between them, each once, in the order of their first mention.
  ///
  /// - Parameter maxCount: of all that are given.
  mutating func ids(_ name: String, maxCount: Int) -> [UUIDBytes]? {
    guard let list = value(name) else { return nil }
    let texts = list.split(separator: ",", omittingEmptySubsequences: true)
    guard texts.count <= maxCount else {
      report(.tooMany, at: name, ["limit": String(maxCount)])
      return nil
    }
    var ids: [UUIDBytes] = []
    var known: Set<UUIDBytes> = []
    for text in texts {
      guard let id = UUIDBytes(String(text)) else {
        report(.invalidFormat, at: name, ["expected": "uuid", "value": excerpt(String(text))])
        return nil
      }
      if known.insert(id).inserted { ids.append(id) }
    }
    return ids
  }
}
