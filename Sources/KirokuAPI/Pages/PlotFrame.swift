/// The axes of a picture over time.
///
/// Heights are pixels, and places along are percents of the width, so that lines and letters keep their size on every
/// screen while the picture takes the width there is.
struct PlotFrame {
  /// Of the area, in pixels.
  let height: Double
  /// The values of the lower and the upper edge.
  let values: ClosedRange<Double>
  let ticks: [(value: Double, label: String)]
  /// Room for so many characters before the axis, whatever its own labels take.
  var minLabelLength = 1
  var marks: [Mark] = []

  /// A name below the picture.
  struct Mark {
    /// 0…100 along the width.
    let place: Double
    let label: String
    /// Whether there is no room for it on a phone.
    let isMinor: Bool
  }

  /// Pixels from the upper edge.
  func y(_ value: Double) -> Double {
    let span = values.upperBound - values.lowerBound
    guard span > 0 else { return height }
    return height - (value - values.lowerBound) / span * height
  }

  /// - Parameter label: says all of the picture in a sentence; the table behind it has the numbers.
  func html(_ label: String, _ content: HTML) -> HTML {
    let longest = max(minLabelLength, ticks.map(\.label.unicodeScalars.count).max() ?? 1)
    let width = Double(longest) * 7.2 + 10
    let names = ticks.map { tick -> HTML in
      "<text x=\"\(width - 8)\" y=\"\(y(tick.value) + 4)\">\(tick.label)</text>"
    }
    let lines = ticks.map { tick -> HTML in
      let y = y(tick.value)
      return "<line class=\"grid\" x1=\"0\" x2=\"100%\" y1=\"\(y)\" y2=\"\(y)\"/>"
    }
    let marks = marks.map { mark -> HTML in
      let edge: HTML =
        switch mark.place {
        case ..<Self.startEdge: " at-start"
        case ...Self.phoneEdge: ""
        case ...Self.deskEdge: " near-end"
        default: " at-end"
        }
      let minor: HTML = mark.isMinor ? " minor" : ""
      return
        "<text class=\"mark-name\(edge)\(minor)\" x=\"\(mark.place)%\" y=\"14\">\(mark.label)</text>"
    }
    return """
      <div class="plot">\
      <svg class="values" width="\(width)" height="\(height)" aria-hidden="true">\(names.joined())</svg>\
      <svg class="area" height="\(height)" role="img" aria-label="\(label)">\
      \(lines.joined())
      \(content)</svg>\
      <svg class="times" height="20" aria-hidden="true">\(marks.joined())</svg></div>

      """
  }

  /// A line, or a band, that is stretched to the width.
  ///
  /// - Parameter points: 0…100 along, pixels down.
  func stretched(_ shape: Shape, _ style: HTML, _ points: [(x: Double, y: Double)]) -> HTML {
    let places = points.map { "\($0.x * 10),\($0.y) " as HTML }.joined()
    let element: HTML =
      shape == .line
      ? "<polyline class=\"\(style)\" points=\"\(places)\"/>"
      : "<polygon class=\"\(style)\" points=\"\(places)\"/>"
    return """
      <svg class="stretched" width="100%" height="\(height)" viewBox="0 0 1000 \(height)" \
      preserveAspectRatio="none">\(element)</svg>

      """
  }

  enum Shape { case line, band }

  /// Round steps from 0 to at least `most`: at most five.
  static func steps(upTo most: Int) -> [Int] {
    var step = 1
    var factors = [2, 5, 10]
    var base = 1
    while step * 4 < most {
      if factors.isEmpty {
        base *= 10
        factors = [2, 5, 10]
      }
      step = base * factors.removeFirst()
    }
    let count = max(1, (most + step - 1) / step)
    return (0...count).map { $0 * step }
  }

  /// Names for places of which there may be too many: on a desk at most `desk`, on a phone `phone`, and none over another.
  static func marks(
    _ places: [(place: Double, label: String)], desk: Int = 12, phone: Int = 4
  ) -> [Mark] {
    let kept = thinned(places, atMost: desk)
    // The narrowest phone has 225 pixels for a picture.
    var end = -Double.infinity
    let onPhone = thinned(kept, atMost: phone).filter { mark in
      let width = width(of: mark.label)
      let middle = mark.place * 2.25
      let start =
        mark.place < startEdge
        ? middle : mark.place > phoneEdge ? middle - width : middle - width / 2
      guard start >= end else { return false }
      end = start + width + 4
      return true
    }
    let phonePlaces = Set(onPhone.map(\.place))
    return kept.map {
      Mark(place: $0.place, label: $0.label, isMinor: !phonePlaces.contains($0.place))
    }
  }

  private static func thinned(
    _ places: [(place: Double, label: String)], atMost most: Int
  ) -> [(place: Double, label: String)] {
    let step = max(1, (places.count + most - 1) / most)
    return places.enumerated().filter { $0.offset % step == 0 }.map(\.element)
  }

  /// In pixels, of letters as wide as any system has them.
  private static func width(of label: String) -> Double {
    label.unicodeScalars.reduce(0) { $0 + ($1.value < 0x1100 ? 8 : 12.5) }
  }

  // Beyond these a name begins or ends at its place, on a phone sooner than on a desk: there is no room beside the picture.
  private static let startEdge = 3.0
  private static let phoneEdge = 93.0
  private static let deskEdge = 97.0
}
