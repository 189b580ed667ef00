internal import JSON
internal import KirokuCore
internal import KirokuStore

/// The JSON form of a token.
enum TokenJSON {
  /// What a writer reserves for each.
  static let typicalBytes = 224

  /// - Parameters:
  ///   - secret: shown once, where the token was just issued.
  ///   - isCurrent: whether it is the one that asks; nil where none does.
  static func write(
    _ token: IssuedToken, secret: TokenSecret? = nil, isCurrent: Bool? = nil,
    to writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.key("id")
    writer.plainString(token.id.append)
    writer.key("scope")
    writer.string(token.scope.rawValue)
    writer.key("label")
    writer.optionalString(token.label)
    writer.key("createdAt")
    writer.plainString(token.createdAt.append)
    writer.key("lastUsedAt")
    if let lastUsedAt = token.lastUsedAt {
      writer.plainString(lastUsedAt.append)
    } else {
      writer.null()
    }
    if let isCurrent {
      writer.key("current")
      writer.bool(isCurrent)
    }
    if let secret {
      writer.key("secret")
      writer.string(secret.text)
    }
    writer.endObject()
  }
}
