import KirokuCore
import Testing

@Suite("Predictions of random people")
struct PredictionPropertyTests {
  @Test("Equal what is counted moment by moment, whenever the day starts")
  func naive() throws {
    var random = SeededGenerator(state: propertySeed &+ 7)
    let today = try #require(LocalDay(year: 2026, month: 12, day: 1))
    var windows = 0
    for _ in 0..<propertyCases(300) {
      let customs = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        Int.random(in: 0..<1_440, using: &random)
      }
      var moments: [LocalMoment] = []
      for daysAgo in 0...60 {
        for custom in customs where Bool.random(using: &random) {
          let minute = custom + Int.random(in: -40...40, using: &random)
          moments.append(LocalMoment(today.advanced(by: -daysAgo), minute: minute))
          if Int.random(in: 0..<9, using: &random) == 0 { moments.append(moments[0]) }
        }
      }
      moments.shuffle(using: &random)
      moments.removeLast(Int.random(in: 0...moments.count, using: &random))
      let dayStart = [0, 180, 200, 7, 720][Int.random(in: 0..<5, using: &random)]
      let prediction = ActPrediction(from: moments, today: today, dayStartMinutes: dayStart)
      #expect(
        prediction
          == ActPrediction(naively: moments, today: today, dayStartMinutes: dayStart))
      windows += prediction.weekdays.reduce(0) { $0 + $1.windows.count }
    }
    #expect(windows > 300)
  }
}
