import KirokuCore
import Testing

@Suite("Drafts of entries")
struct EntryDraftTests {
  static func check(_ change: (inout EntryDraft.Fields) -> Void) -> Result<EntryDraft, Faults> {
    var fields = EntryDraft.Fields()
    change(&fields)
    return Result { () throws(Faults) in try EntryDraft(fields) }
  }

  static func faults(_ change: (inout EntryDraft.Fields) -> Void) -> [Fault] {
    if case .failure(let faults) = check(change) { faults.all } else { [] }
  }

  @Test("Either way of giving a weight makes a draft")
  func valid() throws {
    let kilograms = try Self.check { $0.weightKg = 65_200 }.get()
    #expect(kilograms.weight == Weight(thousandths: 65_200, unit: .kg))
    #expect(kilograms.recordedAt == nil && kilograms.note == nil)
    let pounds = try Self.check {
      $0.weight = (180_000, .lb)
      $0.recordedAt = Instant(unixMicroseconds: 1)
      $0.note = "朝"
      $0.bodyFatPercent = 100_000
    }.get()
    #expect(pounds.weight.grams == 81_647)
    #expect(pounds.note == "朝" && pounds.bodyFatThousandths == 100_000)
    #expect(pounds.recordedAt == Instant(unixMicroseconds: 1))
  }

  @Test("All faults are told at once, with what the messages name")
  func allAtOnce() {
    let faults = Self.faults {
      $0.weightKg = 19_999
      $0.note = "a\0b"
      $0.bodyFatPercent = 100_001
    }
    #expect(
      faults == [
        Fault(.weightOutOfRange, at: "/weightKg", ["value": "19.999", "unit": "kg"]),
        Fault(.nulCharacter, at: "/note"),
        Fault(
          .outOfRange, at: "/bodyFatPercent",
          ["minimum": "0", "maximum": "100", "value": "100.001"]),
      ])
  }

  @Test("A weight is needed, once; one that could not be read is not missing too")
  func presence() {
    #expect(Self.faults { _ in } == [Fault(.required, at: "/weightKg")])
    #expect(Self.faults { $0.hasUnreadableWeight = true }.isEmpty)
    let both = Self.faults {
      $0.weightKg = 65_200
      $0.weight = (65_200, .kg)
    }
    #expect(both == [Fault(.conflictingFields, at: "/weight", ["other": "weightKg"])])
    let heavy = Self.faults { $0.weight = (999_000, .lb) }
    let values = ["value": "999", "unit": "lb"]
    #expect(heavy == [Fault(.weightOutOfRange, at: "/weight/value", values)])
  }

  @Test("A note has 2,000 scalars at most, whatever a reader counts")
  func notes() {
    let longest = String(repeating: "😀", count: 2_000)
    #expect(Note.fault(in: longest, at: "/note") == nil)
    #expect(Note.fault(in: longest + "a", at: "/note")?.code == .tooLong)
    let marks = "e" + String(repeating: "\u{301}", count: 2_000)
    #expect(
      Note.fault(in: marks, at: "/note")
        == Fault(.tooLong, at: "/note", ["limit": "2000", "unit": "characters"]))
    #expect(Note.fault(in: "", at: "/note") == nil)
  }
}
