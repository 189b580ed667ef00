internal import KirokuCore

/// What made-up people are about: where they live, which habits they have, what they note.
enum DemoWords {
  /// A place, and how often people live there.
  struct Place: Sendable {
    let zone: String
    let language: Language
    let unit: WeightUnit
    let weekStart: Int
  }

  static let places: [(Place, weight: Double)] = [
    (Place(zone: "Asia/Tokyo", language: .ja, unit: .kg, weekStart: 7), 58),
    (Place(zone: "America/New_York", language: .en, unit: .lb, weekStart: 7), 13),
    (Place(zone: "America/Los_Angeles", language: .en, unit: .lb, weekStart: 7), 8),
    (Place(zone: "Europe/London", language: .en, unit: .st, weekStart: 1), 8),
    (Place(zone: "Europe/Berlin", language: .en, unit: .kg, weekStart: 1), 7),
    (Place(zone: "Australia/Sydney", language: .en, unit: .kg, weekStart: 1), 6),
  ]

  static var zones: [String] { places.map(\.0.zone) }

  /// A habit as somebody may have it.
  struct Template: Sendable {
    let names: (ja: String, en: String)
    let icon: String
    let color: String
    /// When on the wall, in minutes after midnight.
    let minute: Int
    let schedule: Rhythm
    var target: (thousandths: Int64, direction: TargetDirection, units: (ja: String, en: String))?
    /// Of a count: how often a day, and how much at a time.
    var portions: ClosedRange<Int> = 1...1
    var portion: ClosedRange<Int> = 1...1
  }

  enum Rhythm: Sendable {
    case daily
    case weekdays(Set<Int>)
    case timesPerWeek(Int)
    case everyDays(Int)

    func schedule(from day: LocalDay) -> Schedule {
      switch self {
      case .daily: .daily
      case .weekdays(let days): .weekdays(days)
      case .timesPerWeek(let times): .timesPer(.week, times: times)
      case .everyDays(let days): .everyDays(days, anchor: day)
      }
    }

    /// How likely somebody thinks of it on a day.
    func pull(on day: LocalDay, from first: LocalDay) -> Double {
      switch self {
      case .daily: 1
      case .weekdays(let days): days.contains(day.weekday) ? 1 : 0.03
      case .timesPerWeek(let times): Double(times) / 7
      case .everyDays(let days): (day.unixDays - first.unixDays) % Int32(days) == 0 ? 1 : 0.1
      }
    }
  }

  static let templates = [
    Template(
      names: ("水を飲む", "Drink water"), icon: "drop", color: "#0a84ff", minute: 9 * 60,
      schedule: .daily, target: (6_000, .atLeast, ("杯", "glasses")), portions: 1...3, portion: 1...3
    ),
    Template(
      names: ("読書", "Read"), icon: "book", color: "#bf5af2", minute: 22 * 60 + 30,
      schedule: .daily, target: (20_000, .atLeast, ("ページ", "pages")), portion: 8...35),
    Template(
      names: ("瞑想", "Meditate"), icon: "figure.mind.and.body", color: "#5e5ce6",
      minute: 6 * 60 + 40, schedule: .daily),
    Template(
      names: ("ストレッチ", "Stretch"), icon: "figure.flexibility", color: "#30d158",
      minute: 21 * 60 + 20, schedule: .weekdays([1, 2, 3, 4, 5])),
    Template(
      names: ("散歩", "Walk"), icon: "figure.walk", color: "#34c759", minute: 18 * 60,
      schedule: .timesPerWeek(4)),
    Template(
      names: ("日記", "Journal"), icon: "pencil", color: "#ff9f0a", minute: 23 * 60 + 40,
      schedule: .daily),
    Template(
      names: ("ジム", "Gym"), icon: "dumbbell", color: "#ff453a", minute: 19 * 60,
      schedule: .timesPerWeek(3)),
    Template(
      names: ("サプリ", "Vitamins"), icon: "pills", color: "#ffd60a", minute: 7 * 60 + 20,
      schedule: .daily),
    Template(
      names: ("植物に水やり", "Water the plants"), icon: "leaf", color: "#63e6e2", minute: 8 * 60,
      schedule: .everyDays(3)),
    Template(
      names: ("コーヒー", "Coffee"), icon: "cup.and.saucer", color: "#ac8e68", minute: 10 * 60,
      schedule: .daily, target: (3_000, .atMost, ("杯", "cups")), portions: 1...2, portion: 1...2),
    Template(
      names: ("腕立て伏せ", "Push-ups"), icon: "figure.strengthtraining.traditional",
      color: "#ff375f", minute: 6 * 60 + 30, schedule: .weekdays([1, 3, 5]),
      target: (30_000, .atLeast, ("回", "times")), portions: 1...2, portion: 10...30),
  ]

  static let notes: [(ja: String, en: String)] = [
    ("朝食前", "before breakfast"), ("飲み会の翌日", "after a late dinner"), ("旅行中", "travelling"),
    ("ランニング後", "after a run"), ("よく眠れた", "slept well"), ("風邪気味", "a bit of a cold"),
  ]
}
