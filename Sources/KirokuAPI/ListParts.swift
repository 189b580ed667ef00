internal import HTTPCore

/// What makes a list: the parameters by which it is told from others, each in one spelling.
struct ListParts {
  let path: String
  let parts: [(name: String, value: String)]

  /// Tells this list from others, whatever spelling its query had.
  var id: UInt32 {
    var hash = Fingerprint()
    for (name, value) in parts {
      hash.mix(name.utf8)
      hash.mix(CollectionOfOne(0))
      hash.mix(value.utf8)
      hash.mix(CollectionOfOne(0))
    }
    return UInt32(truncatingIfNeeded: hash.value ^ hash.value >> 32)
  }

  /// The next page's path and query.
  func target(after cursor: String, limit: Int) -> String {
    var target = "\(path)?cursor=\(cursor)&limit=\(limit)"
    for (name, value) in parts { target += "&\(name)=" + percentEncoded(value) }
    return target
  }
}
