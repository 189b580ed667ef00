import KirokuCore
import Testing

@Suite("The texts of schedules and pauses")
struct ScheduleTextTests {
  static let newYear = LocalDay(unixDays: 20_454)  // 2026-01-01

  static let versions: [(String, ScheduleVersion)] = [
    ("1900-01-01 daily", ScheduleVersion(from: LocalDay(unixDays: -25_567), .daily)),
    ("2026-01-01 weekdays 1,3,5", ScheduleVersion(from: newYear, .weekdays([5, 1, 3]))),
    ("2026-01-01 weekdays 7", ScheduleVersion(from: newYear, .weekdays([7]))),
    ("2026-01-01 week 3", ScheduleVersion(from: newYear, .timesPer(.week, times: 3))),
    ("2026-01-01 month 31", ScheduleVersion(from: newYear, .timesPer(.month, times: 31))),
    ("2026-01-01 days 3/7", ScheduleVersion(from: newYear, .timesInDays(times: 3, days: 7))),
    (
      "2026-01-01 days 366/366", ScheduleVersion(from: newYear, .timesInDays(times: 366, days: 366))
    ),
    (
      "2026-01-01 every 2 from 2025-12-31",
      ScheduleVersion(from: newYear, .everyDays(2, anchor: LocalDay(unixDays: 20_453)))
    ),
  ]

  @Test("A schedule's text reads back as the same schedule", arguments: versions)
  func schedules(text: String, version: ScheduleVersion) {
    #expect(version.description == text)
    #expect(ScheduleVersion(text) == version)
  }

  @Test(
    "Any other text is no schedule",
    arguments: [
      "", " ", "2026-01-01", "2026-01-01 ", " daily", "2026-01-01  daily", "2026-01-01 daily ",
      "2026-01-01 Daily", "2026-02-29 daily", "2026-1-1 daily", "2026-01-01\tdaily",
      "2026-01-01 weekdays", "2026-01-01 weekdays ", "2026-01-01 weekdays 0",
      "2026-01-01 weekdays 8", "2026-01-01 weekdays 3,1", "2026-01-01 weekdays 1,1",
      "2026-01-01 weekdays 1,,3", "2026-01-01 weekdays 1,3,", "2026-01-01 weekdays 1, 3",
      "2026-01-01 weekdays 1,x", "2026-01-01 week 0", "2026-01-01 week 8", "2026-01-01 week 03",
      "2026-01-01 week +3", "2026-01-01 week -3", "2026-01-01 week ３", "2026-01-01 month 32",
      "2026-01-01 year 1", "2026-01-01 days 8/7", "2026-01-01 days 0/7", "2026-01-01 days 3/367",
      "2026-01-01 days 3", "2026-01-01 days 3/7/9", "2026-01-01 days 3//7",
      "2026-01-01 every 0 from 2026-01-01", "2026-01-01 every 367 from 2026-01-01",
      "2026-01-01 every 2 from", "2026-01-01 every 2 from 2026-13-01", "2026-01-01 every 2",
      "2026-01-01 every 99999999999999999999 from 2026-01-01", "2026-01-01 daily\0",
      "2026-01-01 week 3\u{301}", "1899-12-31 daily", "2201-01-01 daily",
      "2026-01-01 weekdays 1,2,3,4,5,6,7,1,2,3,4,5,6,7,1,2,3,4,5,6,7,1,2,3,4,5,6,7",
    ])
  func hostileSchedules(text: String) {
    #expect(ScheduleVersion(text) == nil)
  }

  @Test("A pause's text reads back as the same pause")
  func pauses() {
    let first = LocalDay(unixDays: 20_666)  // 2026-08-01
    let fortnight = Pause(first, through: LocalDay(unixDays: 20_679))
    #expect(fortnight?.description == "2026-08-01..2026-08-14")
    #expect(Pause("2026-08-01..2026-08-14") == fortnight)
    #expect(Pause("2026-08-01..") == Pause(first, through: nil))
    #expect(Pause(first, through: nil)?.description == "2026-08-01..")
    #expect(Pause("2026-08-01..2026-08-01") == Pause(first, through: first))
  }

  @Test(
    "Any other text is no pause",
    arguments: [
      "", "..", "2026-08-01", "2026-08-01.", "2026-08-01...", "..2026-08-01",
      "2026-08-02..2026-08-01",
      "2026-08-01..2026-08-32", "2026-02-29..", "2026-08-01..2026-08-14 ",
      "2026-08-01 .. 2026-08-14",
      "2026-08-01–2026-08-14", "2026-08-01..\0", "2026-08-01..2026-08-14..",
    ])
  func hostilePauses(text: String) {
    #expect(Pause(text) == nil)
  }
}
