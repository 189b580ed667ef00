import KirokuCore
import TestSupport

@testable import KirokuStore

/// Acts of several clients on a few records of each kind.
struct RandomHistory {
  static let now = Instant(unixMicroseconds: 1_790_000_000_000_000)

  /// One act with all that its key is made of.
  struct Arrival {
    enum What {
      case entry(Int, EntryState.Change, RecordChange)
      case habit(HabitState.Change, RecordChange)
      case day(Int, HabitDayState.Change, RecordChange)
      case reversal(of: Int, cancels: Bool)
    }
    let number: Int
    let what: What
    let actedAt: Instant
    let seen: Instant?
    let client: UUIDBytes
  }

  let seed: UInt64
  let entries: [UUIDBytes]
  /// A counted one, which is perhaps never put.
  let habit: UUIDBytes
  let days: [DayID]
  let operations: [UUIDBytes]
  private(set) var arrivals: [Arrival] = []
  let random: SeededGenerator

  init(seed: UInt64) {
    self.seed = seed
    var random = SeededGenerator(state: seed)
    let clients = (0..<3).map { _ in UUIDBytes.random(using: &random) }
    entries = (0..<2).map { _ in UUIDBytes.random(using: &random) }
    let habit = UUIDBytes.random(using: &random)
    self.habit = habit
    days = [20_600, 20_601].map { DayID(habit: habit, day: LocalDay(unixDays: $0)) }
    let count = Int.random(in: 2...14, using: &random)
    operations = (0..<count).map { _ in UUIDBytes.random(using: &random) }
    // Histories are of one kind of record mostly: few acts have to meet.
    let kinds = Int.random(in: 0..<4, using: &random)
    for number in 0..<count {
      let what: Arrival.What =
        if Int.random(in: 0..<10, using: &random) > 5 {
          .reversal(
            of: Int.random(in: 0..<count, using: &random), cancels: Bool.random(using: &random))
        } else {
          switch kinds == 3 ? Int.random(in: 0..<3, using: &random) : kinds {
          case 0:
            Self.entry(Int.random(in: 0..<2, using: &random), entries, &random)
          case 1 where Int.random(in: 0..<3, using: &random) > 0: Self.habit(habit, &random)
          default: Self.day(Int.random(in: 0..<2, using: &random), days, &random)
          }
        }
      // Few different minutes, so that the time seen often makes effective times equal; and some days apart, for the
      // window of an undo. Never equal: an envelope would space them.
      let minutes = Int64.random(in: 0...6, using: &random)
      let before =
        Int64.random(in: 0...5, using: &random) / 5 * Int64.random(in: 0...40, using: &random)
      let actedAt = Self.now.advanced(
        byMicroseconds: -(before * 1440 + 10 - minutes) * 60_000_000 + Int64(number))
      let seen =
        Int.random(in: 0..<4, using: &random) == 0
        ? actedAt.advanced(
          byMicroseconds: Int64.random(in: -3...3, using: &random) * 60_000_000 - Int64(number))
        : nil
      arrivals.append(
        Arrival(
          number: number, what: what, actedAt: actedAt, seen: seen,
          client: clients[Int.random(in: 0..<3, using: &random)]))
    }
    self.random = random
  }

  // MARK: - Acts

