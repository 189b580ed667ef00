internal import KirokuCore

/// What a made-up person does, from the day on which they join until they leave or the year ends: all that their
/// devices send, in no order. Pure.
struct DemoLife {
  let person: DemoPerson
  let options: DemoOptions
  let clock: DemoClock
  var random: DemoRandom
  private let sources: DemoSources
  private(set) var acts: [DemoAct] = []
  private(set) var events: [DemoEvent] = []
  /// How far they are from where they began to where they want to be: 0…1.
  private var effort = 0.0
  private var donatedToday: Set<String> = []

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
    donatedToday = []
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

  // MARK: - What all have in common

  /// An act of the past few moments is taken back, where it was done.
  private mutating func undo(_ target: DemoAct, after seconds: Int, _ zone: String) {
    guard target.at > person.joinedAt else { return }
    let way = DemoSources.Way(
      source: target.source, isIntent: target.intent != nil, client: target.clientID)
    act(
      .undo(target.id), at: later(target.at, seconds: seconds), way,
      target.intent == nil ? nil : DemoIntent.undo, zone, after: target.receivedAt)
  }

  @discardableResult
  private mutating func act(
    _ change: DemoAct.Change, at: Instant, _ way: DemoSources.Way, _ intent: String?,
    _ zone: String, after earlier: Instant? = nil, isOnline: Bool = false
  ) -> DemoAct {
    var session: UUIDBytes?
    if way.source == .app { session = .random(using: &random) }
    // Now and then a phone is offline for some hours.
    let isLate = !isOnline && random.chance(0.02)
    let delay = isLate ? random.between(600...30_000) : 0
    let arrival = later(at, seconds: delay).advanced(
      byMicroseconds: Int64(random.between(80_000...900_000)))
    let act = DemoAct(
      id: .random(using: &random), at: at,
      receivedAt: max(arrival, earlier?.advanced(byMicroseconds: 1_000) ?? arrival),
      clientID: way.client, source: way.source, intent: intent, sessionID: session,
      timeZone: zone, change: change)
    guard at > person.joinedAt else { return act }
    acts.append(act)
    if let session { open(at: at.advanced(byMicroseconds: -9_000_000), zone, session) }
    if let intent, way.source == .app { donate(intent, act, zone) }
    return act
  }

  private mutating func donate(_ intent: String, _ act: DemoAct, _ zone: String) {
    guard person.donates, intent != DemoIntent.undo, donatedToday.insert(intent).inserted else {
      return
    }
    tell(
      Event.donated, intent, at: later(act.at, seconds: 1), sources.app(isIntent: true), zone,
      of: act, act.sessionID)
  }

  private mutating func open(at: Instant, _ zone: String, _ session: UUIDBytes? = nil) {
    // Most of what is done in the app is done in a session that is open already.
    guard session == nil || random.chance(0.3) else { return }
    tell(Event.opened, nil, at: at, sources.app(isIntent: false), zone, of: nil, session)
  }

  private mutating func tell(
    _ name: String, _ intent: String?, at: Instant, _ way: DemoSources.Way, _ zone: String,
    of act: DemoAct? = nil, _ session: UUIDBytes? = nil
  ) {
    guard at > person.joinedAt else { return }
    var event = Event(id: .random(using: &random), name: name)
    event.occurredAt = at
    event.timeZone = zone
    event.intent = intent
    event.source = way.source
    event.sessionID = session
    event.operationID = act?.id
    event.isForeground = way.source == .app
    let arrival = max(at, act?.receivedAt ?? at)
    events.append(
      DemoEvent(
        event: event, at: at,
        receivedAt: arrival.advanced(byMicroseconds: Int64(random.between(90_000...3_000_000))),
        clientID: way.client, timeZone: zone))
  }

  private func later(_ instant: Instant, seconds: Int) -> Instant {
    instant.advanced(byMicroseconds: Int64(seconds) * 1_000_000)
  }

  private mutating func moment(_ day: LocalDay, _ minute: Int, _ zone: String) -> Instant {
    clock.instant(day, minute: minute, zone).advanced(
      byMicroseconds: Int64(random.below(60_000_000)))
  }
}
