internal import AsyncSockets
internal import HTTPCore

/// Makes ids for requests that bring none: unique enough to find one request in a log, short enough to need no
/// allocation (a Swift string of at most 15 bytes lies inline).
struct RequestIDSource {
  private var state: UInt64
  private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

  init(seed: UInt64) {
    state = seed
  }

  /// 13 characters of Crockford's base 32.
  mutating func next() -> String {
    // SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    mixed ^= mixed >> 31
    var characters = InlineArray<13, UInt8>(repeating: 0)
    for place in characters.indices {
      characters[place] = Self.alphabet[Int(mixed & 31)]
      mixed >>= 5
    }
    guard let text = try? UTF8Span(validating: characters.span) else { return "" }
    return String(copying: text)
  }

  /// Whether an `X-Request-Id` that a client sent is taken over: 1…64 letters, digits, `-`, `_`, `.`.
  static func accepts(_ id: String) -> Bool {
    let bytes = id.utf8
    return (1...64).contains(bytes.count)
      && bytes.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
          UInt8(ascii: "."):
          true
        default: false
        }
      }
  }
}

/// The value of the `Date` field (RFC 9110 §6.6.1), rendered once a second.
struct DateHeader {
  let rendered: [UInt8]
  let validUntil: MonotonicTime

  init(at now: MonotonicTime) {
    let microseconds = WallClock.unixMicroseconds()
    rendered = HTTPDate.bytes(unixSeconds: microseconds / 1_000_000)
    validUntil = now + .microseconds(1_000_000 - microseconds % 1_000_000)
  }
}
