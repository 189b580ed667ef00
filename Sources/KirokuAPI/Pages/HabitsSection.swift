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
    let more = text("Further habits are in /v1/habits.", "これ以降の習慣は /v1/habits にあります。")
    return """
      <section id="habits" aria-labelledby="habits-title">
      <h2 id="habits-title">\(text("Habits", "習慣"))</h2>
      \(habits.isEmpty ? empty : habits.joined())\
      \(hasMore ? "<p class=\"small\">\(more)</p>" : "")
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
      <div class="map">\(map.part())</div>
      \(HabitDaysTable(map: map, text: text).html)\
      <p class="address">\(text("From the API:", "同じ数値のAPI:")) <code>/v1/habits/\(habit.id.description)/stats</code></p>
      </article>

      """
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

/// A heat map's days as a table: a row a week, newest first.
struct HabitDaysTable {
  let map: HabitHeatmap
  let text: PageText

  var html: HTML {
    let history = map.history
    let amounts = Dictionary(map.days.map { ($0.day, $0.value) }) { $1 }
    let starts = stride(
      from: map.firstDay, through: map.today.unixDays, by: 7
    ).reversed()
    return PageTable(
      caption: text("Days of “\(map.habit.fields.name)”", "「\(map.habit.fields.name)」の日々"),
      columns: [text("Week from", "週の始まり")] + (0..<7).map(map.weekday),
      rows: starts.map { start in
        let first = LocalDay(unixDays: start)
        let cells = (0..<Int32(7)).map { offset -> HTML in
          let day = LocalDay(unixDays: start + offset)
          return day > map.today ? "" : cell(amounts[day] ?? .empty, history.level(on: day))
        }
        return ["<time datetime=\"\(first.description)\">\(text.shortDay(first))</time>"] + cells
      }, isNarrow: true
    ).behindPicture(text)
  }

  private func cell(_ value: HabitDayValue, _ level: Int?) -> HTML {
    guard let level else {
      return value == .skipped
        ? "\(text("skipped", "スキップ"))" : "\(text("paused", "休止"))"
    }
    if map.habit.fields.kind == .count, case .amount(let amount) = value {
      let number = decimalText(thousandths: amount)
      return "<data value=\"\(number)\">\(number)</data>"
    }
    switch level {
    case 0: return "<span aria-hidden=\"true\">·</span>"
    case 4: return spoken("✓", text("done", "達成"))
    default: return spoken("(✓)", text("covered by other days", "ほかの日で充足"))
    }
  }

  private func spoken(_ sign: String, _ words: String) -> HTML {
    "<span aria-hidden=\"true\">\(sign)</span><span class=\"spoken\">\(words)</span>"
  }
}
