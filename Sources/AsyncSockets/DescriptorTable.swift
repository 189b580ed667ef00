/// The descriptors of one loop, and the deadline of each.
///
/// A key is a place in the table and that place's generation, so that an event which the kernel had already queued for
/// a closed descriptor never reaches its successor. Deadlines lie beside one another: looking through ten thousand of
/// them takes microseconds, so no timer structure is needed.
struct DescriptorTable {
  /// The key of the loop's own eventfd; no place can have it.
  static let wakeUpKey = UInt64.max

  private struct Place {
    var descriptor: Descriptor?
    var generation: UInt32 = 0
  }

  private var places: [Place] = []
  private var deadlines: [UInt64] = []
  private var free: [UInt32] = []
  private(set) var armedDeadlines = 0

  mutating func insert(_ descriptor: Descriptor) -> UInt64 {
    let place: Int
    if let reused = free.popLast() {
      place = Int(reused)
    } else {
      place = places.count
      places.append(Place())
      deadlines.append(.max)
    }
    places[place].descriptor = descriptor
    return UInt64(places[place].generation) << 32 | UInt64(place)
  }

  mutating func remove(_ key: UInt64) {
    let place = Int(key & 0xffff_ffff)
    guard descriptor(for: key) != nil else { return }
    setDeadline(.distantFuture, for: key)
    places[place].descriptor = nil
    places[place].generation &+= 1
    free.append(UInt32(place))
  }

  func descriptor(for key: UInt64) -> Descriptor? {
    let place = Int(key & 0xffff_ffff)
    guard place < places.count, places[place].generation == UInt32(key >> 32) else { return nil }
    return places[place].descriptor
  }

  mutating func setDeadline(_ deadline: MonotonicTime, for key: UInt64) {
    let place = Int(key & 0xffff_ffff)
    if deadlines[place] != .max { armedDeadlines -= 1 }
    if deadline != .distantFuture { armedDeadlines += 1 }
    deadlines[place] = deadline.nanoseconds
  }

  /// The descriptors whose deadline is `now` or earlier; their deadlines are cleared.
  mutating func takeDue(_ now: MonotonicTime) -> [Descriptor] {
    guard armedDeadlines > 0 else { return [] }
    var due: [Descriptor] = []
    for place in deadlines.indices where deadlines[place] <= now.nanoseconds {
      deadlines[place] = .max
      armedDeadlines -= 1
      if let descriptor = places[place].descriptor { due.append(descriptor) }
    }
    return due
  }

  mutating func takeAll() -> [Descriptor] {
    let all = places.compactMap(\.descriptor)
    for place in places.indices { places[place].descriptor = nil }
    return all
  }
}
