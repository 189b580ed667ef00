/// The words in which a habit is shown, and in which is told what was done to it.
public enum HabitDisplay {
  /// What is aimed at and when: `At least 8 glasses · Every day`.
  public static func subtitle(
    _ habit: HabitFields, on day: LocalDay, in language: Language
  ) -> String {
    let schedule = habit.schedules.schedule(on: day).map { ScheduleDisplay.text($0, in: language) }
    let target = habit.target.map { ScheduleDisplay.text($0, in: language) }
    return [target, schedule].compactMap(\.self).joined(separator: " · ")
  }

  /// A habit's name as part of a sentence; nil is one that is no longer known.
  static func quoted(_ name: String?, in language: Language) -> String {
    switch (language, name) {
    case (.en, let name?): "“\(name)”"
    case (.ja, let name?): "「\(name)」"
    case (.en, nil): "the habit"
    case (.ja, nil): "この習慣"
    }
  }

  public static func added(_ name: String, in language: Language) -> String {
    switch language {
    case .en: "Added \(quoted(name, in: .en))."
    case .ja: "\(quoted(name, in: .ja))を追加しました。"
    }
  }

  public static func changed(_ name: String, in language: Language) -> String {
    switch language {
    case .en: "Changed \(quoted(name, in: .en))."
    case .ja: "\(quoted(name, in: .ja))を変更しました。"
    }
  }

  public static func archived(_ name: String, in language: Language) -> String {
    switch language {
    case .en: "Archived \(quoted(name, in: .en))."
    case .ja: "\(quoted(name, in: .ja))をアーカイブしました。"
    }
  }

  public static func unarchived(_ name: String, in language: Language) -> String {
    switch language {
    case .en: "Took \(quoted(name, in: .en)) out of the archive."
    case .ja: "\(quoted(name, in: .ja))をアーカイブから戻しました。"
    }
  }

  /// - Parameter name: nil where it is no longer known.
  public static func deleted(_ name: String?, in language: Language) -> String {
    switch language {
    case .en: "Deleted \(quoted(name, in: .en))."
    case .ja: "\(quoted(name, in: .ja))を削除しました。"
    }
  }

  /// What is said when a newer act on the habit had been stored before, and stays.
  public static func superseded(_ name: String, in language: Language) -> String {
    switch language {
    case .en: "A newer change of \(quoted(name, in: .en)) was kept."
    case .ja: "\(quoted(name, in: .ja))のより新しい変更を残しました。"
    }
  }

  /// Of an act on a habit that is gone.
  public static func keptForLater(in language: Language) -> String {
    switch language {
    case .en: "The habit is gone. The change was kept in case it comes back."
    case .ja: "この習慣はありません。元に戻したときのために変更を残しました。"
    }
  }
}
