import KirokuCore
import Testing

@Suite("Donations")
struct DonationRuleTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let source: Source?
    var kind = OperationKind.put
    var isUndone = false
    var isDonated = false
    let verdict: DonationVerdict
    var testDescription: String { "\(source?.rawValue ?? "?") \(kind) \(isUndone) \(isDonated)" }
  }

  static let cases: [Case] = [
    Case(source: .app, verdict: .created),
    Case(source: .app, isDonated: true, verdict: .alreadyDonated),
    Case(source: .app, isUndone: true, verdict: .discarded),
    // What is undone was not donated, whatever else was that day.
    Case(source: .app, isUndone: true, isDonated: true, verdict: .discarded),
    Case(source: .siri, verdict: .notApplicable),
    Case(source: .siri, isUndone: true, isDonated: true, verdict: .notApplicable),
    Case(source: .widget, verdict: .notApplicable),
    Case(source: .import, verdict: .notApplicable),
    Case(source: nil, verdict: .notApplicable),
    // No act of a person's: it is about one.
    Case(source: .app, kind: .undo, verdict: .notApplicable),
    Case(source: .app, kind: .redo, verdict: .notApplicable),
    Case(source: .app, kind: .donate, verdict: .notApplicable),
  ]

  @Test(
    "Are recorded once a day, of what a person did in the app and has not undone", arguments: cases)
  func verdict(_ example: Case) {
    let act = DonatedAct(
      source: example.source, kind: example.kind, isUndone: example.isUndone)
    #expect(DonationRule.verdict(on: act, isDonated: example.isDonated) == example.verdict)
  }

  @Test("Of an act that nobody knows are of none")
  func unknown() {
    for isDonated in [false, true] {
      #expect(DonationRule.verdict(on: nil, isDonated: isDonated) == .unknownAct)
    }
  }
}
