internal import HTTPCore
internal import JSON
internal import KirokuCore
internal import KirokuStore

/// The answer to a write of an entry: the entry, what became of the act, words to be spoken, and how
/// it can be taken back.
struct WeightEntryAnswer {
  private let change: EntryChange
  private let request: ActRequest
  private let caller: Caller
  private let language: Language

  init(_ change: EntryChange, _ request: ActRequest, _ caller: Caller, _ call: Call) {
    self.change = change
    self.request = request
    self.caller = caller
    language = call.language(for: caller)
  }

  func response(
    to result: Result<EntryResult, EntryResult.Refusal>
  ) throws(Problem) -> Response {
    switch result {
    case .success(let result): return response(to: result)
    case .failure(let refusal): throw problem(refusal).afterTokenCheck(language: language)
    }
  }

  private func problem(_ refusal: EntryResult.Refusal) -> Problem {
    switch refusal {
    case .operationReused: return Problem(.idempotencyKeyReused)
    case .recordedInFuture:
      return Problem(.invalidFields, [FieldProblem(.pointer("/recordedAt"), .inTheFuture)])
    case .notFound: return Problem(.notFound)
    case .conditionFailed(let entry):
      var problem = Problem(.preconditionFailed)
      problem.current = entry.map { .entry($0) }
      guard let entry else { return problem }
      return problem.with(.etag, tag(of: entry).description)
    }
  }

  private func tag(of entry: WeightEntry) -> EntityTag {
    Representation.tag(rev: entry.rev, of: caller.account, in: language)
  }

  private func response(to result: EntryResult) -> Response {
    let (first, isRepeated) = result.outcome.first
    var headers = request.headers(in: language, isRepeated: isRepeated)
    if let entry = result.entry {
      headers.append(.etag, tag(of: entry).description)
      headers.append(.location, "/v1/entries/\(entry.id)")
    }
    var writer = JSONWriter(capacity: 384 + WeightEntryJSON.typicalBytes)
    writer.beginObject()
    writer.key("entry")
    WeightEntryJSON.write(result.entry, in: language, to: &writer)
    writer.key("outcome")
    writer.string(Self.name(of: first))
    writer.key("dialog")
    writer.string(dialog(first, result))
    writer.key("undo")
    writeUndo(result, to: &writer)
    DonationJSON.writeAdvice(
      result.recommendsDonation, intent: request.act.intent, to: &writer)
    if let shift = request.shiftMilliseconds(to: result.actedAt) {
      writer.key("shiftMs")
      writer.integer(shift)
    }
    writer.key("serverTime")
    writer.plainString(result.serverTime.append)
    writer.endObject()
    let status: Status = first == .created ? .created : .ok
    return Response(status, headers: headers, body: .bytes(writer.bytes))
  }

  /// An outcome's name in answers.
  static func name(of outcome: EntryResult.First) -> String {
    switch outcome {
    case .created, .updated: "applied"
    case .superseded: "superseded"
    case .unchanged: "unchanged"
    }
  }

  private func writeUndo(_ result: EntryResult, to writer: inout JSONWriter) {
    let window = change.kind.undoWindow
    writer.beginObject()
    writer.key("opId")
    writer.plainString(request.act.operationID.append)
    writer.key("expiresAt")
    writer.plainString(result.actedAt.advanced(byMicroseconds: window).append)
    writer.key("label")
    let weight = putWeight ?? result.weight
    writer.string(OperationDisplay.undoLabel(change.kind, weight, in: language))
    writer.endObject()
  }

  private var putWeight: Weight? {
    if case .put(let put) = change { put.draft.weight } else { nil }
  }

  private func dialog(_ outcome: EntryResult.First, _ result: EntryResult) -> String {
    switch (change, outcome) {
    case (.put(let put), .created), (.put(let put), .updated):
      return EntryDisplay.logged(put.draft.weight, in: language)
    case (.delete, .updated): return OperationDisplay.deleted(result.weight, in: language)
    case (.delete, .unchanged): return OperationDisplay.alreadyDeleted(in: language)
    case (.patch(_, let patch, _), .updated):
      return OperationDisplay.changed(
        result.weight, isWeight: patch.weight != nil, in: language)
    case (_, .superseded):
      guard let entry = result.entry else { return OperationDisplay.keptForLater(in: language) }
      return EntryDisplay.superseded(by: entry.weight, in: language)
    default: return OperationDisplay.unchanged(in: language)
    }
  }
}

extension EntryResult.Outcome {
  /// What the act did when it arrived, and whether that was before.
  fileprivate var first: (EntryResult.First, isRepeated: Bool) {
    switch self {
    case .created: (.created, false)
    case .updated: (.updated, false)
    case .superseded: (.superseded, false)
    case .unchanged: (.unchanged, false)
    case .repeated(let first): (first, true)
    }
  }
}
