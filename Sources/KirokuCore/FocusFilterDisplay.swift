/// The words in which changes of a Focus' filter are told.
public enum FocusFilterDisplay {
  public static func saved(_ name: String, in language: Language) -> String {
    switch language {
    case .en: "Saved what “\(name)” hides."
    case .ja: "「\(name)」で隠すものを保存しました。"
    }
  }

  public static func removed(_ name: String, in language: Language) -> String {
    switch language {
    case .en: "“\(name)” hides nothing any more."
    case .ja: "「\(name)」で隠すものはなくなりました。"
    }
  }
}
