internal import HTTPCore
internal import KirokuCore

/// The fields that every answer of a kind carries, rendered once.
enum CommonHeaders {
  /// Of an answer in JSON that depends on the caller's token and language.
  static func json(in language: Language) -> HeaderBlock {
    switch language {
    case .en: jsonEnglish
    case .ja: jsonJapanese
    }
  }

  /// Of an answer in JSON that depends on where the person is and which client asks as well.
  static func dated(in language: Language) -> HeaderBlock {
    switch language {
    case .en: datedEnglish
    case .ja: datedJapanese
    }
  }

  static func problem(in language: Language) -> HeaderBlock {
    switch language {
    case .en: problemEnglish
    case .ja: problemJapanese
    }
  }

  /// Of an answer that holds a secret: nobody keeps it (RFC 9111 §5.2.2.5).
  static func secret(in language: Language) -> HeaderBlock {
    block("application/json", language, cacheControl: "no-store")
  }

  /// Of a picture. What somebody typed is no part of one, and if it ever were, it could neither run
  /// nor fetch anything.
  static func picture(in language: Language) -> HeaderBlock {
    var headers = block("image/svg+xml", language)
    headers.append(.contentSecurityPolicy, "default-src 'none'; style-src 'unsafe-inline'")
    return headers
  }

  /// Of a table, where the client may ask for JSON as well (RFC 4180, RFC 7111).
  static func table(_ contentType: String, in language: Language) -> HeaderBlock {
    block(contentType, language, vary: "Authorization, Accept, Accept-Language")
  }

  private static let jsonEnglish = block("application/json", .en)
  private static let jsonJapanese = block("application/json", .ja)
  private static let datedEnglish = block("application/json", .en, vary: datedVary)
  private static let datedJapanese = block("application/json", .ja, vary: datedVary)
  private static let datedVary =
    "Authorization, Accept-Language, Kiroku-Time-Zone, Kiroku-Client-Id"
  private static let problemEnglish = block("application/problem+json", .en)
  private static let problemJapanese = block("application/problem+json", .ja)

  private static func block(
    _ contentType: String, _ language: Language, cacheControl: String = "private, no-cache",
    vary: String = "Authorization, Accept-Language"
  ) -> HeaderBlock {
    var headers = HeaderBlock()
    headers.append(.contentType, contentType)
    headers.append(.contentLanguage, language.rawValue)
    headers.append(.vary, vary)
    headers.append(.cacheControl, cacheControl)
    headers.append(.contentTypeOptions, "nosniff")
    return headers
  }
}

extension FieldName {
  static let contentEncoding = FieldName("Content-Encoding")
  static let acceptEncoding = FieldName("Accept-Encoding")
  static let contentSecurityPolicy = FieldName("Content-Security-Policy")
  static let contentTypeOptions = FieldName("X-Content-Type-Options")
  static let accelBuffering = FieldName("X-Accel-Buffering")
  static let lastEventID = FieldName("Last-Event-ID")
  static let rateLimitPolicy = FieldName("RateLimit-Policy")
  static let rateLimit = FieldName("RateLimit")
  static let replayed = FieldName("Idempotency-Replayed")
  static let preferenceApplied = FieldName("Preference-Applied")
  static let ignoredFields = FieldName("Kiroku-Ignored-Fields")
  static let actedAt = FieldName("Kiroku-Acted-At")
  static let clockOffset = FieldName("Kiroku-Clock-Offset-Ms")
  static let seen = FieldName("Kiroku-Seen")
  static let clientID = FieldName("Kiroku-Client-Id")
  static let source = FieldName("Kiroku-Source")
  static let intent = FieldName("Kiroku-Intent")
  static let sessionID = FieldName("Kiroku-Session-Id")
  static let timeZone = FieldName("Kiroku-Time-Zone")
}
