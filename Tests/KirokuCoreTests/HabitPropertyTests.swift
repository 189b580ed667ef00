import Testing

@testable import KirokuCore

/// A habit, its days and today, made up.
struct RandomHabit {
  var fields: HabitFields
  var days: [(LocalDay, HabitDayValue)]
  var today: LocalDay
  var weekStart: Int

  init(using random: inout SeededGenerator) {
    weekStart = .random(in: 1...7, using: &random)
    // Around the end of February of a leap year and of another, and around a new year.
    let starts = ["2024-02-10", "2026-02-10", "2025-12-20", "2026-06-01"].compactMap {
      LocalDay($0)
    }
    let start = starts.randomElement(using: &random) ?? newYear
    let length = Int.random(in: 1...120, using: &random)
    let day = { (random: inout SeededGenerator) in
      start.advanced(by: .random(in: -20...length + 20, using: &random))
    }
    let versions = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      ScheduleVersion(from: day(&random), .random(using: &random))
    }
    let isCheck = Bool.random(using: &random)
    let target = HabitTarget(
      thousandths: .random(in: 1...5, using: &random) * 500,
      direction: .random(using: &random) ? .atLeast : .atMost)
    let pauses = (0..<max(0, Int.random(in: -3...3, using: &random))).compactMap { _ in
      let first = day(&random)
      let length = Int.random(in: 0...20, using: &random)
      return Pause(first, through: length == 20 ? nil : first.advanced(by: length))
    }
    fields = HabitFields(
      kind: isCheck ? .check : .count, name: "Random", target: isCheck ? nil : target,
      schedules: versions.reduce(into: []) { $0 = $0.adding($1) },
      pauses: pauses.sorted { $0.first < $1.first })
    let density = Double.random(in: 0.05...1, using: &random)
    days = []
    for offset in 0..<length where Double.random(in: 0..<1, using: &random) < density {
      days.append((start.advanced(by: offset), .random(isCheck, using: &random)))
    }
    // One in twenty sleeps: years pass before the last day, or after it.
    let sleeps = Int.random(in: 0..<20, using: &random) == 0
    let years = sleeps ? Int.random(in: 900...1_300, using: &random) : 0
    if Bool.random(using: &random), let last = days.popLast() {
      days.append((last.0.advanced(by: years), last.1))
    }
    days.shuffle(using: &random)
    today = start.advanced(by: length + years + .random(in: -3...50, using: &random))
  }
}

extension Schedule {
  static func random(using random: inout SeededGenerator) -> Schedule {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return .daily
    case 1:
      let days = (1...7).filter { _ in Bool.random(using: &random) }
      return .weekdays(days.isEmpty ? [3] : Set(days))
    case 2: return .timesPer(.week, times: .random(in: 1...7, using: &random))
    case 3: return .timesPer(.month, times: .random(in: 1...31, using: &random))
    case 4:
      let days = Int.random(in: 1...40, using: &random)
      return .timesInDays(times: .random(in: 1...days, using: &random), days: days)
    default:
      return .everyDays(
        .random(in: 1...20, using: &random),
        anchor: newYear.advanced(by: .random(in: -900...300, using: &random)))
    }
  }
}

extension HabitDayValue {
  static func random(_ isCheck: Bool, using random: inout SeededGenerator) -> HabitDayValue {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: .skipped
    case 1: .empty
    case 2: .notDone
    default: isCheck ? .done : .amount(.random(in: 0...8, using: &random) * 500)
    }
  }
}

@Suite("Random habits")
struct HabitPropertyTests {
  /// A hundredth of what is asked for: the plain model counts every day anew.
  static func seeds(_ usual: Int) -> Range<UInt64> {
    propertySeed..<propertySeed + UInt64(propertyCases(usual) / 100)
  }

  @Test("Streaks, score and what is due are what the plainest counting gives")
  func naive() throws {
    for seed in Self.seeds(30_000) {
      var random = SeededGenerator(state: seed)
      let habit = RandomHabit(using: &random)
      let naive = NaiveHabit(
        habit.days, habit.fields, weekStart: habit.weekStart, today: habit.today)
      let expected = naive.standing
      let progress = HabitProgress.computed(
        of: habit.days, fields: habit.fields, weekStart: habit.weekStart)
      let standing =
        progress?.advanced(to: habit.today, fields: habit.fields, weekStart: habit.weekStart)
        ?? .initial(of: habit.fields)
      var same = standing
      same.score = expected.score
      try #require(same == expected, "seed \(seed)")
      try #require(abs(standing.score - expected.score) < 1e-12, "seed \(seed)")
      let today = LocalDay(unixDays: Int32(naive.today))
      let due =
        progress?.dueness(on: today, fields: habit.fields, weekStart: habit.weekStart)
        ?? habit.fields.dueness(on: today, weekStart: habit.weekStart)
      try #require(due == naive.dueness(naive.today), "seed \(seed)")
    }
  }

