/// The shortest decimal of a number of thousandths: 65200 → `65.2`, 180000 → `180`.
public func decimalText(thousandths: Int64) -> String {
  asciiText { bytes in
    if thousandths < 0 { bytes.append(UInt8(ascii: "-")) }
    let (whole, rest) = thousandths.magnitude.quotientAndRemainder(dividingBy: 1000)
    bytes.append(contentsOf: String(whole).utf8)
    guard rest > 0 else { return }
    bytes.append(UInt8(ascii: "."))
    bytes.append(Int(rest), width: 3)
    while bytes.last == UInt8(ascii: "0") { bytes.removeLast() }
  }
}
