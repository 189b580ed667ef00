/// Patterns of SQL's `like`.
enum LikePattern {
  /// What holds the text somewhere; in the text `%`, `_` and `\` stand for themselves.
  static func containing(_ text: String) -> String {
    var pattern = "%"
    for scalar in text.unicodeScalars {
      if scalar == "\\" || scalar == "%" || scalar == "_" { pattern.unicodeScalars.append("\\") }
      pattern.unicodeScalars.append(scalar)
    }
    return pattern + "%"
  }
}
