/// A piece of a page, or of a picture in it.
///
/// Markup can be written in the program's text alone; whatever is interpolated into it is escaped, unless it is a piece
/// itself. So a name that a person chose can't become markup:
/// `let cell: HTML = "<td title=\"\(name)\">\(name)</td>"`
///
/// An attribute's value has to stand in double quotes. Addresses in `href` are the program's own.
struct HTML: Sendable, ExpressibleByStringInterpolation {
  private(set) var text: String

  // Only literals: a text that came from elsewhere does not compile as markup.
  init(stringLiteral markup: StaticString) { text = markup.description }
  init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + interpolationCount * 16)
    }

    mutating func appendLiteral(_ markup: StaticString) { text += markup.description }
    mutating func appendInterpolation(_ words: String) { HTML.append(words, to: &text) }
    mutating func appendInterpolation(_ piece: HTML) { text += piece.text }
    mutating func appendInterpolation(_ number: Int) { text += String(number) }

    /// A place in a picture: at most two decimals.
    mutating func appendInterpolation(_ place: Double) {
      text += decimalText(millionths: Int64((place * 100).rounded()) * 10_000)
    }
  }

  static func + (left: HTML, right: HTML) -> HTML { "\(left)\(right)" }
  static func += (left: inout HTML, right: HTML) { left.text += right.text }

  /// Escapes what HTML and XML would take for markup, in text and in quoted attributes, and leaves out what neither may
  /// hold.
  private static func append(_ words: String, to text: inout String) {
    for scalar in words.unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "'": text += "&#39;"
      case "\u{9}", "\u{A}", "\u{D}": text += " "
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": break
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}

extension Sequence<HTML> {
  func joined() -> HTML {
    var all: HTML = ""
    for piece in self { all += piece }
    return all
  }
}
