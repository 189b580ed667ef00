import KirokuCore
import Testing

@testable import KirokuStore

@Suite("What replicas tell one another")
struct ChangePayloadTests {
  private let first = UUIDBytes(high: 0x0199_AD8F_26A4_7C19, low: 0x93E0_8F3F_0F5A_7B21)
  private let second = UUIDBytes(high: 1, low: 2)

  @Test("Each account is told once with its greatest revision, and once more where it is to look")
  func told() throws {
    let notes = [
      LiveChanges.Note(account: first, rev: 41), LiveChanges.Note(account: first, rev: 42),
      LiveChanges.Note(account: first, rev: 7), LiveChanges.Note(account: second, rev: nil),
    ]
    #expect(
      ChangePayload.payloads(of: notes) == [
        "0199ad8f-26a4-7c19-93e0-8f3f0f5a7b21:42,00000000-0000-0001-0000-000000000002:"
      ])
  }

  @Test("What is told is heard as it was")
  func heard() throws {
    let payload = "0199ad8f-26a4-7c19-93e0-8f3f0f5a7b21:42,00000000-0000-0001-0000-000000000002:"
    #expect(
      ChangePayload.notes(in: payload) == [
        LiveChanges.Note(account: first, rev: 42), LiveChanges.Note(account: second, rev: nil),
      ])
    let most = "00000000-0000-0001-0000-000000000002:9223372036854775807"
    #expect(
      ChangePayload.notes(in: most) == [
        LiveChanges.Note(account: second, rev: 9_223_372_036_854_775_807)
      ])
  }

  @Test("141 accounts take two payloads")
  func many() {
    let notes = (1...141).map { LiveChanges.Note(account: UUIDBytes(high: 0, low: $0), rev: .max) }
    let payloads = ChangePayload.payloads(of: notes)
    #expect(payloads.count == 2)
    #expect(payloads.allSatisfy { $0.utf8.count < 8_000 })
    #expect(payloads.flatMap { ChangePayload.notes(in: $0) ?? [] }.count == 141)
  }

  @Test(
    "What this program does not know has everybody look",
    arguments: [
      "*", "0199ad8f-26a4-7c19-93e0-8f3f0f5a7b21", "0199ad8f-26a4-7c19-93e0-8f3f0f5a7b21;4",
      "0199ad8f-26a4-7c19-93e0-8f3f0f5a7b21:-4", "0199ad8f-26a4-7c19-93e0-8f3f0f5a7b21:4x",
      "0199ad8f-26a4-7c19-93e0-8f3f0f5a7b21:9223372036854775808", "7b21:4",
      "0199ad8f-26a4-7c19-93e0-8f3f0f5a7b21:4,,",
    ])
  func unknown(payload: String) {
    #expect(ChangePayload.notes(in: payload) == nil)
  }
}
