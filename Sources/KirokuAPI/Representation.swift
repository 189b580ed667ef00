internal import HTTPCore
internal import JSON
internal import KirokuCore
internal import KirokuStore

/// The entity tag of what a caller reads (RFC 9110 §8.8.3): `"rev-hash"`.
///
/// The rev is the record's, or the account's for a list. The hash is of all else that decides the
/// bytes: the database's epoch, the language, the version of the shape, and where it matters the person's day.
enum Representation {
  /// Raised whenever the shape of an answer changes.
  private static let version: UInt8 = 1

  /// - Parameter detail: what else decides the bytes; 0 is nothing.
  static func tag(
    rev: Int64, of account: Account, in language: Language, detail: UInt64 = 0
  ) -> EntityTag {
    // FNV-1a with 64 bits: the same on every replica and after every restart.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func mix(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      mix(UInt8(truncatingIfNeeded: account.epoch >> Int64(shift)))
    }
    for byte in language.rawValue.utf8 { mix(byte) }
    mix(version)
    if detail != 0 {
      for shift in stride(from: UInt64(0), to: 64, by: 8) {
        mix(UInt8(truncatingIfNeeded: detail >> shift))
      }
    }
    var text: [UInt8] = []
    text.reserveCapacity(JSONText.maxNumberBytes + 17)
    text.append(addingCapacity: JSONText.maxNumberBytes + 17) { output in
      JSONText.append(rev, to: &output)
      output.append(UInt8(ascii: "-"))
      var shift = max(0, (hash.bitWidth - hash.leadingZeroBitCount + 3) / 4 * 4 - 4)
      while shift >= 0 {
        let digit = UInt8(truncatingIfNeeded: hash &>> UInt64(shift)) & 0xF
        output.append(digit &+ (digit < 10 ? 0x30 : 0x57))
        shift -= 4
      }
    }
    return EntityTag(String(decoding: text, as: UTF8.self))
  }

  /// Of an answer that depends on a day.
  static func tag(
    rev: Int64, of account: Account, in language: Language, on day: LocalDay?
  ) -> EntityTag {
    let detail = day.map { UInt64(UInt32(bitPattern: $0.unixDays)) | 1 << 32 }
    return tag(rev: rev, of: account, in: language, detail: detail ?? 0)
  }
}

extension Call {
  /// Answers a read in JSON: 304 where the client has this representation already.
  func read(
    _ tag: EntityTag, in language: Language, capacity: Int, link: String? = nil,
    _ write: (inout JSONWriter) -> Void
  ) -> Response {
    var headers = CommonHeaders.json(in: language)
    if let link { headers.append(.link, link) }
    return read(tag, headers) {
      var writer = JSONWriter(capacity: capacity)
      write(&writer)
      return writer.bytes
    }
  }

  /// Answers a read: 304 where the client has this representation already.
  func read(_ tag: EntityTag, _ headers: HeaderBlock, _ body: () -> [UInt8]) -> Response {
    var headers = headers
    headers.append(tag)
    if has(tag) { return Response(.notModified, headers: headers) }
    return Response(.ok, headers: headers, body: .bytes(body()))
  }

  /// Whether the client has a representation already (RFC 9110 §13.1.2).
  func has(_ tag: EntityTag) -> Bool {
    let has = request.head.withList(of: .ifNoneMatch) { value in
      EntityTagCondition(value)?.matchesWeakly(tag) ?? false
    }
    return has == true
  }
}
