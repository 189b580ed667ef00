internal import HTTPCore
internal import KirokuCore

/// What a page says when there is nothing else to show: a refusal, in the words that the API has for it.
struct MessagePage {
  let problem: Problem
  let requestID: String
  let text: PageText

  func response() -> Response {
    var response =
      switch problem.code.status {
      case .unauthorized:
        SignInPage(text: text, status: .unauthorized, reason: reason).response()
      // Whoever is signed in may see all that there is: it is a token that was pasted.
      case _ where problem.code == .insufficientScope:
        SignInPage(text: text, status: .forbidden, reason: otherScope).response()
      default:
        Page(
          title: problem.code.title(in: text.language), text: text, status: problem.code.status,
          content: content
        ).response()
      }
    for (name, value) in problem.headers { response.headers.append(name, value) }
    return response
  }

  private var reason: String {
    // Where a cookie is taken back, there was a session.
    problem.headers.contains { $0.name == .setCookie }
      ? text("Your session is over. Please sign in again.", "セッションが終了しました。もう一度サインインしてください。")
      : text(
        "This token is not valid. Check that you copied all of it.",
        "このトークンは無効です。全体をコピーしたかご確認ください。")
  }

  private var otherScope: String {
    text(
      "This token may not look at the dashboard. Use one with the scope app, read or analytics.",
      "このトークンではダッシュボードを見られません。スコープが app・read・analytics のいずれかのトークンをお使いください。")
  }

  private var content: HTML {
    """
    <div class="card narrow">
    <p class="code" aria-hidden="true">\(problem.code.status.code)</p>
    <h1>\(problem.code.title(in: text.language))</h1>
    <p>\(detail)</p>
    <p><a class="action" href="/dashboard">\(text("To the dashboard", "ダッシュボードへ"))</a></p>
    <p class="small">\(text("Request", "リクエスト")) <code>\(requestID)</code></p>
    </div>
    """
  }

  private var detail: String {
    // The API's words for this one are about JSON.
    problem.code == .unsupportedMediaType
      ? text("Send the form of the sign-in page.", "サインインページのフォームから送ってください。")
      : problem.detail(in: text.language)
  }
}
