internal import Glibc
internal import Synchronization

/// Random bytes of the kernel's (`getentropy(3)`), taken many at a time: a system call for each of the numbers of an id
/// costs a write as much as its JSON does.
final class RandomReserve: Sendable {
  /// Words that are taken at once, the most that one call gives: 256 bytes.
  private static let wordCount = 32

  private let words = Mutex<[UInt64]>([])

  /// No word is given twice.
  func next() -> UInt64 {
    words.withLock { words in
      if words.isEmpty { Self.fill(&words) }
      return words.popLast() ?? Self.single()
    }
  }

  private static func fill(_ words: inout [UInt64]) {
    words.append(contentsOf: repeatElement(0, count: wordCount))
    let failed = unsafe words.withUnsafeMutableBytes { unsafe getentropy($0.baseAddress, $0.count) }
    // Where the kernel refuses, the standard library knows other ways.
    if failed != 0 { words = [] }
  }

  private static func single() -> UInt64 {
    var generator = SystemRandomNumberGenerator()
    return generator.next()
  }
}

/// A generator that draws on a reserve.
struct ReservedRandom: RandomNumberGenerator {
  let reserve: RandomReserve

  func next() -> UInt64 { reserve.next() }
}
