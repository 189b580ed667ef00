internal import KirokuCore

/// When the acts of one envelope took place, as far as their client said.
///
/// Equal times are spaced by 1 µs, in the envelope's order. Then, should the newest lie in the future, all are moved
/// down together so that it is now: what a client did first stays first, however wrong its clock.
struct EnvelopeTimes: Equatable {
  /// Nil where no time was given.
  private(set) var actedAt: [Instant?]
  /// By how much they were moved down.
  private(set) var shiftMicroseconds: Int64 = 0

  init(_ given: [Instant?], now: Instant) {
    actedAt = given
    let order = given.indices.filter { given[$0] != nil }.sorted {
      (given[$0] ?? now, $0) < (given[$1] ?? now, $1)
    }
    var last: Instant?
    for index in order {
      guard let time = given[index] else { continue }
      let spaced = last.map { max(time, $0.advanced(byMicroseconds: 1)) } ?? time
      actedAt[index] = spaced
      last = spaced
    }
    guard let newest = last, newest > now else { return }
    shiftMicroseconds = newest.unixMicroseconds - now.unixMicroseconds
    for index in order {
      actedAt[index] = actedAt[index]?.advanced(byMicroseconds: -shiftMicroseconds)
    }
  }
}
