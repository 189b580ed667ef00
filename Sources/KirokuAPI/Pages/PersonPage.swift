internal import HTTPCore
internal import KirokuCore
internal import KirokuStore

/// A person's own weight and habits.
struct PersonPage {
  let period: PagePeriod
  let settings: AccountSettings
  let course: WeightCourse
  let habits: [HabitCourse]
  let text: PageText

  /// So many habits are shown, the first in the person's order.
  static let maxHabits = 30

  /// - Throws: 400 and 422 with all faults.
  static func period(_ call: Call) throws(Problem) -> PagePeriod {
    var reader = try QueryReader(call)
    let period = PagePeriod(&reader)
    try reader.finish(ignoringUnknown: call.isLenient)
    return period
  }

  func response() -> Response {
    Page(
      title: title, text: text, isSignedIn: true,
      sections: [("weight", text("Weight", "体重")), ("habits", text("Habits", "習慣"))],
      content: """
        <div class="title"><h1>\(title)</h1></div>
        \(WeightSection(
          trend: WeightTrend(course.readings).cut(from: from, atMost: maxTrendDays),
          goalGrams: course.goalGrams, unit: settings.unit, choice: period.choice(text),
          address: "/v1/entries/trend" + (from.map { "?from=\($0)" } ?? ""), text: text
        ).html)\
        \(HabitsSection(
          courses: Array(habits.prefix(Self.maxHabits)), hasMore: habits.count > Self.maxHabits,
          weekStart: settings.weekStart, text: text
        ).html)
        """
    ).response()
  }

  private var title: String { text("Your records", "あなたの記録") }

  /// The first day to show, of the person's days.
  private var from: LocalDay? {
    guard let days = period.days, let today = habits.first?.today else { return nil }
    return LocalDay(unixDays: today.unixDays + 1 - days)
  }
}
