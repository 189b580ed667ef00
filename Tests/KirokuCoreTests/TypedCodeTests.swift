import Testing

@testable import KirokuCore

@Suite("Codes that people type")
struct TypedCodeTests {
  private static func recoveryCode() -> RecoveryCode {
    var random = SystemRandomNumberGenerator()
    return RecoveryCode(accountID: .random(using: &random), using: &random)
  }

  @Test("A recovery code reads back, however it is typed")
  func typed() {
    for _ in 0..<100 {
      let code = Self.recoveryCode()
      let text = code.text
      #expect(text.utf8.count == 59 && text.split(separator: "-").count == 12)
      let fullWidth = String(
        String.UnicodeScalarView(
          text.unicodeScalars.map { Unicode.Scalar($0.value + 0xFEE0) ?? $0 }))
      let confused = text.map { ["O": "0", "I": "1", "B": "8"][$0] ?? $0 }
      for typed in [
        text, text.lowercased(), text.filter { $0 != "-" }, " " + text + "\n", fullWidth,
        String(text.map { $0 == "-" ? "—" : $0 }), String(confused),
      ] {
        #expect(RecoveryCode(typed) == code, "\(typed)")
      }
    }
  }

  @Test("A slip of the hand makes no code of a recovery code")
  func slips() {
    let text = Array(Self.recoveryCode().text)
    for index in text.indices where text[index] != "-" {
      var slipped = text
      slipped[index] = text[index] == "Q" ? "R" : "Q"
      #expect(RecoveryCode(String(slipped)) == nil)
      #expect(RecoveryCode(String(text[..<index])) == nil)
    }
    for bad in ["", "-", String(text) + "A", "ä", String(repeating: " ", count: 1000)] {
      #expect(RecoveryCode(bad) == nil)
    }
  }

  @Test("A pairing code is eight characters in two groups")
  func pairing() {
    var random = SystemRandomNumberGenerator()
    let code = PairingCode(using: &random)
    #expect(code.text.utf8.count == 9)
    #expect(PairingCode(code.text.lowercased().filter { $0 != "-" }) == code)
    for bad in ["", "ABCD", "ABCD-2345-6", "ABCD-234!"] { #expect(PairingCode(bad) == nil) }
    #expect("\(code)" == "pairing code")
  }
}
