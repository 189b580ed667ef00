/// A problem's words in one language; both fit to be spoken.
struct ProblemWords {
  let title: String
  let detail: String

  init(_ title: String, _ detail: String) {
    self.title = title
    self.detail = detail
  }
}

extension ProblemCode {
  var english: ProblemWords {
    switch self {
    case .routeNotFound: .init("No such path", "There is nothing at this address.")
    case .notFound: .init("Not found", "This record doesn't exist.")
    case .methodNotAllowed: .init("Method not allowed", "This address can't be used that way.")
    case .notAcceptable:
      .init("Not acceptable", "The answer doesn't exist in a form that was asked for.")
    case .tokenMissing: .init("Token missing", "Please sign in: the request has no token.")
    case .tokenInvalid:
      .init("Token invalid", "Please sign in again: the token is not valid any more.")
    case .insufficientScope:
      .init("Not permitted", "This token isn't allowed to do that.")
    case .crossSiteRequest:
      .init("From another site", "A form that another site sends is not taken.")
    case .signUpClosed: .init("Sign-up closed", "This server takes no new accounts.")
    case .inviteInvalid: .init("Invitation needed", "This invitation isn't valid.")
    case .bodyTooLarge: .init("Too large", "What was sent is too large.")
    case .bodyTimeout: .init("Too slow", "The request took too long to arrive.")
    case .malformedBody: .init("Malformed body", "The request arrived damaged.")
    case .unsupportedMediaType: .init("Unsupported media type", "The request has to be JSON.")
    case .malformedJSON: .init("Malformed JSON", "The request isn't well-formed JSON.")
    case .malformedQuery: .init("Malformed query", "The address has a malformed parameter.")
    case .invalidFields: .init("Invalid values", "Some values can't be accepted.")
    case .idempotencyKeyReused:
      .init("Idempotency key reused", "This key was used before for something else.")
    case .preconditionFailed:
      .init("Changed meanwhile", "It was changed meanwhile. Please look at it again.")
    case .nothingToUndo: .init("Nothing to undo", "There is nothing to undo.")
    case .notUndoable: .init("Not undoable", "This can't be undone or redone.")
    case .undoExpired: .init("Too late to undo", "That was too long ago to be undone or redone.")
    case .operationExpired:
      .init("Settled", "That is part of the settled history and can't be undone any more.")
    case .actNotSaved:
      .init("Not saved yet", "That isn't saved yet. Please save it first.")
    case .donationNotApplicable:
      .init("Not to be donated", "Only what was done in the app itself is used for suggestions.")
    case .secretAlreadyUsed:
      .init("Already done", "This was done before, and the token that it gave has been used.")
    case .recoveryCodeInvalid:
      .init("Wrong recovery code", "This recovery code isn't valid, or not any more.")
    case .pairingCodeInvalid:
      .init("Wrong pairing code", "This pairing code isn't valid, or not any more.")
    case .syncCursorExpired:
      .init(
        "Sync starts over",
        "This device has been away for too long and has to load everything again.")
    case .tooManyStreams:
      .init(
        "Too many streams", "Too many devices wait for changes. Please close some of them first.")
    case .tooManyTokens:
      .init("Too many tokens", "The account has too many tokens. Please end some of them first.")
    case .tooManyFocusFilters:
      .init(
        "Too many Focus filters",
        "There are too many Focus filters. Please remove some of them first.")
    case .tooManyHabits:
      .init("Too many habits", "There are too many habits. Please delete some of them first.")
    case .malformedRequest:
      .init("Malformed request", "The request isn't well-formed HTTP.")
    case .requestTimeout: .init("Request timeout", "The request didn't arrive in time.")
    case .targetTooLong: .init("Address too long", "The address asked for is too long.")
    case .headerFieldsTooLarge:
      .init("Header too large", "The request's header or trailer is too large.")
    case .expectationFailed:
      .init("Expectation failed", "The request expects what this server doesn't do.")
    case .notImplemented:
      .init("Not implemented", "The request needs what this server doesn't know.")
    case .versionNotSupported:
      .init("Version not supported", "This server speaks HTTP/1.1 and HTTP/1.0 only.")
    case .rateLimited: .init("Too many requests", "Too many requests. Please try again later.")
    case .unavailable: .init("Unavailable", "The service isn't available. Please try again soon.")
    case .internalError: .init("Internal error", "Something went wrong on the server.")
    }
  }

