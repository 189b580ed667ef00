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

  init(_ acts: [Act], now: Instant) {
    actedAt = acts.map(\.actedAt)
    // The same operation twice is one act.
    var first: [UUIDBytes: Int] = [:]
    for (index, act) in acts.enumerated() where first[act.operationID] == nil {
      first[act.operationID] = index
    }
    let order = acts.indices.filter { first[acts[$0].operationID] == $0 }
      .compactMap { index in acts[index].actedAt.map { (time: $0, index: index) } }
      .sorted { ($0.time, $0.index) < ($1.time, $1.index) }
    var last: Instant?
    for (time, index) in order {
      let spaced = last.map { max(time, $0.advanced(byMicroseconds: 1)) } ?? time
      actedAt[index] = spaced
      last = spaced
    }
    if let newest = last, newest > now {
      shiftMicroseconds = newest.unixMicroseconds - now.unixMicroseconds
    }
    for (_, index) in order {
      actedAt[index] = actedAt[index]?.advanced(byMicroseconds: -shiftMicroseconds)
    }
    for (index, act) in acts.enumerated() {
      actedAt[index] = first[act.operationID].flatMap { actedAt[$0] }
    }
  }
}
