internal import KirokuCore

/// What a made-up person does, from the day on which they join until they leave or the year ends: all that their
/// devices send, in no order. Pure.
struct DemoLife {
  let person: DemoPerson
  let options: DemoOptions
  let clock: DemoClock
  var random: DemoRandom
  let sources: DemoSources
  var acts: [DemoAct] = []
  var events: [DemoEvent] = []
  /// How far they are from where they began to where they want to be: 0…1.
  private var effort = 0.0
  /// What their app has donated on the day that is lived, by which act.
  var donatedToday: [DonationSlot: UUIDBytes] = [:]

  init(
    _ person: DemoPerson, _ options: DemoOptions, _ clock: DemoClock, _ random: DemoRandom
  ) {
    self.person = person
    self.options = options
    self.clock = clock
    self.random = random
    sources = DemoSources(person: person)
    live()
    acts.removeAll { $0.receivedAt >= options.end }
    acts.sort { ($0.receivedAt, $0.id) < ($1.receivedAt, $1.id) }
    events.removeAll { $0.receivedAt >= options.end }
  }

  private mutating func live() {
    join()
    let last = min(person.lifetimeDays, person.firstDay.distance(to: options.until))
    guard last >= 0 else { return }
    for number in 0...last where !person.gaps.contains(where: { $0.contains(number) }) {
      // Zeal wears off, fast at first.
      let zeal = person.steadiness + (1 - person.steadiness) * 30 / (30 + Double(number))
      guard number == 0 || random.chance(0.35 + 0.65 * zeal) else { continue }
      live(number, zeal)
    }
  }

  /// The first minutes: habits are made in the app.
  private mutating func join() {
    for (place, habit) in person.habits.enumerated() {
      let isJapanese = person.settings.language == .ja
      let target = habit.template.target.map {
        HabitTarget(
          thousandths: $0.thousandths, direction: $0.direction,
          unit: isJapanese ? $0.units.ja : $0.units.en)
      }
      let fields = HabitFields(
        kind: target == nil ? .check : .count,
        name: isJapanese ? habit.template.names.ja : habit.template.names.en, target: target,
        schedules: [
          ScheduleVersion(
            from: person.firstDay, habit.template.schedule.schedule(from: person.firstDay))
        ], icon: habit.template.icon, color: habit.template.color, position: Int32(place))
      let at = later(person.joinedAt, seconds: 40 + place * 25)
      act(
        .putHabit(habit.id, fields), at: at, sources.app(isIntent: false), nil,
        person.zone(onDay: 0), isOnline: true)
    }
  }

  private mutating func live(_ number: Int, _ zeal: Double) {
    donatedToday = [:]
    let day = person.firstDay.advanced(by: number)
    let zone = person.zone(onDay: number)
    let progress = Double(options.firstDay.distance(to: day)) / Double(DemoOptions.days)
    for _ in 0..<random.pick([(0, 2), (1, 5), (2, 2)] as [(Int, weight: Double)]) {
      open(at: moment(day, random.between(6 * 60...23 * 60), zone), zone)
    }
    if random.chance(person.weighing * zeal) || number == 0 {
      let late = day.weekday > 5 ? 55 : 0
      let minute = person.weighingMinute + late + Int(18 * random.deviation())
      weigh(at: moment(day, minute, zone), number, progress, zone)
    }
    for habit in person.habits {
      let pull = habit.template.schedule.pull(on: day, from: person.firstDay)
      guard random.chance(pull * habit.adherence * zeal) else { continue }
      record(habit, on: day, progress, zone)
    }
    if person.usesIntents, random.chance(0.1 * person.readiness) {
      let way = sources.way(progress, isTap: false, &random)
      if way.isIntent {
        let at = moment(day, random.between(7 * 60...22 * 60), zone)
        tell(Event.performed, DemoIntent.showStreak, at: at, way, zone)
      }
    }
  }

  // MARK: - Weight