  private static func entry(
    _ record: Int, _ ids: [UUIDBytes], _ random: inout SeededGenerator
  ) -> Arrival.What {
    let (id, kilograms) = (ids[record], Int64.random(in: 50...90, using: &random))
    var given = EntryDraft.Fields()
    given.weightKg = kilograms * 1000
    given.note = Bool.random(using: &random) ? "note \(kilograms)" : nil
    let weight = Weight(thousandths: kilograms * 1000, unit: .kg)
    switch Int.random(in: 0..<6, using: &random) {
    case 0, 1, 2:
      // The rules hold for these values: a draft there is.
      guard let draft = try? EntryDraft(given) else { break }
      let note = given.note.map { ",\"note\":\"\($0)\"" } ?? ""
      let fields = "{\"weight\":{\"value\":\(kilograms),\"unit\":\"kg\"}\(note)}"
      return .entry(
        record,
        .put(
          EntryFields(
            weight: draft.weight, recordedAt: nil, note: draft.note, timeZone: "Asia/Tokyo",
            dayStartMinutes: 0)), .putEntry(EntryPut(entryID: id, draft: draft, fields: fields)))
    case 3:
      let fields = "{\"weight\":{\"value\":\(kilograms),\"unit\":\"kg\"}}"
      return patch(record, id, EntryPatch(weight: weight), fields)
    case 4:
      let isCleared = Bool.random(using: &random)
      return isCleared
        ? patch(record, id, EntryPatch(note: .clear), "{\"note\":null}")
        : patch(record, id, EntryPatch(note: .set("n\(kilograms)")), "{\"note\":\"n\(kilograms)\"}")
    default: break
    }
    return .entry(record, .delete, .deleteEntry(id))
  }

  private static func patch(
    _ record: Int, _ id: UUIDBytes, _ patch: EntryPatch, _ fields: String
  ) -> Arrival.What {
    .entry(record, .patch(patch), .patchEntry(id, patch, fields: fields))
  }

  private static func habit(_ id: UUIDBytes, _ random: inout SeededGenerator) -> Arrival.What {
    let number = Int32.random(in: 0...9, using: &random)
    let day = LocalDay(unixDays: 20_000 + number)
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1, 2:
      let fields = HabitFields(
        kind: .count, name: "Habit \(number) \"of\" \\ mine\u{7}",
        target: HabitTarget(thousandths: 1500 + Int64(number), unit: number > 4 ? "本" : nil),
        schedules: [ScheduleVersion(from: day, .daily)],
        pauses: [Pause(day, through: nil)].compactMap(\.self), icon: number > 5 ? "figure" : nil,
        position: number, isArchived: number > 6, note: number > 7 ? "line\nline" : nil)
      return .habit(.put(fields), .putHabit(id, fields))
    case 3:
      var patch = HabitPatch(name: "Patched \(number)", pauses: [], position: number)
      patch.schedule = ScheduleVersion(from: day, .timesInDays(times: 2, days: 5))
      return .habit(.patch(patch), .patchHabit(id, patch))
    case 4:
      var patch = HabitPatch(icon: .clear, color: .set("#00000\(number)"), note: .clear)
      patch.target = TargetPatch(
        thousandths: number > 4 ? 2000 : nil, direction: .atMost,
        unit: number > 6 ? .clear : .set("kg"))
      return .habit(.patch(patch), .patchHabit(id, patch))
    case 5:
      let patch = HabitPatch(
        schedules: [ScheduleVersion(from: day, .weekdays([1, 5]))], isArchived: number > 4)
      return .habit(.patch(patch), .patchHabit(id, patch))
    default: return .habit(.delete, .deleteHabit(id))
    }
  }

  private static func day(
    _ record: Int, _ ids: [DayID], _ random: inout SeededGenerator
  ) -> Arrival.What {
    let id = ids[record]
    let amount = Int64.random(in: -2500...4000, using: &random)
    if Int.random(in: 0..<5, using: &random) > 1 {
      return .day(
        record, .increment(amount),
        .incrementDay(habit: id.habit, .day(id.day), thousandths: amount))
    }
    var set = HabitDaySet()
    switch Int.random(in: 0..<4, using: &random) {
    case 0: set.value = .skipped
    case 1: set.value = .empty
    case 2: set.note = amount > 0 ? .set("day \(amount)") : .clear
    default:
      set = HabitDaySet(value: .amount(abs(amount)), note: amount > 2000 ? .set("more") : .keep)
    }
    return .day(record, .set(set), .setDay(habit: id.habit, .day(id.day), set))
  }
}

extension RandomHistory.Arrival.What {
  /// How it is pushed.
  func change(_ operations: [UUIDBytes]) -> RecordChange {
    switch self {
    case .entry(_, _, let change), .habit(_, let change), .day(_, _, let change): change
    case .reversal(let target, true): .undo(.operation(operations[target]))
    case .reversal(let target, false): .redo(.operation(operations[target]))
    }
  }
}
