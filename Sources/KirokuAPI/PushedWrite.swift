internal import HTTPCore
internal import JSON
internal import KirokuCore
internal import KirokuStore

/// One write that goes through the engine of operations, and what came of it.
struct PushedWrite {
  let request: ActRequest
  let result: PushResult
  let today: LocalDay
  let caller: Caller
  let language: Language

  /// Pushes one operation.
  static func push(
    _ change: RecordChange, _ request: ActRequest, _ call: Call, _ credential: Credential,
    isOnKnown: Bool
  ) async throws(Problem) -> PushedWrite {
    var condition = request.condition
    condition.isKnown = isOnKnown
    let operation = PushedOperation(change, request.act, if: condition)
    let access = try await call.stored { () throws(StoreError) in
      try await call.environment.store.pushes.push(
        [operation], for: credential.secret, credential.permission)
    }
    let (caller, answer) = try credential.granted(access)
    guard let result = answer.results.first else { throw .internalError }
    return PushedWrite(
      request: request, result: result, today: answer.today, caller: caller,
      language: call.language(for: caller))
  }

  /// What the operation did when it first arrived; nil where nothing was stored.
  var first: PushResult.First? {
    switch result.outcome {
    case .stored(let first), .repeated(let first): first
    case .notAsShown, .rejected: nil
    }
  }

  var isRepeated: Bool { if case .repeated = result.outcome { true } else { false } }

  /// An outcome's name in answers.
  var outcomeName: String {
    switch first {
    case .created, .updated: "applied"
    case .unchanged, nil: "unchanged"
    case let first?: first.rawValue
    }
  }

  /// The header fields of the answer.
  ///
  /// - Parameter tag: of the record, where there is one.
  func headers(_ tag: EntityTag?) -> HeaderBlock {
    var headers = request.headers(in: language, isRepeated: isRepeated)
    if let tag { headers.append(.etag, tag.description) }
    return headers
  }

  /// How the act is taken back; null where nothing was stored.
  func writeUndo(
    _ kind: OperationKind, _ subject: OperationDisplay.HabitSubject, to writer: inout JSONWriter
  ) {
    writer.key("undo")
    guard first != nil else { return writer.null() }
    writer.beginObject()
    writer.key("opId")
    writer.plainString(request.act.operationID.append)
    writer.key("expiresAt")
    writer.plainString(result.actedAt.advanced(byMicroseconds: kind.undoWindow).append)
    writer.key("label")
    writer.string(OperationDisplay.undoLabel(kind, subject, in: language))
    writer.endObject()
  }

  /// Whether to donate the act, where it was done in the app by an intent's name.
  func writeAdvice(to writer: inout JSONWriter) {
    DonationJSON.writeAdvice(
      result.recommendsDonation, intent: request.act.intent, to: &writer)
  }

  /// `shiftMs`, where there is one, and `serverTime`.
  func writeTimes(to writer: inout JSONWriter) {
    if let shift = request.shiftMilliseconds(to: result.actedAt) {
      writer.key("shiftMs")
      writer.integer(shift)
    }
    writer.key("serverTime")
    writer.plainString(result.serverTime.append)
  }

  /// The problem that a refused operation is answered with.
  ///
  /// - Parameter failed: what a condition did not hold for is added by it.
  func refusal(conditionFailed failed: (inout Problem) -> Void) -> Problem? {
    guard case .rejected(let rejection) = result.outcome else { return nil }
    var problem: Problem
    switch rejection {
    case .operationReused: problem = Problem(.idempotencyKeyReused)
    case .inTheFuture:
      problem = Problem(.invalidFields, [FieldProblem(.parameter("day"), .inTheFuture)])
    case .notFound: problem = Problem(.notFound)
    case .conditionFailed:
      problem = Problem(.preconditionFailed)
      failed(&problem)
    case .unfit(let fault): problem = Problem(.invalidFields, [FieldProblem(fault)])
    case .tooManyHabits: problem = Problem(.tooManyHabits)
    case .settled: problem = Problem(.operationExpired)
    case .nothingFound: problem = Problem(.nothingToUndo)
    case .notUndoable: problem = Problem(.notUndoable)
    case .windowPassed: problem = Problem(.undoExpired)
    case .scopeTooSmall: problem = .insufficientScope([.app, .intent])
    case .unknownAct: problem = Problem(.actNotSaved)
    case .notDonatable: problem = Problem(.donationNotApplicable)
    case .unstorable: problem = .internalError
    }
    return problem.afterTokenCheck(language: language)
  }
}
