internal import KirokuCore

/// Somebody made up: who they are, and how they are about their weight, their habits and intents.
struct DemoPerson: Sendable {
  struct Habit: Sendable {
    let id: UUIDBytes
    let template: DemoWords.Template
    /// Of a day that it is due on, in the first weeks.
    let adherence: Double
    let minute: Int
  }

  /// Days on which they are elsewhere, and by which zone they live there.
  struct Trip: Sendable {
    let days: ClosedRange<Int>
    let zone: String
  }

  let id: UUIDBytes
  let settings: AccountSettings
  let epoch: Int64
  let joinedAt: Instant
  /// The local day on which they joined.
  let firstDay: LocalDay
  /// Of the app, the widgets and the intents: the ids of their tokens, and as which clients they act.
  let clients: [UUIDBytes]
  /// What the tokens' secrets would hash to, had they any.
  let secretHashes: [[UInt8]]

  /// After so many days they leave for good.
  let lifetimeDays: Int
  /// What is left of their zeal after a long time, of 1 at first.
  let steadiness: Double
  /// Days without a word, counted from the first one.
  let gaps: [ClosedRange<Int>]
  let trip: Trip?
  /// Whether their app offers intents and they know it, and how readily they use them: 0…1.
  let usesIntents: Bool
  let readiness: Double
  /// Whether their app donates.
  let donates: Bool

  let startGrams: Double
  let goalGrams: Double?
  /// How likely they weigh themselves on a day of the first weeks, and at which minute.
  let weighing: Double
  let weighingMinute: Int
  let measuresBodyFat: Bool
  let habits: [Habit]

  init(_ number: Int, _ options: DemoOptions, _ clock: DemoClock, _ random: inout DemoRandom) {
    id = .random(using: &random)
    // The first person is there for a look: from the first day to the last, with all that there is.
    let isFirst = number == 0
    let place = isFirst ? DemoWords.places[0].0 : random.pick(DemoWords.places)
    settings = AccountSettings(
      timeZone: place.zone, language: place.language, unit: place.unit,
      dayStartMinutes: random.pick([(0, 62), (180, 28), (240, 10)]), weekStart: place.weekStart)
    epoch = Int64(bitPattern: random.next())
    // More join as the year goes: of two days, the later one is the likelier.
    let days = DemoOptions.days
    let joined = isFirst ? 1 : max(random.below(days), random.chance(0.5) ? random.below(days) : 0)
    let minute = random.between(6 * 60...23 * 60 + 30)
    joinedAt = clock.instant(
      options.firstDay.advanced(by: joined), minute: minute, settings.timeZone
    ).advanced(byMicroseconds: Int64(random.below(60_000_000)))
    firstDay = clock.day(
      of: joinedAt, settings.timeZone, dayStartMinutes: settings.dayStartMinutes)
    clients = (0..<3).map { _ in .random(using: &random) }
    secretHashes = (0..<3).map { _ in
      (0..<4).flatMap { _ in UUIDBytes(high: random.next(), low: 0).bytes.prefix(8) }
    }

    usesIntents = isFirst || random.chance(0.62)
    readiness = isFirst ? 0.6 : random.share()
    donates = isFirst || random.chance(0.7)
    lifetimeDays = isFirst ? days : Self.lifetime(usesIntents, &random)
    steadiness = isFirst ? 0.92 : 0.42
    gaps = (0..<3).filter { _ in random.chance(0.5) }.map { _ in
      let start = random.between(14...340)
      return start...start + random.between(2...12)
    }
    trip =
      random.chance(0.12) || isFirst
      ? { start in Trip(days: start...start + 7, zone: random.pick(DemoWords.zones)) }(
        random.between(20...300)) : nil

    let start = max(45_000, min(130_000, 68_000 + 13_000 * random.deviation()))
    startGrams = start
    goalGrams =
      isFirst || random.chance(0.65)
      ? start * (random.chance(0.88) ? 0.86 + 0.11 * random.share() : 1.03) : nil
    weighing = isFirst ? 0.9 : 0.25 + 0.7 * random.share()
    weighingMinute = random.between(5 * 60 + 45...8 * 60 + 30)
    measuresBodyFat = random.chance(0.15)
    habits = Self.habits(
      isFirst ? 4 : random.pick([(0, 8), (1, 30), (2, 32), (3, 20), (4, 10)]), joinedAt, &random)
  }

  private static func lifetime(_ usesIntents: Bool, _ random: inout DemoRandom) -> Int {
    let kind = random.share()
    let (soon, later) = usesIntents ? (0.2, 0.5) : (0.36, 0.7)
    if kind < soon { return random.between(0...5) }
    if kind < later { return random.between(6...75) }
    return random.between(60...700)
  }

  private static func habits(
    _ count: Int, _ joinedAt: Instant, _ random: inout DemoRandom
  ) -> [Habit] {
    var templates = DemoWords.templates
    return (0..<count).map { _ in
      let template = templates.remove(at: random.below(templates.count))
      return Habit(
        id: .timeOrdered(at: joinedAt, using: &random), template: template,
        adherence: 0.35 + 0.6 * random.share(),
        minute: template.minute + random.between(-45...45))
    }
  }

  /// Where they are on a day.
  func zone(onDay number: Int) -> String {
    if let trip, trip.days.contains(number) { return trip.zone }
    return settings.timeZone
  }
}
