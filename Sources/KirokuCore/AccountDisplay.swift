/// The words in which changes of an account are told.
public enum AccountDisplay {
  public static func changed(in language: Language) -> String {
    switch language {
    case .en: "Saved your settings."
    case .ja: "設定を保存しました。"
    }
  }

  public static func unchanged(in language: Language) -> String {
    switch language {
    case .en: "Your settings were like that already."
    case .ja: "設定はすでにそのとおりです。"
    }
  }
}
