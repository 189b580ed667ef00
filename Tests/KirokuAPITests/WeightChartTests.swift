import Foundation
import KirokuCore
import Testing

@testable import KirokuAPI

private func trend(days: Int32, stepDays: Int32 = 1) -> WeightTrend {
  var readings: [WeightTrend.Reading] = []
  for day in stride(from: Int32(0), through: days, by: Int32.Stride(stepDays)) {
    let wave = Int64(sin(Double(day) / 9) * 900 + cos(Double(day) * 2.3) * 450)
    readings.append(
      WeightTrend.Reading(
        day: LocalDay(unixDays: 20_424 + day), recordedAt: Instant(unixMicroseconds: 0),
        grams: 78_400 - Int64(day) * 18 + wave))
  }
  return WeightTrend(readings)
}

private func svg(_ trend: WeightTrend, goal: Int64? = nil, _ language: Language = .en) -> String {
  let bytes = WeightChart(trend: trend, goalGrams: goal, language: language).svg()
  let text = String(decoding: bytes, as: UTF8.self)
  if let folder = ProcessInfo.processInfo.environment["KIROKU_PICTURES"] {
    let name = "chart-\(trend.points.count)-\(goal ?? 0)-\(language).svg"
    try? text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
  }
  return text
}

@Suite("The chart of a weight")
struct WeightChartTests {
  @Test(
    "Is well-formed XML with a title and a description, whatever the range",
    arguments: [Int32(-1), 0, 1, 13, 69, 90, 364, 1_400], [Language.en, .ja])
  func wellFormed(days: Int32, language: Language) throws {
    let text = svg(trend(days: days), goal: 72_000, language)
    #expect(text.hasPrefix("<svg xmlns=") && text.hasSuffix("</svg>\n"))
    #expect(text.contains("<title>") && text.contains("<desc>"))
    for tag in ["svg", "style", "text", "title", "desc"] {
      let opened = text.components(separatedBy: "<\(tag)").count
      #expect(opened == text.components(separatedBy: "</\(tag)>").count, "<\(tag)> is closed")
    }
    #expect(!text.contains("nan") && !text.contains("inf"))
  }

  @Test("Draws a dot for each reading and none for filled-in days")
  func dots() {
    let text = svg(trend(days: 20, stepDays: 5))
    #expect(text.components(separatedBy: "class=\"dot\"").count - 1 == 5)
    #expect(text.contains("<polyline class=\"trend\""))
  }

  @Test("Shows a goal that lies near, and leaves out one that would flatten the line")
  func goal() {
    let near = trend(days: 30)
    #expect(svg(near, goal: 75_000).contains("Goal 75 kg"))
    #expect(!svg(near, goal: 40_000).contains("Goal"))
    #expect(svg(near, goal: 75_000, .ja).contains("目標 75 kg"))
  }

  @Test("The axis has decimals on all of its names or on none")
  func axis() {
    func names(_ thousandths: ClosedRange<Int64>) -> [String] {
      let scale = ChartScale(days: 0...1, thousandths: thousandths, x: 0...1, y: 0...1)
      return scale.ticks.map(scale.name)
    }
    #expect(names(103_750...104_750) == ["103.8", "104.0", "104.2", "104.4", "104.6"])
    #expect(names(63_500...68_200) == ["64", "65", "66", "67", "68"])
  }

  @Test("Says so when there is nothing to show")
  func empty() {
    #expect(svg(WeightTrend([])).contains("No entries yet"))
    #expect(svg(WeightTrend([]), .ja).contains("まだ記録がありません"))
  }
}