  private mutating func weigh(at: Instant, _ number: Int, _ progress: Double, _ zone: String) {
    guard at > person.joinedAt else { return }
    effort += 0.013 * random.share() * (1 - effort)
    let aim = person.goalGrams ?? person.startGrams
    let usual = person.startGrams + (aim - person.startGrams) * effort * 1.6
    let grams = usual + 380 * random.deviation()
    let way = sources.way(progress, isTap: false, &random)
    let intent = way.isIntent ? DemoIntent.logWeight : nil
    let isWrong = random.chance(0.015)
    let first = put(grams + (isWrong ? 9_000 : 0), at: at, way, intent, zone)
    guard let first else { return }
    if isWrong {
      undo(first.act, after: random.between(8...70), zone)
      if random.chance(0.8) {
        put(grams, at: later(first.act.at, seconds: 95), way, intent, zone)
      }
    } else if random.chance(0.03) {
      let note = random.pick(DemoWords.notes)
      let patch = EntryPatch(note: .set(person.settings.language == .ja ? note.ja : note.en))
      let at = later(first.act.at, seconds: random.between(60...4_000))
      act(
        .patchEntry(first.entry, patch), at: at, sources.app(isIntent: false), nil, zone,
        after: first.act.receivedAt)
    }
  }

  @discardableResult
  private mutating func put(
    _ grams: Double, at: Instant, _ way: DemoSources.Way, _ intent: String?, _ zone: String
  ) -> (entry: UUIDBytes, act: DemoAct)? {
    guard let weight = typed(grams) else { return nil }
    let id = UUIDBytes.timeOrdered(at: at, using: &random)
    let bodyFat: Int64? =
      person.measuresBodyFat && random.chance(0.7) ? Int64(random.between(140...340)) * 100 : nil
    let fields = EntryFields(
      weight: weight, recordedAt: nil, bodyFatThousandths: bodyFat, timeZone: zone,
      dayStartMinutes: person.settings.dayStartMinutes, source: way.source)
    return (id, act(.putEntry(id, fields), at: at, way, intent, zone))
  }

  /// As people type it: to 100 g, to a tenth of a pound, or to half a pound beside stones.
  private func typed(_ grams: Double) -> Weight? {
    switch person.settings.unit {
    case .kg: return Weight(thousandths: Int64(grams / 100) * 100, unit: .kg)
    case .lb: return Weight(thousandths: Int64(grams / 45.359237) * 100, unit: .lb)
    case .st, .stonesAndPounds:
      return Weight(thousandths: Int64(grams / 226.796185) * 500, unit: .stonesAndPounds)
    }
  }

  // MARK: - Habits

  private mutating func record(
    _ habit: DemoPerson.Habit, on day: LocalDay, _ progress: Double, _ zone: String
  ) {
    let template = habit.template
    for portion in 0..<random.between(template.portions) {
      let minute = habit.minute + portion * 170 + Int(22 * random.deviation())
      let at = moment(day, minute, zone)
      // Where a trip or a late night makes it another day, that one it is.
      let local = clock.day(of: at, zone, dayStartMinutes: person.settings.dayStartMinutes)
      let id = DayID(habit: habit.id, day: local)
      let way = sources.way(progress, isTap: true, &random)
      if portion == 0 && random.chance(0.015) {
        act(
          .setDay(id, HabitDaySet(value: .skipped)), at: at, sources.app(isIntent: false), nil, zone
        )
        return
      }
      let done: DemoAct
      if template.target == nil {
        var set = HabitDaySet(value: .done)
        set.kind = .check
        done = act(.setDay(id, set), at: at, way, way.isIntent ? DemoIntent.complete : nil, zone)
      } else {
        let amount = Int64(random.between(template.portion)) * 1_000
        done = act(
          .incrementDay(id, thousandths: amount), at: at, way, way.isIntent ? DemoIntent.add : nil,
          zone)
      }
      if random.chance(0.012) { undo(done, after: random.between(4...300), zone) }
    }
  }
}
