internal import JSON
internal import KirokuCore

/// The object `weight`: a value with its unit, or stones and pounds.
enum TypedWeight {
  /// The most that `append` appends: two numbers of at most 20 digits, and their names.
  static let maxBytes = 80

  /// Reads `{value, unit}` or `{stones, pounds}`, where the unit `st` goes without saying.
  ///
  /// - Returns: thousandths of the unit; nil after a fault.
  static func read(
    _ fields: inout JSONFields, ignoringUnknown: Bool
  ) -> (value: Int64, unit: WeightUnit)? {
    let unit = fields.choice("unit", among: WeightUnit.simple)
    let isInParts = fields.contains("stones") || fields.contains("pounds")
    let value = isInParts ? parts(&fields, unit) : single(&fields)
    if unit.isMissing && !isInParts { fields.report(.required, at: "unit") }
    fields.finish(ignoringUnknown: ignoringUnknown)
    guard let value, !unit.isFaulty else { return nil }
    if isInParts { return (value, .stonesAndPounds) }
    return unit.value.map { (value, $0) }
  }

  private static func single(_ fields: inout JSONFields) -> Int64? {
    let value = fields.scaled(
      "value", fractionDigits: Weight.fractionDigits, limits: ("0", "1000000"))
    if value.isMissing { fields.report(.required, at: "value") }
    return value.value
  }

  private static func parts(
    _ fields: inout JSONFields, _ unit: FieldReading<WeightUnit>
  ) -> Int64? {
    let stones = fields.integer("stones", in: 0...StonesAndPounds.maxStones)
    let pounds = fields.scaled(
      "pounds", fractionDigits: Weight.fractionDigits, limits: ("0", "13.999"))
    if stones.isMissing { fields.report(.required, at: "stones") }
    if pounds.isMissing { fields.report(.required, at: "pounds") }
    if fields.contains("value") {
      // Read, so that it is not reported as unknown as well.
      _ = fields.scaled("value", fractionDigits: Weight.fractionDigits, limits: ("0", "1000000"))
      fields.report(.conflictingFields, at: "value", ["other": "stones"])
    }
    if let unit = unit.value, unit != .st {
      fields.report(.notOneOf, at: "unit", ["choices": "st", "value": unit.rawValue])
    }
    guard let stones = stones.value, let pounds = pounds.value else { return nil }
    guard let weight = StonesAndPounds(stones: stones, poundThousandths: pounds) else {
      let values = ["minimum": "0", "maximum": "13.999", "value": decimalText(thousandths: pounds)]
      fields.report(.outOfRange, at: "pounds", values)
      return nil
    }
    return weight.thousandths
  }

  /// Appends the object as it was typed.
  static func append(_ weight: Weight, to output: inout OutputSpan<UInt8>) {
    switch weight.unit {
    case .kg: append(weight.thousandths, #","unit":"kg"}"#, to: &output)
    case .lb: append(weight.thousandths, #","unit":"lb"}"#, to: &output)
    case .st: append(weight.thousandths, #","unit":"st"}"#, to: &output)
    case .stonesAndPounds:
      let parts = StonesAndPounds(thousandths: weight.thousandths)
      JSONText.append(constant: #"{"unit":"st","stones":"#, to: &output)
      JSONText.append(parts.stones, to: &output)
      JSONText.append(constant: #","pounds":"#, to: &output)
      JSONText.append(thousandths: parts.poundThousandths, to: &output)
      output.append(UInt8(ascii: "}"))
    }
  }

  private static func append(
    _ thousandths: Int64, _ end: StaticString, to output: inout OutputSpan<UInt8>
  ) {
    JSONText.append(constant: #"{"value":"#, to: &output)
    JSONText.append(thousandths: thousandths, to: &output)
    JSONText.append(constant: end, to: &output)
  }
}
