/// The words in which acts are told and named: what was done, undone, and can be done about it.
///
/// A weight is nil where it is no longer known: of an act that is part of its record's base.
public enum OperationDisplay {
  private static func title(_ weight: Weight?, in language: Language) -> String {
    if let weight { return EntryDisplay.title(weight) }
    return language == .ja ? "体重" : "a weight"
  }

  // MARK: - A change

  public static func changed(
    _ weight: Weight?, isWeight: Bool, in language: Language
  ) -> String {
    let title = title(weight, in: language)
    switch language {
    case .en: return isWeight ? "Changed to \(title)." : "Changed the entry of \(title)."
    case .ja: return isWeight ? "\(title)に変更しました。" : "\(title)の記録を変更しました。"
    }
  }

  public static func unchanged(in language: Language) -> String {
    switch language {
    case .en: "It was like that already."
    case .ja: "すでにそのとおりです。"
    }
  }

  public static func deleted(_ weight: Weight?, in language: Language) -> String {
    let title = title(weight, in: language)
    switch language {
    case .en: return "Deleted \(title)."
    case .ja: return "\(title)の記録を削除しました。"
    }
  }

  public static func alreadyDeleted(in language: Language) -> String {
    switch language {
    case .en: "It was deleted already."
    case .ja: "すでに削除されています。"
    }
  }

  /// Of an act on an entry that is gone.
  public static func keptForLater(in language: Language) -> String {
    switch language {
    case .en: "The entry is gone. The change was kept in case it comes back."
    case .ja: "この記録はありません。元に戻したときのために変更を残しました。"
    }
  }

  // MARK: - Undo and redo

  public static func undone(
    _ kind: OperationKind, _ weight: Weight?, now: Weight?, in language: Language
  ) -> String {
    let (was, now) = (title(weight, in: language), now.map { EntryDisplay.title($0) })
    switch (language, kind, now) {
    case (.en, .delete, let now?): return "Brought \(now) back."
    case (.ja, .delete, let now?): return "\(now)の記録を元に戻しました。"
    case (.en, .put, nil): return "Undid logging \(was)."
    case (.ja, .put, nil): return "\(was)の記録を取り消しました。"
    case (.en, _, let now?): return "Undid the change. It's \(now) now."
    case (.ja, _, let now?): return "変更を取り消しました。現在は\(now)です。"
    case (.en, _, nil): return "Undid the change. The entry is gone."
    case (.ja, _, nil): return "変更を取り消しました。記録はありません。"
    }
  }

  public static func redone(
    _ kind: OperationKind, _ weight: Weight?, now: Weight?, in language: Language
  ) -> String {
    let (was, now) = (title(weight, in: language), now.map { EntryDisplay.title($0) })
    switch (language, kind, now) {
    case (.en, .delete, _): return "Deleted it again."
    case (.ja, .delete, _): return "もう一度削除しました。"
    case (.en, .put, _): return "Logged \(was) again."
    case (.ja, .put, _): return "\(was)をもう一度記録しました。"
    case (.en, _, let now?): return "Made the change again. It's \(now) now."
    case (.ja, _, let now?): return "もう一度変更しました。現在は\(now)です。"
    case (.en, _, nil): return "Made the change again. The entry is gone."
    case (.ja, _, nil): return "もう一度変更しました。記録はありません。"
    }
  }

  public static func alreadyUndone(in language: Language) -> String {
    switch language {
    case .en: "That is undone already."
    case .ja: "すでに取り消されています。"
    }
  }

  public static func alreadyRedone(in language: Language) -> String {
    switch language {
    case .en: "That is not undone."
    case .ja: "取り消されていません。"
    }
  }

  /// Of an undo or a redo that arrived after a later one.
  public static func reversalSuperseded(in language: Language) -> String {
    switch language {
    case .en: "A newer decision about it was kept."
    case .ja: "それについての新しい操作を残しました。"
    }
  }

  /// Of an undo or a redo whose act has not arrived yet.
  public static func pending(undoes: Bool, in language: Language) -> String {
    switch (language, undoes) {
    case (.en, true): "It will be undone as soon as it arrives."
    case (.ja, true): "届きしだい取り消します。"
    case (.en, false): "It will hold as soon as it arrives."
    case (.ja, false): "届きしだい有効になります。"
    }
  }

  // MARK: - Names

  /// The name of the button that takes an act back.
  public static func undoLabel(
    _ kind: OperationKind, _ weight: Weight?, in language: Language
  ) -> String {
    let title = title(weight, in: language)
    switch (language, kind) {
    case (.en, .delete): return "Bring \(title) back"
    case (.ja, .delete): return "\(title)の記録を元に戻す"
    case (.en, .patch): return "Undo the change to \(title)"
    case (.ja, .patch): return "\(title)の変更を取り消す"
    case (.en, _): return "Undo logging \(title)"
    case (.ja, _): return "\(title)の記録を取り消す"
    }
  }

  /// The name of the button that brings an undone act back.
  public static func redoLabel(
    _ kind: OperationKind, _ weight: Weight?, in language: Language
  ) -> String {
    let title = title(weight, in: language)
    switch (language, kind) {
    case (.en, .delete): return "Delete it again"
    case (.ja, .delete): return "もう一度削除する"
    case (.en, .patch): return "Make the change again"
    case (.ja, .patch): return "もう一度変更する"
    case (.en, _): return "Log \(title) again"
    case (.ja, _): return "\(title)をもう一度記録する"
    }
  }

  /// An act in a list of acts.
  ///
  /// - Parameters:
  ///   - weight: that it wrote; nil where it wrote none, or that is no longer known.
  ///   - target: of an undo or a redo, what it names, where that has arrived.
  public static func label(
    _ kind: OperationKind, _ weight: Weight?, target: OperationKind? = nil, in language: Language
  ) -> String {
    let known = weight.map { EntryDisplay.title($0) }
    switch (language, kind) {
    case (.en, .put): return "Logged \(title(weight, in: language))"
    case (.ja, .put): return "\(title(weight, in: language))を記録"
    case (.en, .patch): return known.map { "Changed to \($0)" } ?? "Changed an entry"
    case (.ja, .patch): return known.map { "\($0)に変更" } ?? "記録を変更"
    case (.en, .delete): return "Deleted an entry"
    case (.ja, .delete): return "記録を削除"
    case (.en, .set): return "Recorded a day"
    case (.ja, .set): return "1日分を記録"
    case (.en, .increment): return "Added to a day"
    case (.ja, .increment): return "1日分に追加"
    case (.en, .donate): return "Told the system of it"
    case (.ja, .donate): return "システムの提案用に登録"
    case (.en, .undo), (.en, .redo):
      let verb = kind == .undo ? "Undid" : "Redid"
      guard let target else { return kind == .undo ? "Undo that waits" : "Redo that waits" }
      switch target {
      case .put: return "\(verb) logging \(title(weight, in: language))"
      case .delete: return "\(verb) a deletion"
      default: return "\(verb) a change"
      }
    case (.ja, .undo), (.ja, .redo):
      let verb = kind == .undo ? "取り消し" : "やり直し"
      guard let target else { return "保留中の\(verb)" }
      switch target {
      case .put: return "\(title(weight, in: language))の記録の\(verb)"
      case .delete: return "削除の\(verb)"
      default: return "変更の\(verb)"
      }
    }
  }
}
