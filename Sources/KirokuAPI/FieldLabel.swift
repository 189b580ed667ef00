/// What a person calls a field, the kinds of its values, and the question that asks for it.
enum FieldLabel {
  /// The field as the subject that begins a sentence.
  static func english(_ name: String) -> String {
    switch name {
    case "": "The body"
    case "weightKg", "weight": "The weight"
    case "value": "The weight’s value"
    case "unit": "The unit"
    case "stones": "The number of stones"
    case "pounds": "The number of pounds"
    case "recordedAt": "The date and time"
    case "note": "The note"
    case "bodyFatPercent": "The body fat"
    case "timeZone", "Kiroku-Time-Zone": "The time zone"
    case "locale": "The language"
    case "dayStart": "The start of the day"
    case "weekStart": "The start of the week"
    case "weightGoal": "The weight goal"
    case "scope": "The scope"
    case "label", "name": "The name"
    case "kind": "The kind of habit"
    case "target": "The target"
    case "direction": "The direction of the target"
    case "schedule": "The schedule"
    case "schedules": "The list of schedules"
    case "type": "The type of schedule"
    case "weekdays": "The list of weekdays"
    case "times": "The number of times"
    case "days": "The number of days"
    case "anchor": "The day to count from"
    case "pauses": "The list of pauses"
    case "icon": "The icon"
    case "color": "The color"
    case "position": "The position"
    case "done": "The state"
    case "count": "The amount"
    case "by": "The amount to add"
    case "recoveryCode": "The recovery code"
    case "code": "The code"
    case "scopes": "The list of scopes"
    case "q": "The text to look for"
    case "cursor": "The cursor"
    default: name
    }
  }

  static func japanese(_ name: String) -> String {
    switch name {
    case "": "本文"
    case "weightKg", "weight": "体重"
    case "value": "体重の値"
    case "unit": "単位"
    case "stones": "ストーン"
    case "pounds": "ポンド"
    case "recordedAt": "日時"
    case "note": "メモ"
    case "bodyFatPercent": "体脂肪率"
    case "timeZone", "Kiroku-Time-Zone": "タイムゾーン"
    case "locale": "言語"
    case "dayStart": "一日の始まり"
    case "weekStart": "週の始まり"
    case "weightGoal": "目標体重"
    case "scope": "スコープ"
    case "label", "name": "名前"
    case "kind": "習慣の種類"
    case "target": "目標"
    case "direction": "目標の向き"
    case "schedule": "予定"
    case "schedules": "予定の一覧"
    case "type": "予定の種類"
    case "weekdays": "曜日"
    case "times": "回数"
    case "days": "日数"
    case "anchor": "数え始めの日"
    case "pauses": "休止期間の一覧"
    case "icon": "アイコン"
    case "color": "色"
    case "position": "並び順"
    case "done": "達成状態"
    case "count": "数量"
    case "by": "加える数量"
    case "recoveryCode": "復旧コード"
    case "code": "コード"
    case "scopes": "スコープの一覧"
    case "q": "検索する文字列"
    case "cursor": "カーソル"
    default: "「\(name)」"
    }
  }

  /// What to ask the person for a field that is missing.
  static func englishQuestion(_ name: String) -> String {
    switch name {
    case "weightKg", "weight", "value", "stones", "pounds": "What do you weigh?"
    case "unit": "In which unit?"
    case "timeZone": "In which time zone?"
    case "locale": "In which language?"
    case "recoveryCode": "What is your recovery code?"
    case "code": "Which code is shown?"
    case "scope": "What is the token for?"
    case "name": "What is it called?"
    case "kind": "Is it checked or counted?"
    case "target": "How much do you aim at?"
    case "type": "How often?"
    case "weekdays": "On which days?"
    case "times": "How many times?"
    case "days": "How many days?"
    case "anchor", "from": "From which day?"
    case "done": "Was it done?"
    case "count", "by": "How much?"
    default: "What should it be?"
    }
  }

