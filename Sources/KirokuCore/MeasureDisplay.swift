/// What is said with a measure.
public enum MeasureDisplay {
  /// How the retention is not to be read.
  public static func association(in language: Language) -> String {
    switch language {
    case .en:
      "This shows that the two go together, not that one brings about the other: people who perform an intent in "
        + "their first week may differ from the others in many ways."
    case .ja:
      "これは両者に関連があることを示すもので、一方が他方の原因であることを示すものではありません。最初の週にインテントを実行した人は、ほかの点でも異なるかもしれません。"
    }
  }
}
