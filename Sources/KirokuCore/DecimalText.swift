/// The shortest decimal of a number of thousandths: 65200 → `65.2`, 180000 → `180`.
public func decimalText(thousandths: Int64) -> String {
  asciiText { bytes in
    bytes.append(addingCapacity: 24) { (output: inout OutputSpan<UInt8>) in
      output.append(thousandths: thousandths)
    }
  }
}

extension OutputSpan<UInt8> {
  /// Appends the shortest decimal of a number of thousandths: at most 24 bytes.
  mutating func append(thousandths: Int64) {
    if thousandths < 0 { append(ascii: "-") }
    let (whole, rest) = thousandths.magnitude.quotientAndRemainder(dividingBy: 1000)
    append(decimal: whole)
    guard rest > 0 else { return }
    append(ascii: ".")
    append(behindPoint: UInt32(truncatingIfNeeded: rest))
  }
}
