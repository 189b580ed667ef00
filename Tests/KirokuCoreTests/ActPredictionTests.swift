import KirokuCore
import Testing

/// Made-up people with known habits. Today is Tuesday, 2026-12-01; the eight weeks are those from 2026-10-06 to yesterday,
/// and the weights of their weeks, the latest first, 1000, 841, 707, 595, 500, 420, 354, 297: 4714 together.
@Suite("Predictions")
struct ActPredictionTests {
  private static let today = LocalDay(year: 2026, month: 12, day: 1)

  /// Moments of each of the last days of some weekdays.
  private static func moments(
    _ weekdays: Set<Int>, at minute: Int, daysAgo: ClosedRange<Int> = 1...56
  ) throws -> [LocalMoment] {
    let today = try #require(today)
    return daysAgo.map { today.advanced(by: -$0) }.filter { weekdays.contains($0.weekday) }
      .map { LocalMoment($0, minute: minute) }
  }

  private static func predict(
    _ moments: [LocalMoment], dayStart: Int = 0
  ) throws -> ActPrediction {
    ActPrediction(from: moments, today: try #require(today), dayStartMinutes: dayStart)
  }

  @Test("Who weighs at 7:00 on weekdays does so on each of them between 6:30 and 7:30")
  func everyWeekday() throws {
    let prediction = try Self.predict(try Self.moments([1, 2, 3, 4, 5], at: 420))
    let window = ActPrediction.Window(start: 390, probability: 1_000)
    #expect(window.end == 450)
    #expect(prediction.isReady)
    #expect(
      prediction.weekdays
        == (1...5).map { ActPrediction.Weekday(number: $0, probability: 1_000, windows: [window]) })
  }

  @Test("Recent weeks weigh more: the same misses cost more now than seven weeks ago")
  func recency() throws {
    // Mondays were 1, 8, … 50 days ago.
    let mondays = try Self.moments([1], at: 420)
    let missedLast = try Self.predict(Array(mondays.dropFirst())).weekdays
    // (4714 − 1000) ÷ 4714 = 0.7879.
    #expect(missedLast.map(\.probability) == [788] && missedLast.first?.number == 1)
    // The first Monday of all was done; the second one, of weight 354, was missed: 4360 ÷ 4714 = 0.9249.
    let missedLongAgo = try Self.predict(mondays.filter { $0.day != mondays[6].day }).weekdays
    #expect(missedLongAgo.map(\.probability) == [925])
    #expect(missedLongAgo.first?.windows == [ActPrediction.Window(start: 390, probability: 925)])
  }

  @Test("Days before the first act do not count: who began two weeks ago has missed nothing")
  func beginners() throws {
    let prediction = try Self.predict(try Self.moments([1, 4], at: 600, daysAgo: 1...14))
    #expect(prediction.weekdays.map(\.number) == [1, 4])
    #expect(prediction.weekdays.map(\.probability) == [1_000, 1_000])
  }

  @Test(
    "Nothing is predicted before seven days have passed", arguments: [(6, false), (7, true)])
  func ready(daysAgo: Int, isReady: Bool) throws {
    let prediction = try Self.predict(
      try Self.moments(Set(1...7), at: 420, daysAgo: 1...daysAgo))
    #expect(prediction.isReady == isReady)
    #expect(prediction.weekdays.count == (isReady ? 7 : 0))
    #expect(try !Self.predict([]).isReady)
  }

  @Test("Today is not over, and what is older than eight weeks is over: neither counts")
  func borders() throws {
    let today = try #require(Self.today)
    let outside = [
      LocalMoment(today, minute: 420), LocalMoment(today.advanced(by: -57), minute: 420),
    ]
    #expect(try !Self.predict(outside).isReady)
    let oldest = try Self.predict([LocalMoment(today.advanced(by: -56), minute: 420)])
    // A Tuesday, of weight 297: 297 ÷ 4714 = 0.063, too little to be told.
    #expect(oldest.isReady && oldest.weekdays.isEmpty)
  }

  @Test("Two customs a day have two windows, each with its weekdays; what is done once has none")
  func twoWindows() throws {
    let today = try #require(Self.today)
    var moments = try Self.moments([1, 2, 3, 4, 5], at: 420)
    moments += try Self.moments([6, 7], at: 555)
    moments.append(LocalMoment(today.advanced(by: -3), minute: 1_320))
    let weekdays = try Self.predict(moments).weekdays
    #expect(weekdays.map(\.number) == Array(1...7))
    for weekday in weekdays {
      let start = weekday.number < 6 ? 390 : 525
      #expect(weekday.windows == [ActPrediction.Window(start: start, probability: 1_000)])
    }
  }

