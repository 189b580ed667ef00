internal import KirokuCore

/// How weights that were reckoned, such as a trend, are shown in the unit that a person chose.
///
/// What was typed is never turned into another unit; these were never typed.
struct ShownWeight {
  let unit: WeightUnit

  /// Thousandths of the unit: what a scale's round steps are looked for in.
  func thousandths(ofGrams grams: Int64) -> Int64 {
    Int64((Double(grams) / kilogramsPerUnit).rounded())
  }

  /// Kilograms in one (International Yard and Pound Agreement, 1959).
  private var kilogramsPerUnit: Double {
    switch unit {
    case .kg: 1
    case .lb: 0.453_592_37
    case .st, .stonesAndPounds: 14 * 0.453_592_37
    }
  }

  var name: String {
    switch unit {
    case .kg: "kg"
    case .lb: "lb"
    case .st, .stonesAndPounds: "st"
    }
  }

  /// `65.2 kg`, with the exact kilograms beside it.
  func html(grams: Int64) -> HTML {
    "<data value=\"\(decimalText(thousandths: grams))\">\(number(grams)) \(name)</data>"
  }

  /// The same without the unit, for a table whose heading has it.
  func cell(grams: Int64) -> HTML {
    "<data value=\"\(decimalText(thousandths: grams))\">\(number(grams))</data>"
  }

  /// `−0.35 kg`: rates are small, so they have two decimals.
  func change(grams: Int64) -> HTML {
    let hundredths = (abs(thousandths(ofGrams: grams)) + 5) / 10
    let digits = String(hundredths % 100)
    let sign = hundredths == 0 ? "±" : grams < 0 ? "−" : "+"
    let text = "\(sign)\(hundredths / 100).\(digits.count == 1 ? "0" : "")\(digits) \(name)"
    return "<data value=\"\(decimalText(thousandths: grams))\">\(text)</data>"
  }

  /// One decimal, as scales show it.
  func number(_ grams: Int64) -> String {
    let tenths = (thousandths(ofGrams: grams) + 50) / 100
    return "\(tenths / 10).\(tenths % 10)"
  }
}
