internal import HTTPCore
internal import KirokuCore

/// A whole page: what is around the content, and the header fields that keep it private and harmless.
struct Page {
  let title: String
  let text: PageText
  var status: Status = .ok
  /// Whether somebody is signed in, who can sign out.
  var isSignedIn = false
  /// Links to the page's parts.
  var sections: [(id: String, name: String)] = []
  let content: HTML

  func response() -> Response {
    var response = Response(status, headers: Self.headers(in: text.language))
    response.body = .bytes(Array(html.text.utf8))
    return response
  }

  private var html: HTML {
    """
    <!doctype html>
    <html lang="\(text.language.rawValue)">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>\(title) · Kiroku</title>
    <link rel="icon" href="/dashboard/icon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/dashboard/style.css">
    </head>
    <body>
    <a class="skip" href="#content">\(text("Skip to content", "本文へ移動"))</a>
    <header class="bar">
    <p class="brand"><svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true"><path \
    class="mark" d="M3 16.5 9 10l4 4 8-8.5"/><circle class="mark-dot" cx="21" cy="5.5" \
    r="2.5"/></svg>Kiroku<span lang="ja">記録</span></p>
    \(navigation)\(signOut)
    </header>
    <main id="content" tabindex="-1">
    \(content)
    </main>
    </body>
    </html>

    """
  }

  private var navigation: HTML {
    guard !sections.isEmpty else { return "" }
    let links = sections.map { "<li><a href=\"#\($0.id)\">\($0.name)</a></li>" as HTML }
    return """
      <nav class="sections" aria-label="\(text("Parts of this page", "ページ内の項目"))">\
      <ul>\(links.joined())</ul></nav>

      """
  }

  private var signOut: HTML {
    guard isSignedIn else { return "" }
    return """
      <form method="post" action="/dashboard/sign-out"><button class="quiet">\
      \(text("Sign out", "サインアウト"))</button></form>
      """
  }

  /// Nothing runs, nothing is fetched from elsewhere, nobody frames it, no cache keeps it, and no other address learns
  /// where the reader came from.
  ///
  /// The referrer policy is not `no-referrer`: then browsers would send `Origin: null` with our own forms.
  static func headers(in language: Language) -> HeaderBlock {
    var headers = HeaderBlock()
    headers.append(.contentType, "text/html; charset=utf-8")
    headers.append(.contentLanguage, language.rawValue)
    headers.append(.vary, "Cookie, Accept-Language")
    headers.append(.cacheControl, "no-store")
    headers.append(
      .contentSecurityPolicy,
      "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; "
        + "frame-ancestors 'none'; base-uri 'none'")
    headers.append(.contentTypeOptions, "nosniff")
    headers.append(.referrerPolicy, "same-origin")
    headers.append(.crossOriginOpenerPolicy, "same-origin")
    headers.append(.crossOriginResourcePolicy, "same-origin")
    return headers
  }
}

extension FieldName {
  static let referrerPolicy = FieldName("Referrer-Policy")
  static let crossOriginOpenerPolicy = FieldName("Cross-Origin-Opener-Policy")
  static let crossOriginResourcePolicy = FieldName("Cross-Origin-Resource-Policy")
}