  static func japaneseQuestion(_ name: String) -> String {
    switch name {
    case "weightKg", "weight", "value", "stones", "pounds": "体重はいくつですか？"
    case "unit": "単位は何ですか？"
    case "timeZone": "タイムゾーンはどこですか？"
    case "locale": "どの言語ですか？"
    case "recoveryCode": "復旧コードは何ですか？"
    case "code": "表示されているコードは何ですか？"
    case "scope": "トークンは何に使いますか？"
    case "name": "名前は何ですか？"
    case "kind": "できたかどうかで記録しますか、数量で記録しますか？"
    case "target": "目標はいくつですか？"
    case "type": "どのくらいの頻度ですか？"
    case "weekdays": "何曜日ですか？"
    case "times": "何回ですか？"
    case "days": "何日ですか？"
    case "anchor", "from": "いつからですか？"
    case "done": "できましたか？"
    case "count", "by": "いくつですか？"
    default: "何にしますか？"
    }
  }

  /// A kind of JSON value.
  static func englishKind(_ kind: String) -> String {
    switch kind {
    case "number": "a number"
    case "string": "text"
    case "boolean": "true or false"
    case "array": "a list"
    default: "an object"
    }
  }

  static func japaneseKind(_ kind: String) -> String {
    switch kind {
    case "number": "数"
    case "string": "文字列"
    case "boolean": "trueまたはfalse"
    case "array": "リスト"
    default: "オブジェクト"
    }
  }

  /// A form of text.
  static func englishForm(_ form: String) -> String {
    switch form {
    case "date-time": "a date and time such as 2026-12-01T07:30:00Z"
    case "date": "a date such as 2026-12-01"
    case "uuid": "a UUID"
    case "record-uuid": "a UUID of version 4 or 7"
    case "habit-day": "a habit’s UUID, a slash and a date"
    case "number": "a number such as 65.2"
    case "whole-number": "a whole number"
    case "cursor": "a cursor from an earlier answer"
    case "key": "1 to 255 visible characters"
    case "name": "1 to 200 visible characters"
    case "focus": "the name of a Focus, 1 to 100 characters"
    case "event-name": "1 to 64 lower case letters, digits and _, a letter first"
    case "entity-tag": "entity tags in quotes, or *"
    case "recovery-code": "a recovery code of twelve groups of four letters and digits"
    case "pairing-code": "a code such as ABCD-2345"
    case "symbol": "the name of a symbol such as figure.walk"
    case "color": "a color such as #34c759"
    default: "of another form"
    }
  }

  static func japaneseForm(_ form: String) -> String {
    switch form {
    case "date-time": "2026-12-01T07:30:00Zのような日時"
    case "date": "2026-12-01のような日付"
    case "uuid": "UUID"
    case "record-uuid": "バージョン4または7のUUID"
    case "habit-day": "習慣のUUIDと日付をスラッシュでつないだもの"
    case "number": "65.2のような数"
    case "whole-number": "整数"
    case "cursor": "前の応答にあったカーソル"
    case "key": "1文字から255文字の印字可能な文字"
    case "name": "1文字から200文字の印字可能な文字"
    case "focus": "1文字から100文字の集中モードの名前"
    case "event-name": "英小文字で始まる1文字から64文字の英小文字、数字、_"
    case "entity-tag": "引用符で囲んだエンティティタグ、または*"
    case "recovery-code": "英数字4文字を12組並べた復旧コード"
    case "pairing-code": "ABCD-2345のようなコード"
    case "symbol": "figure.walkのようなシンボル名"
    case "color": "#34c759のような色"
    default: "別の形式"
    }
  }

  /// What a length is counted in.
  static func englishUnit(_ unit: String) -> String {
    switch unit {
    case "bytes", "days": unit
    default: "characters"
    }
  }

  static func japaneseUnit(_ unit: String) -> String {
    switch unit {
    case "bytes": "バイト"
    case "days": "日"
    default: "文字"
    }
  }
}
