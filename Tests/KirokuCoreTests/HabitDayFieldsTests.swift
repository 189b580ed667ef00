import KirokuCore
import Testing

@Suite("What is written of a day")
struct HabitDayFieldsTests {
  static func set(_ change: (inout HabitDayFields) -> Void) -> Result<HabitDaySet, Faults> {
    var fields = HabitDayFields()
    change(&fields)
    return Result { () throws(Faults) in try HabitDaySet(fields) }
  }

  static func value(_ change: (inout HabitDayFields) -> Void) throws -> HabitDayValue? {
    try set(change).get().value
  }

  static func faults(_ change: (inout HabitDayFields) -> Void) -> [String] {
    guard case .failure(let faults) = set(change) else { return [] }
    return faults.all.map { "\($0.code.rawValue) \($0.pointer)" }
  }

  @Test("Done, an amount, skipped, or nothing again")
  func values() throws {
    #expect(try Self.value { $0.done = .set(true) } == .amount(1_000))
    #expect(try Self.value { $0.done = .set(false) } == .amount(0))
    #expect(try Self.value { $0.done = .clear } == .empty)
    #expect(try Self.value { $0.count = .set(2_500) } == .amount(2_500))
    #expect(try Self.value { $0.count = .clear } == .empty)
    #expect(try Self.value { $0.skipped = true } == .skipped)
    #expect(try Self.value { $0.skipped = false } == .empty)
    #expect(try Self.value { $0.note = .set("late") } == nil)
  }

  @Test("A day can be sent back as it was read")
  func readBack() throws {
    let check = try Self.value {
      $0.done = .set(true)
      $0.count = .clear
      $0.skipped = false
    }
    #expect(check == .done)
    let skipped = try Self.value {
      $0.done = .clear
      $0.count = .clear
      $0.skipped = true
    }
    #expect(skipped == .skipped)
  }

  @Test("Two states are one too many, none is too few")
  func conflicts() {
    #expect(
      Self.faults {
        $0.done = .set(true)
        $0.count = .set(1)
        $0.skipped = true
      } == ["conflicting-fields /count", "conflicting-fields /skipped"])
    #expect(Self.faults { _ in } == ["required /done"])
    #expect(Self.faults { $0.hasUnreadable = true }.isEmpty)
    #expect(Self.faults { $0.count = .set(-1) } == ["out-of-range /count"])
    #expect(Self.faults { $0.count = .set(1_000_000_000_001) } == ["out-of-range /count"])
    #expect(Self.faults { $0.count = .set(1_000_000_000_000) }.isEmpty)
    #expect(Self.faults { $0.note = .set("\0") } == ["nul-character /note"])
  }

  @Test("Only a check is done, only a counted habit has amounts; any is skipped")
  func kinds() throws {
    let done = try Self.set { $0.done = .set(false) }.get()
    #expect(done.fault(on: .check) == nil)
    #expect(done.fault(on: .count) == Fault(.wrongHabitKind, at: "/done", ["kind": "count"]))
    let count = try Self.set { $0.count = .set(1_000) }.get()
    #expect(count.fault(on: .count) == nil)
    #expect(count.fault(on: .check) == Fault(.wrongHabitKind, at: "/count", ["kind": "check"]))
    let skipped = try Self.set { $0.skipped = true }.get()
    #expect(skipped.fault(on: .check) == nil && skipped.fault(on: .count) == nil)
    #expect(HabitIncrement.fault(on: .count) == nil)
    #expect(
      HabitIncrement.fault(on: .check) == Fault(.wrongHabitKind, at: "/by", ["kind": "check"]))
  }

  @Test("An increment adds or takes away something")
  func increments() {
    for thousandths in [1, -1, 1_000_000_000_000, -1_000_000_000_000] as [Int64] {
      #expect(HabitIncrement.fault(thousandths: thousandths) == nil)
    }
    #expect(HabitIncrement.fault(thousandths: 0)?.code == .required)
    #expect(HabitIncrement.fault(thousandths: 1_000_000_000_001)?.code == .outOfRange)
    #expect(HabitIncrement.fault(thousandths: .min)?.code == .outOfRange)
  }
}
