internal import KirokuCore

/// Maps days and weights to places in a picture, and chooses the marks on its edges.
struct ChartScale {
  private let days: ClosedRange<Int32>
  private let thousandths: ClosedRange<Int64>
  private let xs: ClosedRange<Double>
  private let ys: ClosedRange<Double>

  init(
    days: ClosedRange<Int32>, thousandths: ClosedRange<Int64>, x: ClosedRange<Double>,
    y: ClosedRange<Double>
  ) {
    self.days = days
    self.thousandths = thousandths
    xs = x
    ys = y
  }

  var spanDays: Int32 { days.upperBound - days.lowerBound }

  /// The only day of a range of one lies in the middle.
  func x(_ day: Int32) -> Double {
    guard spanDays > 0 else { return (xs.lowerBound + xs.upperBound) / 2 }
    let share = Double(day - days.lowerBound) / Double(spanDays)
    return xs.lowerBound + share * (xs.upperBound - xs.lowerBound)
  }

  func y(_ value: Int64) -> Double {
    let span = Double(max(thousandths.upperBound - thousandths.lowerBound, 1))
    let share = Double(value - thousandths.lowerBound) / span
    return ys.upperBound - share * (ys.upperBound - ys.lowerBound)
  }

  /// Three to six round values within the range.
  var ticks: [Int64] {
    let span = thousandths.upperBound - thousandths.lowerBound
    let steps: [Int64] = [200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000]
    let step = steps.first { span / $0 <= 5 } ?? 100_000
    let first = (thousandths.lowerBound + step - 1) / step * step
    return Array(stride(from: first, through: thousandths.upperBound, by: Int64.Stride(step)))
  }

  /// A tick's name: with a decimal where any of them has one.
  func name(ofTick value: Int64) -> String {
    let text = decimalText(thousandths: value)
    let isWhole = ticks.allSatisfy { $0 % 1_000 == 0 }
    return isWhole || value % 1_000 != 0 ? text : text + ".0"
  }

  /// Days to be named: firsts of months over longer ranges, else evenly spaced days.
  var dayTicks: [Int32] {
    if spanDays <= 70 {
      let step = max(1, (spanDays + 6) / 7)
      return Array(stride(from: days.lowerBound, through: days.upperBound, by: Int32.Stride(step)))
    }
    let firsts = days.filter { LocalDay(unixDays: $0).components.day == 1 }
    let step = max(1, (firsts.count + 7) / 8)
    return firsts.enumerated().filter { $0.offset % step == 0 }.map(\.element)
  }
}
