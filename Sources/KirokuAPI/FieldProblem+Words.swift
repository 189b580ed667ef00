internal import KirokuCore

extension FieldProblem {
  /// One sentence that names the field and the value, fit to be spoken.
  func detail(in language: Language) -> String {
    switch language {
    case .en: english
    case .ja: japanese
    }
  }

  private func value(_ name: String) -> String { values[name] ?? "" }

  private var english: String {
    let field = FieldLabel.english(place.name)
    switch code {
    case .required: return "\(field) is missing. \(FieldLabel.englishQuestion(place.name))"
    case .unknownField: return "There is no field “\(value("name"))”."
    case .unknownParameter: return "There is no parameter “\(place.name)”."
    case .repeatedParameter: return "\(field) is given more than once."
    case .wrongType: return "\(field) has to be \(FieldLabel.englishKind(value("expected")))."
    case .notWhole: return "\(field) has to be a whole number, not \(value("value"))."
    case .tooPrecise:
      return
        "\(field) has too many decimals: \(value("value")). At most \(value("limit")) are kept."
    case .outOfRange where values["minimum"] != nil:
      return "\(field) has to be between \(value("minimum")) and \(value("maximum")), "
        + "not \(value("value"))."
    case .outOfRange: return "\(field) has to be in the years 1900 to 2200, not \(value("value"))."
    case .weightOutOfRange:
      return "\(value("value")) \(value("unit")) is not between 20 and 300 kg."
    case .tooLong:
      let unit = FieldLabel.englishUnit(value("unit"))
      return "\(field) is too long: at most \(value("limit")) \(unit)."
    case .tooMany: return "\(field) has too many elements: at most \(value("limit"))."
    case .repeated: return "“\(value("value"))” is given twice."
    case .nulCharacter: return "\(field) holds a character that text can't have."
    case .notOneOf:
      return "\(field) has to be one of \(value("choices")), not “\(value("value"))”."
    case .invalidFormat:
      let form = FieldLabel.englishForm(value("expected"))
      return "\(field) has to be \(form), not “\(value("value"))”."
    case .missingOffset:
      return "\(field) needs an offset from UTC, such as Z or +09:00: “\(value("value"))”."
    case .conflictingFields:
      return "\(field) and \(value("other")) can't both be given."
    case .reversedRange:
      return "The range from “\(value("other"))” to “\(place.name)” is reversed."
    case .otherList: return "\(field) belongs to a list with another order or other filters."
    case .unchangeable: return "\(field) can't be changed."
    case .wrongHabitKind:
      return value("kind") == "check"
        ? "This habit is done or not done: it has no amount."
        : "This habit is counted: give an amount."
    case .inTheFuture: return "\(field) lies more than a day in the future."
    case .unknownTimeZone: return "“\(value("value"))” is not a known time zone."
    case .malformedJSON: return "The JSON is malformed at byte \(value("offset"))."
    case .emptyJSON: return "The body is empty."
    case .unexpectedEnd: return "The JSON ends too early, at byte \(value("offset"))."
    case .trailingContent: return "Something follows the JSON at byte \(value("offset"))."
    case .duplicateKey: return "The field “\(place.name)” is given twice."
    case .notANumber: return "NaN and Infinity are no numbers in JSON."
    case .invalidNumber: return "A number is malformed at byte \(value("offset"))."
    case .controlCharacter:
      return "A text holds a raw control character at byte \(value("offset"))."
    case .invalidEscape: return "A text holds an unknown escape at byte \(value("offset"))."
    case .loneSurrogate: return "A text holds half a character at byte \(value("offset"))."
    case .invalidUTF8: return "A text is no UTF-8 at byte \(value("offset"))."
    case .byteOrderMark: return "The JSON begins with a byte order mark."
    case .tooDeep: return "The JSON is nested too deeply."
    }
  }

  private var japanese: String {
    let field = FieldLabel.japanese(place.name)
    switch code {
    case .required: return "\(field)がありません。\(FieldLabel.japaneseQuestion(place.name))"
    case .unknownField: return "「\(value("name"))」という項目はありません。"
    case .unknownParameter: return "「\(place.name)」というパラメータはありません。"
    case .repeatedParameter: return "\(field)が複数回指定されています。"
    case .wrongType: return "\(field)は\(FieldLabel.japaneseKind(value("expected")))で指定してください。"
    case .notWhole: return "\(field)は整数で指定してください（\(value("value"))）。"
    case .tooPrecise:
      return "\(field)の小数は\(value("limit"))桁までです（\(value("value"))）。"
    case .outOfRange where values["minimum"] != nil:
      return "\(field)は\(value("minimum"))から\(value("maximum"))までです（\(value("value"))）。"
    case .outOfRange: return "\(field)は1900年から2200年までです（\(value("value"))）。"
    case .weightOutOfRange:
      return "\(value("value")) \(value("unit"))は20 kgから300 kgの範囲にありません。"
    case .tooLong:
      let unit = FieldLabel.japaneseUnit(value("unit"))
      return "\(field)が長すぎます。\(value("limit"))\(unit)までです。"
    case .tooMany: return "\(field)の数が多すぎます。\(value("limit"))個までです。"
    case .repeated: return "「\(value("value"))」が二重に指定されています。"
    case .nulCharacter: return "\(field)に使えない文字が含まれています。"
    case .notOneOf:
      return "\(field)は\(value("choices"))のいずれかです（「\(value("value"))」）。"
    case .invalidFormat:
      let form = FieldLabel.japaneseForm(value("expected"))
      return "\(field)は\(form)で指定してください（「\(value("value"))」）。"
    case .missingOffset:
      return "\(field)にはZや+09:00のような時差が必要です（「\(value("value"))」）。"
    case .conflictingFields: return "\(field)と\(value("other"))は同時に指定できません。"
    case .reversedRange:
      return "「\(value("other"))」から「\(place.name)」までの範囲が逆になっています。"
    case .otherList: return "\(field)は並び順や条件の異なる一覧のものです。"
    case .unchangeable: return "\(field)は変更できません。"
    case .wrongHabitKind:
      return value("kind") == "check"
        ? "この習慣は「した」か「していない」かで記録します。数量はありません。"
        : "この習慣は数量で記録します。数量を指定してください。"
    case .inTheFuture: return "\(field)が一日以上先になっています。"
    case .unknownTimeZone: return "「\(value("value"))」というタイムゾーンはありません。"
    case .malformedJSON: return "JSONの\(value("offset"))バイト目が正しくありません。"
    case .emptyJSON: return "本文が空です。"
    case .unexpectedEnd: return "JSONが\(value("offset"))バイト目で途切れています。"
    case .trailingContent: return "JSONの後の\(value("offset"))バイト目に余分なデータがあります。"
    case .duplicateKey: return "「\(place.name)」が二重に指定されています。"
    case .notANumber: return "NaNやInfinityはJSONの数ではありません。"
    case .invalidNumber: return "\(value("offset"))バイト目の数の書き方が正しくありません。"
    case .controlCharacter: return "\(value("offset"))バイト目に制御文字があります。"
    case .invalidEscape: return "\(value("offset"))バイト目のエスケープが正しくありません。"
    case .loneSurrogate: return "\(value("offset"))バイト目の文字が半分しかありません。"
    case .invalidUTF8: return "\(value("offset"))バイト目がUTF-8ではありません。"
    case .byteOrderMark: return "JSONの先頭にバイト順マークがあります。"
    case .tooDeep: return "JSONの入れ子が深すぎます。"
    }
  }
}
