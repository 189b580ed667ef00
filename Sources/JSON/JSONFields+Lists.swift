extension JSONFields {
  /// An array of at most `maxCount` objects, each with fields of its own: their faults join these.
  public mutating func objects<Value>(
    _ name: String, maxCount: Int, _ readFields: (inout JSONFields) -> Value?
  ) -> FieldReading<[Value]> {
    let list = array(name, maxCount: maxCount)
    guard case .value(let elements) = list else { return list.map { _ in [] } }
    var values: [Value] = []
    for (index, element) in elements.enumerated() {
      var inner = JSONFields(element, pointer: place(name, index))
      let value = inner.faults.isEmpty ? readFields(&inner) : nil
      faults += inner.faults
      ignored += inner.ignored
      if let value, inner.faults.isEmpty { values.append(value) }
    }
    return values.count == elements.count ? .value(values) : .faulty
  }

  /// An array of at most `maxCount` whole numbers.
  public mutating func integers(_ name: String, maxCount: Int) -> FieldReading<[Int64]> {
    elements(name, maxCount: maxCount) { element throws(Fault) in
      guard case .number(let number) = element else { throw .wrongType(.number) }
      let shown = Self.excerpt(number.text)
      do throws(JSONNumber.Fault) {
        return try number.integer()
      } catch .tooPrecise {
        throw .coded(.notWhole, ["value": shown])
      } catch {
        let limits = ["minimum": String(Int64.min), "maximum": String(Int64.max)]
        throw .coded(.outOfRange, limits.merging(["value": shown]) { $1 })
      }
    }
  }

  /// An array of at most `maxCount` texts of a form that `parse` knows, each value at most once; `expected` names the
  /// form in the fault.
  public mutating func parsedList<Value: Hashable>(
    _ name: String, expected: String, maxCount: Int, _ parse: (String) -> Value?
  ) -> FieldReading<[Value]> {
    var known: Set<Value> = []
    return elements(name, maxCount: maxCount) { element throws(Fault) in
      guard case .string(let text) = element else { throw .wrongType(.string) }
      let shown = Self.excerpt(text)
      guard let parsed = parse(text) else {
        throw .coded(.invalidFormat, ["expected": expected, "value": shown])
      }
      guard known.insert(parsed).inserted else { throw .coded(.repeated, ["value": shown]) }
      return parsed
    }
  }

  private mutating func elements<Value>(
    _ name: String, maxCount: Int, _ convert: (JSONValue) throws(Fault) -> Value
  ) -> FieldReading<[Value]> {
    let list = array(name, maxCount: maxCount)
    guard case .value(let elements) = list else { return list.map { _ in [] } }
    var values: [Value] = []
    for (index, element) in elements.enumerated() {
      do throws(Fault) {
        values.append(try convert(element))
      } catch {
        report(error, of: element, at: place(name, index))
      }
    }
    return values.count == elements.count ? .value(values) : .faulty
  }

  private mutating func report(_ fault: Fault, of value: JSONValue, at place: String) {
    switch fault {
    case .wrongType(let expected):
      faults.append(Self.wrongType(value, expected: expected, at: place))
    case .coded(let code, let values):
      faults.append(FieldFault(pointer: place, code: code, values: values))
    }
  }

  private func place(_ name: String, _ index: Int) -> String {
    pointer + JSONPointer.token(name) + JSONPointer.token(index)
  }
}