  var japanese: ProblemWords {
    switch self {
    case .routeNotFound: .init("存在しないパス", "このアドレスには何もありません。")
    case .notFound: .init("見つかりません", "この記録は存在しません。")
    case .methodNotAllowed: .init("許可されていないメソッド", "このアドレスはその方法では使えません。")
    case .notAcceptable: .init("応答形式の不一致", "求められた形式では応答できません。")
    case .tokenMissing: .init("トークンなし", "サインインしてください。トークンがありません。")
    case .tokenInvalid: .init("無効なトークン", "もう一度サインインしてください。トークンが無効です。")
    case .insufficientScope: .init("権限不足", "このトークンではその操作はできません。")
    case .crossSiteRequest: .init("ほかのサイトからの送信", "ほかのサイトから送られたフォームは受け付けません。")
    case .signUpClosed: .init("登録停止中", "このサーバーでは新しいアカウントを作れません。")
    case .inviteInvalid: .init("招待が必要", "この招待コードは無効です。")
    case .bodyTooLarge: .init("大きすぎます", "送られたデータが大きすぎます。")
    case .bodyTimeout: .init("時間切れ", "データの到着に時間がかかりすぎました。")
    case .malformedBody: .init("壊れたデータ", "データが壊れて届きました。")
    case .unsupportedMediaType: .init("対応していない形式", "データはJSONで送ってください。")
    case .malformedJSON: .init("不正なJSON", "データが正しいJSONではありません。")
    case .malformedQuery: .init("不正なクエリ", "アドレスのパラメータが正しくありません。")
    case .invalidFields: .init("無効な値", "受け付けられない値があります。")
    case .idempotencyKeyReused: .init("キーの再利用", "このキーは別の内容にすでに使われています。")
    case .preconditionFailed: .init("変更済み", "ほかで変更されています。もう一度ご確認ください。")
    case .nothingToUndo: .init("取り消し対象なし", "取り消すものがありません。")
    case .notUndoable: .init("取り消し不可", "この操作は取り消しもやり直しもできません。")
    case .undoExpired: .init("期限切れ", "時間がたちすぎているため、取り消しもやり直しもできません。")
    case .operationExpired: .init("確定済み", "確定した履歴の一部なので、もう取り消せません。")
    case .actNotSaved: .init("未保存", "まだ保存されていません。先に保存してください。")
    case .donationNotApplicable:
      .init("提案の対象外", "アプリの画面で行った操作だけを提案に使います。")
    case .secretAlreadyUsed: .init("実行済み", "すでに行われていて、発行されたトークンも使用されています。")
    case .recoveryCodeInvalid: .init("復旧コードの誤り", "この復旧コードは正しくないか、もう使えません。")
    case .pairingCodeInvalid: .init("連携コードの誤り", "この連携コードは正しくないか、もう使えません。")
    case .syncCursorExpired:
      .init("同期のやり直し", "長い間同期されていなかったため、すべてを読み込み直す必要があります。")
    case .tooManyStreams: .init("接続が多すぎます", "変更を待つ接続が多すぎます。先に不要なものを閉じてください。")
    case .tooManyTokens: .init("トークンが多すぎます", "トークンが多すぎます。先に不要なものを削除してください。")
    case .tooManyFocusFilters:
      .init("集中モードのフィルターが多すぎます", "集中モードのフィルターが多すぎます。先に不要なものを削除してください。")
    case .tooManyHabits: .init("習慣が多すぎます", "習慣が多すぎます。先に不要なものを削除してください。")
    case .malformedRequest: .init("不正なリクエスト", "リクエストがHTTPとして正しくありません。")
    case .requestTimeout: .init("リクエストの時間切れ", "リクエストが時間内に届きませんでした。")
    case .targetTooLong: .init("長すぎるアドレス", "アドレスが長すぎます。")
    case .headerFieldsTooLarge: .init("大きすぎるヘッダー", "リクエストのヘッダーまたはトレーラーが大きすぎます。")
    case .expectationFailed: .init("応じられない期待", "リクエストが期待する動作に対応していません。")
    case .notImplemented: .init("未対応の要求", "リクエストに必要な機能に対応していません。")
    case .versionNotSupported: .init("未対応のバージョン", "HTTP/1.1とHTTP/1.0だけに対応しています。")
    case .rateLimited: .init("リクエストが多すぎます", "リクエストが多すぎます。しばらくしてからお試しください。")
    case .unavailable: .init("利用できません", "現在利用できません。少し待ってからお試しください。")
    case .internalError: .init("内部エラー", "サーバーで問題が起きました。")
    }
  }
}
