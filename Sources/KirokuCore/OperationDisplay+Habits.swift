/// The words for acts on habits and their days.
extension OperationDisplay {
  /// What an act on a habit, or on one of its days, was on.
  public struct HabitSubject: Hashable, Sendable {
    /// Nil where it is no longer known.
    public let name: String?
    /// Nil for the habit itself.
    public let day: LocalDay?

    public init(name: String?, day: LocalDay? = nil) {
      self.name = name
      self.day = day
    }
  }

  /// An act in a list of acts; of an undo or a redo, `target` is the kind of what it names.
  public static func label(
    _ kind: OperationKind, _ subject: HabitSubject, target: OperationKind? = nil,
    in language: Language
  ) -> String {
    switch (language, kind) {
    case (.en, .undo), (.en, .redo):
      guard let target else { return label(kind, nil as Weight?, in: .en) }
      return (kind == .undo ? "Undid: " : "Redid: ") + label(target, subject, in: .en)
    case (.ja, .undo), (.ja, .redo):
      guard let target else { return label(kind, nil as Weight?, in: .ja) }
      return label(target, subject, in: .ja) + (kind == .undo ? "（取り消し）" : "（やり直し）")
    default: break
    }
    let name = HabitDisplay.quoted(subject.name, in: language)
    let day = subject.day.map { HabitDayDisplay.text($0, in: language) } ?? ""
    return switch (language, kind) {
    case (.en, .put): "Saved \(name)"
    case (.ja, .put): "\(name)を保存"
    case (.en, .delete): "Deleted \(name)"
    case (.ja, .delete): "\(name)を削除"
    case (.en, .set): "Recorded \(name), \(day)"
    case (.ja, .set): "\(day)の\(name)を記録"
    case (.en, .increment): "Added to \(name), \(day)"
    case (.ja, .increment): "\(day)の\(name)に追加"
    case (.en, _): "Changed \(name)"
    case (.ja, _): "\(name)を変更"
    }
  }

  /// The name of the button that takes an act back.
  public static func undoLabel(
    _ kind: OperationKind, _ subject: HabitSubject, in language: Language
  ) -> String {
    let name = HabitDisplay.quoted(subject.name, in: language)
    return switch (language, kind) {
    case (.en, .delete): "Bring \(name) back"
    case (.ja, .delete): "\(name)を元に戻す"
    case (.en, .put): "Undo saving \(name)"
    case (.ja, .put): "\(name)の保存を取り消す"
    case (.en, .increment): "Undo adding to \(name)"
    case (.ja, .increment): "\(name)への追加を取り消す"
    case (.en, _): "Undo the change to \(name)"
    case (.ja, _): "\(name)の変更を取り消す"
    }
  }

  /// The name of the button that brings an undone act back.
  public static func redoLabel(
    _ kind: OperationKind, _ subject: HabitSubject, in language: Language
  ) -> String {
    let name = HabitDisplay.quoted(subject.name, in: language)
    return switch (language, kind) {
    case (.en, .delete): "Delete \(name) again"
    case (.ja, .delete): "\(name)をもう一度削除する"
    case (.en, .put): "Save \(name) again"
    case (.ja, .put): "\(name)をもう一度保存する"
    case (.en, .increment): "Add to \(name) again"
    case (.ja, .increment): "\(name)にもう一度追加する"
    case (.en, _): "Change \(name) again"
    case (.ja, _): "\(name)をもう一度変更する"
    }
  }

  /// What is said when an act on a habit itself was undone.
  ///
  /// - Parameter isThere: whether there is the habit now.
  public static func undone(
    _ kind: OperationKind, habit name: String?, isThere: Bool, in language: Language
  ) -> String {
    let name = HabitDisplay.quoted(name, in: language)
    return switch (language, kind, isThere) {
    case (.en, .delete, true): "Brought \(name) back."
    case (.ja, .delete, true): "\(name)を元に戻しました。"
    case (.en, .put, false): "Undid adding \(name)."
    case (.ja, .put, false): "\(name)の追加を取り消しました。"
    case (.en, _, true): "Undid the change to \(name)."
    case (.ja, _, true): "\(name)の変更を取り消しました。"
    case (.en, _, false): "Undid the change. The habit is gone."
    case (.ja, _, false): "変更を取り消しました。この習慣はありません。"
    }
  }

  /// What is said when an act on a habit itself was brought back.
  public static func redone(
    _ kind: OperationKind, habit name: String?, isThere: Bool, in language: Language
  ) -> String {
    let name = HabitDisplay.quoted(name, in: language)
    return switch (language, kind, isThere) {
    case (.en, .delete, false): "Deleted \(name) again."
    case (.ja, .delete, false): "\(name)をもう一度削除しました。"
    case (.en, .put, true): "Saved \(name) again."
    case (.ja, .put, true): "\(name)をもう一度保存しました。"
    case (.en, _, true): "Made the change to \(name) again."
    case (.ja, _, true): "\(name)をもう一度変更しました。"
    case (.en, _, false): "Made the change again. The habit is gone."
    case (.ja, _, false): "もう一度変更しました。この習慣はありません。"
    }
  }
}
