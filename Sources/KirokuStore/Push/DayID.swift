internal import KirokuCore

/// A day of a habit, as a key.
struct DayID: Hashable, Sendable {
  let habit: UUIDBytes
  let day: LocalDay

  var reference: RecordReference { .day(habit: habit, day) }
}
