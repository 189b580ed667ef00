extension JSONFields {
  /// Text of a form that `parse` knows; `expected` names the form in the fault.
  public mutating func parsed<Value>(
    _ name: String, expected: String, _ parse: (String) -> Value?
  ) -> FieldReading<Value> {
    read(name) { value throws(Fault) in
      guard case .string(let text) = value else { throw .wrongType(.string) }
      guard let parsed = parse(text) else {
        throw .coded(.invalidFormat, ["expected": expected, "value": Self.excerpt(text)])
      }
      return parsed
    }
  }

  /// One of an enumeration's names.
  public mutating func choice<Value>(
    _ name: String, of type: Value.Type = Value.self
  ) -> FieldReading<Value>
  where Value: RawRepresentable<String> & CaseIterable & Equatable {
    choice(name, among: Array(Value.allCases))
  }

  /// One of the given names.
  public mutating func choice<Value: RawRepresentable<String> & Equatable>(
    _ name: String, among all: [Value]
  ) -> FieldReading<Value> {
    read(name) { value throws(Fault) in
      guard case .string(let text) = value else { throw .wrongType(.string) }
      guard let choice = Value(rawValue: text), all.contains(choice) else {
        let choices = all.map(\.rawValue).joined(separator: ", ")
        throw .coded(.notOneOf, ["choices": choices, "value": Self.excerpt(text)])
      }
      return choice
    }
  }

  /// Several of the given names, each of them at most once.
  public mutating func choices<Value: RawRepresentable<String> & Equatable>(
    _ name: String, among all: [Value]
  ) -> FieldReading<[Value]> {
    let list = array(name, maxCount: all.count)
    guard case .value(let elements) = list else { return list.map { _ in [] } }
    var found: [Value] = []
    for (index, element) in elements.enumerated() {
      let place = pointer + JSONPointer.token(name) + JSONPointer.token(index)
      guard case .string(let text) = element else {
        faults.append(Self.wrongType(element, expected: .string, at: place))
        continue
      }
      guard let choice = Value(rawValue: text), all.contains(choice) else {
        let choices = all.map(\.rawValue).joined(separator: ", ")
        let values = ["choices": choices, "value": Self.excerpt(text)]
        faults.append(FieldFault(pointer: place, code: .notOneOf, values: values))
        continue
      }
      if found.contains(choice) {
        faults.append(FieldFault(pointer: place, code: .repeated, values: ["value": text]))
      }
      found.append(choice)
    }
    return Set(found.map(\.rawValue)).count == elements.count ? .value(found) : .faulty
  }
}
