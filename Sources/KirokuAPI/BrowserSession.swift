internal import HTTPCore
internal import KirokuCore
internal import KirokuStore

/// What a request's cookie says of who is signed in.
enum BrowserSession {
  case held(SessionSecret)
  /// There is a cookie of ours, with something in it that was never a session.
  case broken
}

extension Call {
  private static let cookieName = "kiroku_session"

  /// The session in the browser's cookie; nil without one.
  var session: BrowserSession? {
    for value in request.head.values(of: .cookie) {
      for pair in value.split(separator: ";") {
        let pair = pair.drop { $0 == " " }
        guard pair.hasPrefix(Self.cookieName + "=") else { continue }
        let text = Array(pair.dropFirst(Self.cookieName.count + 1).utf8)
        return SessionSecret(utf8: text.span).map { .held($0) } ?? .broken
      }
    }
    return nil
  }

  /// What puts a session in the browser, for as long as it holds, or takes it out (RFC 6265 §4.1).
  ///
  /// It goes to the pages alone, no script reads it, and no request that another site began carries it.
  func cookie(holding secret: SessionSecret?) -> String {
    let value = secret?.text ?? ""
    let seconds = secret == nil ? 0 : DashboardSessionStore.hours * 3_600
    var cookie =
      "\(Self.cookieName)=\(value); Path=/dashboard; Max-Age=\(seconds); HttpOnly; SameSite=Strict"
    if isSecure { cookie += "; Secure" }
    return cookie
  }

  /// Whether the browser speaks TLS with whoever it speaks with: what it says of our own page's origin, or what a trusted
  /// proxy says of the request.
  private var isSecure: Bool {
    if request.head.value(of: .origin)?.hasPrefix("https://") == true { return true }
    return environment.trustedProxies.isSecure(request)
  }

  /// Refuses a form that another site's page sends. The cookie's `SameSite=Strict` keeps such a form from acting for whoever is
  /// signed in; this keeps it from signing somebody in as well.
  ///
  /// Browsers say where a request comes from in `Sec-Fetch-Site` (Fetch Metadata), without TLS in `Origin` alone. What says
  /// neither is no browser.
  func checkSameOrigin() throws(Problem) {
    let head = request.head
    if let site = head.value(of: .fetchSite) {
      guard site == "same-origin", head.count(of: .fetchSite) == 1 else { throw .crossSite }
      return
    }
    guard let origin = head.value(of: .origin) else { return }
    let host = head.value(of: .host) ?? ""
    guard head.count(of: .origin) == 1,
      origin == "https://" + host || origin == "http://" + host
    else { throw .crossSite }
  }

  /// To the dashboard, by a GET (RFC 9110 §15.4.4).
  func seeDashboard(cookie: String) -> Response {
    let language = requestedLanguage ?? .en
    var response = Response(.seeOther, headers: Page.headers(in: language))
    response.headers.append(.location, "/dashboard")
    response.headers.append(.setCookie, cookie)
    return response
  }

  /// The fields of a form as browsers send it (`application/x-www-form-urlencoded`).
  ///
  /// - Throws: 413, 415, 400, in this order; 422 for parameters beside it.
  func form() async throws(Problem) -> QueryItems {
    if request.body.announcedBytes ?? 0 > Self.maxFormBytes { throw Problem(.bodyTooLarge) }
    let type = request.head.value(of: .contentType).flatMap(MediaType.init)
    guard let type, request.head.count(of: .contentType) == 1,
      type.isUTF8("application/x-www-form-urlencoded")
    else {
      throw Problem(.unsupportedMediaType).with(.accept, "application/x-www-form-urlencoded")
    }
    try QueryReader.checkEmpty(self)
    let bytes: [UInt8]
    do throws(BodyError) {
      bytes = try await request.body.collect(upTo: Self.maxFormBytes)
    } catch {
      switch error {
      case .tooLarge: throw Problem(.bodyTooLarge)
      case .timedOut: throw Problem(.bodyTimeout)
      case .malformed, .disconnected: throw Problem(.malformedBody)
      }
    }
    let items = QueryItems(bytes.span)
    guard items.faults.isEmpty else { throw Problem(.malformedBody) }
    return items
  }

  /// A token and its name in a form, many times over.
  private static let maxFormBytes = 4_096
}

extension QueryReader {
  /// Refuses every parameter, where there are none.
  static func checkEmpty(_ call: Call) throws(Problem) {
    var reader = try QueryReader(call)
    try reader.finish(ignoringUnknown: call.isLenient)
  }
}

extension Call {
  /// For a session that is none, or no more: the browser forgets it.
  var sessionOver: Problem { Problem.tokenInvalid.with(.setCookie, cookie(holding: nil)) }
}

extension Problem {
  static var crossSite: Problem { Problem(.crossSiteRequest) }
}

extension FieldName {
  static let cookie = FieldName("Cookie")
  static let setCookie = FieldName("Set-Cookie")
  static let origin = FieldName("Origin")
  static let fetchSite = FieldName("Sec-Fetch-Site")
}
