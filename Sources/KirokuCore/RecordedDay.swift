/// A day with what was recorded for it.
struct RecordedDay: Hashable, Sendable {
  let day: LocalDay
  let value: HabitDayValue
}

extension [RecordedDay] {
  /// Days in order, cut wherever more than so many lie between two of them.
  func stretches(apart days: Int) -> [ArraySlice<RecordedDay>] {
    var stretches: [ArraySlice<RecordedDay>] = []
    var first = startIndex
    for index in indices {
      let isLast = index + 1 == endIndex
      if isLast || self[index].day.distance(to: self[index + 1].day) > days {
        stretches.append(self[first...index])
        first = index + 1
      }
    }
    return stretches
  }
}

extension ArraySlice<RecordedDay> {
  /// Of days in order, at least one; as the days since 1970.
  var firstDay: Int { first.map { Int($0.day.unixDays) } ?? 0 }
  var lastDay: Int { last.map { Int($0.day.unixDays) } ?? 0 }
}
