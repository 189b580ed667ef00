internal import HTTPCore
internal import KirokuCore
internal import KirokuStore

/// Where a token is pasted in.
struct SignInPage {
  let text: PageText
  var status: Status = .ok
  /// Why one has to sign in (again); nil at a first visit.
  var reason: String?

  func response() -> Response {
    Page(title: text("Sign in", "サインイン"), text: text, status: status, content: content)
      .response()
  }

  private var content: HTML {
    """
    <div class="card narrow">
    <h1>\(text("Sign in", "サインイン"))</h1>
    \(alert)\
    <form method="post" action="/dashboard" class="sign-in">
    \(keeperOfPasswords)
    <label for="token">\(text("Token", "トークン"))</label>
    <input id="token" name="token" type="password" required autocomplete="current-password" \
    autocapitalize="off" spellcheck="false" maxlength="\(maxTokenLength)" \
    \(description)>
    <p id="token-help" class="small">\(help)</p>
    <button>\(text("Sign in", "サインイン"))</button>
    </form>
    \(waysToGetOne)
    </div>
    """
  }

  /// A keeper of passwords asks for a name to keep this one under. The server does not look at it.
  private var keeperOfPasswords: HTML {
    "<input type=\"text\" name=\"user\" value=\"Kiroku\" autocomplete=\"username\" hidden>"
  }

  /// Longer than any token with the spaces that come with a copy.
  private var maxTokenLength: Int { 200 }

  private var alert: HTML {
    guard let reason else { return "" }
    return "<p id=\"token-error\" class=\"notice\" role=\"alert\">\(reason)</p>\n"
  }

  private var description: HTML {
    reason == nil
      ? "aria-describedby=\"token-help\""
      : "aria-invalid=\"true\" aria-describedby=\"token-error token-help\""
  }

  private var help: String {
    text(
      "It begins with krk_. This browser stays signed in for \(DashboardSessionStore.hours) hours; the token itself is not kept here.",
      "krk_ で始まる文字列です。このブラウザーは\(DashboardSessionStore.hours)時間サインインしたままになります。トークン自体は保存されません。")
  }

  private var waysToGetOne: HTML {
    """
    <h2>\(text("Where do I get one?", "トークンの入手方法"))</h2>
    <dl class="ways">
    <dt>\(text("To see how intents are used", "インテントの利用状況を見る"))</dt>
    <dd>\(text("Whoever runs the server makes a token of analytics:", "サーバーの管理者が分析用トークンを作ります："))
    <code class="block">kiroku token create --scope analytics</code></dd>
    <dt>\(text("To see your own weight and habits", "自分の体重と習慣を見る"))</dt>
    <dd>\(text(
      "A token of your account with the scope read or app: from the app, or from the server's command line:",
      "スコープが read または app のアカウントのトークンを使います。アプリか、サーバーのコマンドで作れます："))
    <code class="block">kiroku token create --account ID --scope read</code></dd>
    </dl>
    """
  }
}