  @Test(
    "What a widget is given of a habit is what a whole reading gives, around its last day and today"
  )
  func glance() throws {
    for seed in Self.seeds(30_000) {
      var random = SeededGenerator(state: seed)
      let habit = RandomHabit(using: &random)
      var everyDay = habit.fields
      everyDay.schedules = [ScheduleVersion(from: newYear, .daily)]
      everyDay.pauses = []
      for fields in [habit.fields, everyDay] {
        let progress = HabitProgress.computed(
          of: habit.days, fields: fields, weekStart: habit.weekStart)
        guard let progress else { continue }
        let plan = HabitPlan(fields, weekStart: habit.weekStart)
        for today in [habit.today] + (-1...3).map({ progress.lastDay.advanced(by: $0) }) {
          let (standing, dueness) = progress.reading(on: today, plan)
          let expected = HabitGlance(
            isDue: dueness == .due, streakDays: standing.streakDays,
            streakUnits: standing.streakUnits)
          try #require(progress.glance(on: today, plan) == expected, "seed \(seed), \(today)")
        }
      }
    }
  }

  @Test("Progress that was stored goes on as the one that was computed")
  func stored() throws {
    for seed in Self.seeds(30_000) {
      var random = SeededGenerator(state: seed)
      let habit = RandomHabit(using: &random)
      let progress = HabitProgress.computed(
        of: habit.days, fields: habit.fields, weekStart: habit.weekStart)
      guard let progress else { continue }
      let bytes = progress.bytes
      try #require(HabitProgress(bytes: bytes) == progress, "seed \(seed)")
      try #require(HabitProgress(bytes: bytes.dropLast()) == nil, "seed \(seed)")
      try #require(HabitProgress(bytes: bytes + [0]) == nil, "seed \(seed)")
      try #require(HabitProgress(bytes: [2] + bytes.dropFirst()) == nil, "seed \(seed)")
      // Whatever else is read is refused or stands for itself; nothing stops the program.
      var spoiled = bytes
      spoiled[.random(in: spoiled.indices, using: &random)] = .random(in: 0...255, using: &random)
      if let other = HabitProgress(bytes: spoiled) {
        _ = other.advanced(to: habit.today, fields: habit.fields, weekStart: habit.weekStart)
      }
    }
  }

  @Test("A day more, or the last one anew, comes to the same bytes as all days")
  func recording() throws {
    var added = 0
    for seed in Self.seeds(30_000) {
      var random = SeededGenerator(state: seed)
      let (fields, days, _, weekStart) = {
        let habit = RandomHabit(using: &random)
        return (habit.fields, habit.days.sorted { $0.0 < $1.0 }, habit.today, habit.weekStart)
      }()
      var known: [(LocalDay, HabitDayValue)] = []
      var progress: HabitProgress?
      for (day, value) in days {
        // Half of the days had another value before.
        let before = HabitDayValue.random(fields.kind == .check, using: &random)
        for value in Bool.random(using: &random) ? [before, value] : [value] {
          if known.last?.0 == day { known.removeLast() }
          known.append((day, value))
          let more = progress?.recording(value, on: day, fields: fields, weekStart: weekStart)
          progress = .computed(of: known, fields: fields, weekStart: weekStart)
          guard let more else { continue }
          added += 1
          try #require(more.bytes == progress?.bytes, "seed \(seed) \(day)")
        }
      }
    }
    #expect(added > 0)
  }

  @Test("A history tells of each day what was due, and of a range what was satisfied")
  func history() throws {
    for seed in Self.seeds(10_000) {
      var random = SeededGenerator(state: seed)
      let habit = RandomHabit(using: &random)
      let naive = NaiveHabit(
        habit.days, habit.fields, weekStart: habit.weekStart, today: habit.today)
      let history = HabitHistory(
        habit.days, fields: habit.fields, weekStart: habit.weekStart, today: habit.today)
      for number in naive.today - 60...naive.today {
        let due = history.dueness(on: LocalDay(unixDays: Int32(number)))
        try #require(due == naive.dueness(number), "seed \(seed) day \(number)")
      }
      let everything = history.completion(
        in: LocalDay(unixDays: 0)...LocalDay(unixDays: Int32(naive.today)))
      let units = naive.units
      let satisfied = units.filter(\.self).count
      try #require(
        everything == Completion(satisfied: satisfied, missed: units.count - satisfied),
        "seed \(seed)")
    }
  }
}
