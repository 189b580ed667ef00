/// The name of a header field, prepared once: lower case for comparing, as written for sending.
///
/// Make each name once (`static let`), since making one allocates:
/// `extension FieldName { static let clientID = FieldName("Kiroku-Client-Id") }`
public struct FieldName: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// `Content-Type: `, ready to be appended to a header block.
  let prefix: [UInt8]
  /// `content-type`.
  let lowercase: [UInt8]
  /// Whether the response encoder alone writes this field, because it decides the framing.
  let isWrittenByEncoder: Bool

  /// - Parameter name: a token (RFC 9110 §5.1); anything else is a fault of the program.
  public init(_ name: StaticString) { self.init(name.description) }
  public init(stringLiteral name: StaticString) { self.init(name.description) }

  private init(_ name: String) {
    let bytes = Array(name.utf8)
    precondition(!bytes.isEmpty && bytes.allSatisfy(\.isTokenByte), "no field name: \(name)")
    prefix = bytes + [.colon, .space]
    lowercase = bytes.map(\.lowercased)
    isWrittenByEncoder = [
      "connection", "content-length", "date", "keep-alive", "transfer-encoding",
    ].contains(String(decoding: lowercase, as: UTF8.self))
  }

  /// The name as written.
  public var description: String { String(decoding: prefix.dropLast(2), as: UTF8.self) }

  public static func == (left: FieldName, right: FieldName) -> Bool {
    left.lowercase == right.lowercase
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(lowercase) }
}

extension FieldName {
  public static let accept = FieldName("Accept")
  public static let acceptLanguage = FieldName("Accept-Language")
  public static let allow = FieldName("Allow")
  public static let authorization = FieldName("Authorization")
  public static let cacheControl = FieldName("Cache-Control")
  public static let connection = FieldName("Connection")
  public static let contentLanguage = FieldName("Content-Language")
  public static let contentLength = FieldName("Content-Length")
  public static let contentType = FieldName("Content-Type")
  public static let date = FieldName("Date")
  public static let etag = FieldName("ETag")
  public static let expect = FieldName("Expect")
  public static let forwardedFor = FieldName("X-Forwarded-For")
  public static let forwardedProto = FieldName("X-Forwarded-Proto")
  public static let host = FieldName("Host")
  public static let idempotencyKey = FieldName("Idempotency-Key")
  public static let ifMatch = FieldName("If-Match")
  public static let ifNoneMatch = FieldName("If-None-Match")
  public static let link = FieldName("Link")
  public static let location = FieldName("Location")
  public static let prefer = FieldName("Prefer")
  public static let requestID = FieldName("X-Request-Id")
  public static let retryAfter = FieldName("Retry-After")
  public static let transferEncoding = FieldName("Transfer-Encoding")
  public static let vary = FieldName("Vary")
  public static let wwwAuthenticate = FieldName("WWW-Authenticate")
}
