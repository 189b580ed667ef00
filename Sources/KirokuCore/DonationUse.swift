/// How often each intent was donated and performed, day by day.
public struct DonationUse: Sendable, Equatable {
  /// By day, then by intent; without days on which there was neither.
  public let rows: [Row]

  public init(rows: [Row]) {
    self.rows = rows.sorted { ($0.day, $0.intent) < ($1.day, $1.intent) }
  }

  public struct Row: Sendable, Hashable {
    public let day: LocalDay
    public let intent: String
    public let donated: Int
    /// People who donated it.
    public let donors: Int
    /// All that was performed, undone or not.
    public let performed: Int
    /// People who performed it.
    public let performers: Int
    /// How much of `performed` was undone.
    public let undone: Int

    public init(
      day: LocalDay, intent: String, donated: Int, donors: Int, performed: Int, performers: Int,
      undone: Int
    ) {
      self.day = day
      self.intent = intent
      self.donated = donated
      self.donors = donors
      self.performed = performed
      self.performers = performers
      self.undone = undone
    }
  }
}

extension DonationUse {
  /// What people donated and performed on the local days in a range. What the database computes is held to this.
  public init(of people: [MeasuredPerson], in days: Range<LocalDay>) {
    struct Key: Hashable {
      let day: LocalDay
      let intent: String
    }
    var acts: [Key: [(person: Int, act: MeasuredPerson.Act)]] = [:]
    for (index, person) in people.enumerated() {
      for act in person.acts where days.contains(act.day) && !act.intent.isEmpty {
        acts[Key(day: act.day, intent: act.intent), default: []].append((index, act))
      }
    }
    self.init(
      rows: acts.map { key, acts in
        let donated = acts.filter { $0.act.kind == .donated }
        let performed = acts.filter { $0.act.kind == .performed }
        return Row(
          day: key.day, intent: key.intent, donated: donated.count,
          donors: Set(donated.map(\.person)).count, performed: performed.count,
          performers: Set(performed.map(\.person)).count,
          undone: performed.filter(\.act.isUndone).count)
      })
  }
}
