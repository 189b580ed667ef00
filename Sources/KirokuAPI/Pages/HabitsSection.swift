internal import KirokuCore
internal import KirokuStore

/// A person's habits: how each one goes, and a year of its days.
struct HabitsSection {
  let courses: [HabitCourse]
  /// Whether there are more than are shown.
  let hasMore: Bool
  let weekStart: Int
  let text: PageText

  var html: HTML {
    let habits = courses.compactMap { course in
      course.habit.map { card(course, $0) }
    }
    let words = text("Further habits are in /v1/habits.", "これ以降の習慣は /v1/habits にあります。")
    let more: HTML = hasMore ? "<p class=\"small\">\(words)</p>\n" : ""
    return """
      <section id="habits" aria-labelledby="habits-title">
      <h2 id="habits-title">\(text("Habits", "習慣"))</h2>
      \(habits.isEmpty ? empty : habits.joined())\(more)\
      </section>

      """
  }

  private var empty: HTML {
    """
    <div class="card">\(emptyState(
      text("No habits yet", "まだ習慣がありません"),
      text(
        "Add one in the app: its streak and a year of its days appear here.",
        "アプリで習慣を追加すると、連続記録と1年分の日々がここに表示されます。")))</div>

    """
  }

  private func card(_ course: HabitCourse, _ habit: Habit) -> HTML {
    let stats = HabitStats(course, habit, weekStart: weekStart)
    let standing = stats.standing
    let last30 = stats.completion(days: 30)
    let id = "habit-\(habit.id)"
    var facts: [(name: String, value: HTML)] = [
      (text("Streak", "連続"), days(standing.streakDays)),
      (text("Best streak", "最長連続"), days(standing.bestStreakDays)),
      (text("Score", "スコア"), score(standing.score)),
    ]
    if last30.satisfied + last30.missed > 0 {
      facts.append((text("Last 30 days", "直近30日"), completion(last30)))
    }
    let map = HabitHeatmap(
      habit: habit, days: course.days, today: course.today, weekStart: weekStart,
      language: text.language)
    return """
      <article class="card habit" aria-labelledby="\(id)">
      <h3 id="\(id)"><bdi>\(habit.fields.name)</bdi></h3>
      <p class="lead">\(HabitDisplay.subtitle(habit.fields, on: course.today, in: text.language))</p>
      \(factList(facts))\
      \(course.days.allSatisfy { $0.value == .empty } ? noDays : days(map))\
      <p class="address">\(text("From the API:", "同じ数値のAPI：")) <code>/v1/habits/\(habit.id.description)/stats</code></p>
      </article>

      """
  }

  private func days(_ map: HabitHeatmap) -> HTML {
    "<div class=\"map\">\(map.part())</div>\n" + HabitDaysTable(map: map, text: text).html
  }

  private var noDays: HTML {
    "<p class=\"note\">\(text("No day is recorded yet. A year of them appears here.", "まだ記録がありません。記録すると、1年分の日々がここに表示されます。"))</p>\n"
  }

  private func days(_ number: Int) -> HTML {
    text.language == .ja
      ? "\(text.count(number))日" : "\(text.count(number)) \(number == 1 ? "day" : "days")"
  }

  private func score(_ score: Double) -> HTML {
    "<data value=\"\(decimalText(score))\">\(text.percent(score))</data>"
  }

  private func completion(_ completion: Completion) -> HTML {
    let done = text.count(completion.satisfied)
    let due = text.count(completion.satisfied + completion.missed)
    return text.language == .ja ? "\(due)回中\(done)回" : "\(done) of \(due)"
  }
}
