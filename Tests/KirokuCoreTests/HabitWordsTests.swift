import KirokuCore
import Testing

@Suite("Words for habits and their days")
struct HabitWordsTests {
  static let read = HabitFields.count(.daily, .atLeast, thousandths: 10_000).named("Read", "pages")
  static let coffee = HabitFields.count(.daily, .atMost, thousandths: 2_500).named("Coffee", nil)
  static let stretch = HabitFields.check(.weekdays([1, 3, 5]))

  static func both(_ words: (Language) -> String) -> [String] { [words(.en), words(.ja)] }

  static func today(
    _ fields: HabitFields, _ words: (HabitDayDisplay) -> String
  ) -> [String] {
    both { words(HabitDayDisplay(fields, day: newYear, today: newYear, in: $0)) }
  }

  @Test("What was recorded is said with what it came to")
  func recorded() {
    #expect(
      Self.today(Self.read) { $0.recorded(.amount(3_000), writesValue: true) }
        == ["“Read”: 3 of 10 pages.", "「Read」は10 pagesのうち3です。"])
    #expect(
      Self.today(Self.coffee) { $0.recorded(.amount(1_500), writesValue: true) }
        == ["“Coffee”: 1.5 of at most 2.5 times.", "「Coffee」は2.5回までのうち1.5です。"])
    #expect(
      Self.today(Self.stretch) { $0.recorded(.done, writesValue: true, streakDays: 12) }
        == ["“Stretch” is done. 12 days in a row.", "「Stretch」を完了しました。12日連続です。"])
    #expect(
      Self.today(Self.stretch) { $0.recorded(.notDone, writesValue: true, streakDays: 12) }
        == ["“Stretch” is not done.", "「Stretch」を未完了にしました。"])
    #expect(
      Self.today(Self.stretch) { $0.recorded(.skipped, writesValue: true) }
        == ["Skipped “Stretch”.", "「Stretch」をスキップしました。"])
    #expect(
      Self.today(Self.stretch) { $0.recorded(.empty, writesValue: true) }
        == ["Cleared “Stretch”.", "「Stretch」の記録を消しました。"])
    #expect(
      Self.today(Self.stretch) { $0.recorded(.done, writesValue: false) }
        == ["Noted for “Stretch”.", "「Stretch」にメモを残しました。"])
  }

  @Test("Another day than today is named")
  func otherDays() {
    let yesterday = newYear.advanced(by: -1)
    let words = Self.both {
      HabitDayDisplay(Self.stretch, day: yesterday, today: newYear, in: $0)
        .recorded(.done, writesValue: true)
    }
    #expect(words == ["“Stretch” is done, Dec 31, 2025.", "2025年12月31日の「Stretch」を完了しました。"])
  }

  @Test("Acts that changed nothing, were hidden or taken back say how the day is")
  func otherOutcomes() {
    #expect(
      Self.today(Self.stretch) { $0.stale(.done) }
        == [
          "That was out of date. “Stretch” is done.", "表示が古くなっていました。「Stretch」は完了しています。",
        ])
    #expect(
      Self.today(Self.stretch) { $0.superseded(by: .done) }
        == ["A newer change was kept. “Stretch” is done.", "より新しい変更を残しました。「Stretch」は完了しています。"])
    #expect(
      Self.today(Self.read) { $0.reversed(.amount(2_000), cancels: true) }
        == ["Undid it. “Read”: 2 of 10 pages.", "取り消しました。「Read」は10 pagesのうち2です。"])
    #expect(
      Self.today(Self.read) { $0.unchanged(.empty) }
        == [
          "It was like that already. “Read”: 0 of 10 pages.", "すでにそのとおりです。「Read」は10 pagesのうち0です。",
        ])
  }

  @Test(
    "A schedule in words",
    arguments: [
      (.daily, "Every day", "毎日"), (.weekdays([1, 3, 5]), "Mon, Wed, Fri", "月・水・金"),
      (.weekdays([6, 7]), "Weekends", "土日"), (.timesPer(.week, times: 3), "3 times a week", "週3回"),
      (.timesPer(.month, times: 1), "Once a month", "月1回"),
      (.timesInDays(times: 2, days: 7), "Twice in 7 days", "7日間に2回"),
      (.everyDays(2, anchor: newYear), "Every 2 days", "2日ごと"),
    ] as [(Schedule, String, String)])
  func schedules(schedule: Schedule, english: String, japanese: String) {
    #expect(ScheduleDisplay.text(schedule, in: .en) == english)
    #expect(ScheduleDisplay.text(schedule, in: .ja) == japanese)
  }

  @Test("A habit's subtitle is its target and when it is due")
  func subtitles() {
    #expect(
      Self.both { HabitDisplay.subtitle(Self.read, on: newYear, in: $0) }
        == ["At least 10 pages · Every day", "10 pages以上 · 毎日"])
    #expect(
      Self.both { HabitDisplay.subtitle(Self.stretch, on: newYear, in: $0) }
        == ["Mon, Wed, Fri", "月・水・金"])
  }

  @Test("Buttons and lists name the habit, and the day where an act was on one")
  func names() {
    let day = OperationDisplay.HabitSubject(name: "Read", day: newYear)
    let habit = OperationDisplay.HabitSubject(name: "Read")
    #expect(
      Self.both { OperationDisplay.undoLabel(.increment, day, in: $0) }
        == ["Undo adding to “Read”", "「Read」への追加を取り消す"])
    #expect(
      Self.both { OperationDisplay.undoLabel(.delete, habit, in: $0) }
        == ["Bring “Read” back", "「Read」を元に戻す"])
    #expect(
      Self.both { OperationDisplay.label(.undo, day, target: .set, in: $0) }
        == ["Undid: Recorded “Read”, Jan 1, 2026", "2026年1月1日の「Read」を記録（取り消し）"])
    #expect(
      Self.both { OperationDisplay.undone(.delete, habit: nil, isThere: true, in: $0) }
        == ["Brought the habit back.", "この習慣を元に戻しました。"])
  }
}

extension HabitFields {
  fileprivate func named(_ name: String, _ unit: String?) -> HabitFields {
    var fields = self
    fields.name = name
    fields.target?.unit = unit
    return fields
  }
}
