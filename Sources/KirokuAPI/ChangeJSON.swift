internal import JSON
internal import KirokuCore
internal import KirokuStore

/// The JSON form of changes, as the feed and the results of sync have it.
enum ChangeJSON {
  /// The members of a page: from `changes` to `shortcutsVersion`.
  static func writeMembers(of page: FeedPage, in language: Language, to writer: inout JSONWriter) {
    writer.key("changes")
    writer.beginArray()
    for change in page.changes { write(change, on: page.today, in: language, to: &writer) }
    writer.endArray()
    writer.key("cursor")
    writer.string(ChangeCursor.text(of: page.next))
    writer.key("hasMore")
    writer.bool(page.hasMore)
    writer.key("fullSync")
    writer.bool(page.isFullSync)
    writer.key("serverTime")
    writer.plainString(page.serverTime.append)
    writer.key("shortcutsVersion")
    writer.string(page.shortcutsVersion)
  }

  /// What a writer reserves for a page.
  static func capacity(for page: FeedPage) -> Int {
    page.changes.count * (WeightEntryJSON.typicalBytes + 160) + 2048
  }

  /// - Parameter today: the person's day.
  static func write(
    _ change: FeedChange, on today: LocalDay, in language: Language, to writer: inout JSONWriter
  ) {
    writer.beginObject()
    writeReference(change.record, to: &writer)
    writer.key("rev")
    writer.integer(change.rev)
    writer.key("version")
    writer.plainString(change.version.append)
    writer.key("deleted")
    writer.bool(change.isDeleted)
    writer.key("value")
    switch change.value {
    case .entry(let entry): WeightEntryJSON.write(entry, in: language, to: &writer)
    case .habit(let habit): HabitJSON.write(habit, on: today, in: language, to: &writer)
    case .day(let day, let habit): HabitDayJSON.write(day, of: habit, to: &writer)
    case .donation(let donation): DonationJSON.write(donation, to: &writer)
    case .deleted: writer.null()
    case .deletedDonation(let identifier):
      writer.null()
      writer.key("donationIdentifier")
      writer.string(identifier)
    }
    writer.endObject()
  }

  /// The members `type` and `id`; a day's id is `HABIT/DAY`.
  private static func writeReference(_ record: FeedChange.Record, to writer: inout JSONWriter) {
    writer.key("type")
    switch record {
    case .entry(let id):
      writer.string("entry")
      writer.key("id")
      writer.plainString(id.append)
    case .habit(let id):
      writer.string("habit")
      writer.key("id")
      writer.plainString(id.append)
    case .day(let habit, let day):
      writer.string("day")
      writer.key("id")
      writer.string("\(habit)/\(day)")
    case .donation(let id):
      writer.string("donation")
      writer.key("id")
      writer.plainString(id.append)
    }
  }
}

extension FeedChange {
  fileprivate var isDeleted: Bool {
    switch value {
    case .deleted, .deletedDonation: true
    case .entry, .habit, .day, .donation: false
    }
  }
}
