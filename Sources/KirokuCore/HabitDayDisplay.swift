/// The words in which a habit's day is told, fit to be spoken.
public struct HabitDayDisplay {
  private let name: String
  private let target: HabitTarget?
  private let kind: HabitKind
  /// Nil for today, which goes without saying.
  private let day: LocalDay?
  private let language: Language

  public init(_ habit: HabitFields, day: LocalDay, today: LocalDay, in language: Language) {
    name = HabitDisplay.quoted(habit.name, in: language)
    target = habit.target
    kind = habit.kind
    self.day = day == today ? nil : day
    self.language = language
  }

  /// How the day is: `“Read” is done.`, `「水」は8杯のうち3杯です。`
  public func state(_ value: HabitDayValue) -> String {
    switch (value, kind) {
    case (.skipped, _): sentence("\(name) is skipped", "\(name)はスキップされています")
    case (.empty, .check): sentence("\(name) is not done", "\(name)は完了していません")
    case (.amount(let amount), .check):
      amount > 0
        ? sentence("\(name) is done", "\(name)は完了しています")
        : sentence("\(name) is not done", "\(name)は完了していません")
    case (.empty, .count): amountSentence(0)
    case (.amount(let amount), .count): amountSentence(amount)
    }
  }

  /// What was done to the day, and what it came to.
  ///
  /// - Parameters:
  ///   - writes: whether the act wrote the value, and not the note alone.
  ///   - streakDays: said where it is worth it: of a day that is done.
  public func recorded(
    _ value: HabitDayValue, writesValue: Bool, streakDays: Int? = nil
  ) -> String {
    guard writesValue else { return sentence("Noted for \(name)", "\(name)にメモを残しました") }
    let said: String =
      switch (value, kind) {
      case (.skipped, _): sentence("Skipped \(name)", "\(name)をスキップしました")
      case (.empty, _): sentence("Cleared \(name)", "\(name)の記録を消しました")
      case (.amount(let amount), .check) where amount > 0:
        sentence("\(name) is done", "\(name)を完了しました")
      case (.amount, .check): sentence("\(name) is not done", "\(name)を未完了にしました")
      case (.amount(let amount), .count): amountSentence(amount)
      }
    guard let streakDays, streakDays > 1, isDone(value) else { return said }
    return language == .ja ? "\(said)\(streakDays)日連続です。" : "\(said) \(streakDays) days in a row."
  }

  /// Of an act that found the day so already.
  public func unchanged(_ value: HabitDayValue) -> String {
    OperationDisplay.unchanged(in: language) + gap + state(value)
  }

  /// Of a toggle whose button showed what was no longer so.
  public func stale(_ value: HabitDayValue) -> String {
    (language == .ja ? "表示が古くなっていました。" : "That was out of date.") + gap + state(value)
  }

  /// Of an act that a newer one hides.
  public func superseded(by value: HabitDayValue) -> String {
    (language == .ja ? "より新しい変更を残しました。" : "A newer change was kept.") + gap + state(value)
  }

  /// Of an act that was taken back, or brought back.
  public func reversed(_ value: HabitDayValue, cancels: Bool) -> String {
    let said: String =
      switch (language, cancels) {
      case (.en, true): "Undid it."
      case (.en, false): "Did it again."
      case (.ja, true): "取り消しました。"
      case (.ja, false): "もう一度行いました。"
      }
    return said + gap + state(value)
  }

  private var gap: String { language == .ja ? "" : " " }

  private func isDone(_ value: HabitDayValue) -> Bool {
    guard case .amount(let amount) = value else { return false }
    guard kind == .count, let target else { return amount > 0 }
    return target.direction == .atLeast
      ? amount >= target.thousandths : amount <= target.thousandths
  }

  private func amountSentence(_ amount: Int64) -> String {
    let number = decimalText(thousandths: amount)
    guard let target else {
      let text = ScheduleDisplay.amount(amount, of: nil, in: language)
      return sentence("\(name): \(text)", "\(name)は\(text)です")
    }
    let goal = ScheduleDisplay.amount(target.thousandths, of: target.unit, in: language)
    switch target.direction {
    case .atLeast: return sentence("\(name): \(number) of \(goal)", "\(name)は\(goal)のうち\(number)です")
    case .atMost:
      return sentence("\(name): \(number) of at most \(goal)", "\(name)は\(goal)までのうち\(number)です")
    }
  }

  /// A sentence that tells the day, unless it is today.
  private func sentence(_ english: String, _ japanese: String) -> String {
    switch (language, day) {
    case (.en, nil): "\(english)."
    case (.ja, nil): "\(japanese)。"
    case (.en, let day?): "\(english), \(Self.text(day, in: .en))."
    case (.ja, let day?): "\(Self.text(day, in: .ja))の\(japanese)。"
    }
  }

  /// `Nov 30, 2026`, `2026年11月30日`
  static func text(_ day: LocalDay, in language: Language) -> String {
    let (year, month, date) = day.components
    switch language {
    case .en: return "\(englishMonths[month - 1]) \(date), \(year)"
    case .ja: return "\(year)年\(month)月\(date)日"
    }
  }

  private static let englishMonths = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
