/// What the measures look at of one person.
///
/// Days are the person's local ones, each as it was where they acted.
public struct MeasuredPerson: Sendable {
  /// When the account was made, and the local day of that: day 0.
  public let madeAt: Instant
  public let firstDay: LocalDay
  /// The person's local day now.
  public let today: LocalDay
  public let acts: [Act]
  /// Days with a write of one's own or an `app_open`; a read is neither.
  public let presentDays: Set<LocalDay>

  public init(
    madeAt: Instant, firstDay: LocalDay, today: LocalDay, acts: [Act], presentDays: Set<LocalDay>
  ) {
    self.madeAt = madeAt
    self.firstDay = firstDay
    self.today = today
    self.acts = acts
    self.presentDays = presentDays
  }

  /// An intent that was performed, or donated.
  public struct Act: Hashable, Sendable {
    public let kind: Kind
    public let at: Instant
    public let day: LocalDay
    public let intent: String
    /// Nil where the client did not say.
    public let source: Source?
    /// Whether the act was undone afterwards.
    public let isUndone: Bool

    public init(
      _ kind: Kind, at: Instant, day: LocalDay, intent: String, source: Source?,
      isUndone: Bool = false
    ) {
      self.kind = kind
      self.at = at
      self.day = day
      self.intent = intent
      self.source = source
      self.isUndone = isUndone
    }
  }

  public enum Kind: Hashable, Sendable {
    case performed
    case donated
  }

  /// The days of the first week: day 0 is that on which the account was made.
  public static let firstWeek = 0..<7
}

/// When an act was, as the funnel sees it: by local day, then by time. Of a person who travels west a later act may be
/// of an earlier day; what is said of days 0–6 goes by days.
struct ActMoment: Comparable {
  /// Days after day 0.
  let day: Int
  /// Whole seconds after the account was made; 0 for what was uploaded from before.
  let seconds: Int

  init(_ act: MeasuredPerson.Act, of person: MeasuredPerson) {
    day = Int(act.day.unixDays) - Int(person.firstDay.unixDays)
    let microseconds = act.at.unixMicroseconds - person.madeAt.unixMicroseconds
    seconds = max(0, Int(microseconds / 1_000_000))
  }

  static func < (left: ActMoment, right: ActMoment) -> Bool {
    (left.day, left.seconds) < (right.day, right.seconds)
  }
}
