/// The words for donations.
public enum DonationDisplay {
  public static func recorded(in language: Language) -> String {
    switch language {
    case .en: "This can be suggested from now on."
    case .ja: "これから提案できるようになりました。"
    }
  }

  public static func alreadyRecorded(in language: Language) -> String {
    switch language {
    case .en: "That day already counts for suggestions."
    case .ja: "その日の分はすでに提案に使われています。"
    }
  }

  /// Of a donation whose act has been undone.
  public static func discarded(in language: Language) -> String {
    switch language {
    case .en: "That was undone, so it isn't suggested."
    case .ja: "取り消されているため、提案には使いません。"
    }
  }

  public static func deleted(_ count: Int, in language: Language) -> String {
    switch (language, count) {
    case (.en, 0): "There was nothing to forget."
    case (.ja, 0): "忘れるものはありませんでした。"
    case (.en, 1): "Forgot one suggestion."
    case (.en, _): "Forgot \(count) suggestions."
    case (.ja, _): "提案\(count)件を忘れました。"
    }
  }
}