  @Test("What was done once, yesterday, does not stand before what was done twice, weeks ago")
  func onceIsNoCustom() throws {
    let today = try #require(Self.today)
    // Of weights 420 and 354, together less than yesterday's 1000.
    let moments = [
      LocalMoment(today.advanced(by: -36), minute: 420),
      LocalMoment(today.advanced(by: -43), minute: 420),
      LocalMoment(today.advanced(by: -1), minute: 1_200),
    ]
    let weekday = try #require(try Self.predict(moments).weekdays.first)
    // Mondays 1, 8, … 43 days ago: 774 of 4417, 0.1752.
    #expect(weekday.windows == [ActPrediction.Window(start: 390, probability: 175)])
  }

  @Test(
    "A window lies around what it holds: of 6:50, 7:05 and 7:40 by turns, the most and the nearest")
  func densest() throws {
    let today = try #require(Self.today)
    // On the last three Mondays. At quarters of an hour, all three fit into 6:45–7:45 alone.
    let moments = zip([1, 8, 15], [410, 425, 460]).map {
      LocalMoment(today.advanced(by: -$0), minute: $1)
    }
    let weekday = try #require(try Self.predict(moments).weekdays.first)
    #expect(weekday.windows == [ActPrediction.Window(start: 405, probability: 1_000)])
  }

  @Test(
    "The day goes round at its start: with 3:00, what is done around 3:00 is of one window and one day"
  )
  func roundTheStart() throws {
    // Before Tuesday's start it is Monday still: 2:50 is minute 1430 of Monday, 3:10 minute 10 of Tuesday.
    let late = try Self.moments([1], at: 1_430, daysAgo: 1...28)
    let early = try Self.moments([2], at: 10, daysAgo: 29...55)
    let prediction = try Self.predict(late + early, dayStart: 180)
    let monday = try #require(prediction.weekdays.first { $0.number == 1 })
    // The Mondays 1, 8, 15 and 22 days ago were late ones, those 36 and 43 days ago have the next morning's; that 29 days
    // ago, of weight 500, has neither. The first act was on the Tuesday 49 days ago, so the Monday before it does not
    // count. 3143 + 420 + 354 of 3143 + 500 + 420 + 354: 3917 ÷ 4417 = 0.8868.
    #expect(monday.windows == [ActPrediction.Window(start: 150, probability: 887)])
    // On Mondays themselves, four were done of the seven that count: 3143 ÷ 4417 = 0.7116.
    #expect(monday.probability == 712)
  }

  @Test("Windows stand at quarters of an hour on the wall, whenever the day starts")
  func wall() throws {
    // 7:00 is 220 minutes after 3:20.
    let prediction = try Self.predict(try Self.moments([3], at: 220), dayStart: 200)
    #expect(
      prediction.weekdays.first?.windows == [ActPrediction.Window(start: 390, probability: 1_000)])
  }

  @Test("Many times on one day are one day")
  func repeats() throws {
    var moments: [LocalMoment] = []
    for minute in [600, 601, 610, 620] { moments += try Self.moments([2], at: minute) }
    let weekday = try #require(try Self.predict(moments).weekdays.first)
    #expect(weekday.probability == 1_000 && weekday.windows.map(\.probability) == [1_000])
  }

  @Test("Recorded days say the same of today's weekday, from bits")
  func recentDays() throws {
    func days(_ ago: [Int]) -> RecentDays {
      RecentDays(bits: ago.reduce(0) { $0 | 1 << Int64($1) })
    }
    #expect(days([]).todaysProbability == 0)
    // Nothing of today's weekday has passed since.
    #expect(days([0, 1, 6]).todaysProbability == 0)
    #expect(days([7]).todaysProbability == 1_000)
    #expect(days([8]).todaysProbability == 0)
    // 7, 21 and 28 of four weeks: 1000 + 707 + 595 of 3143, 0.7324.
    #expect(days([7, 21, 28]).todaysProbability == 732)
    #expect(days([56]).todaysProbability == 63)
    #expect(days([0, 1, 27, 28, 56]).recorded(within: 28) == 3)
  }
}
