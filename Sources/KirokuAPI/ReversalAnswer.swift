internal import HTTPCore
internal import JSON
internal import KirokuCore
internal import KirokuStore

/// The answer to an undo or a redo: what was meant, what became of it, and how the record is now.
struct ReversalAnswer {
  private let write: PushedWrite
  private let cancels: Bool

  init(_ write: PushedWrite, cancels: Bool) {
    self.write = write
    self.cancels = cancels
  }

  private var language: Language { write.language }
  private var target: ReversalResult.Target? { write.result.target }

  func response() throws(Problem) -> Response {
    if let refusal = write.refusal(conditionFailed: { _ in }) { throw refusal }
    var writer = JSONWriter(capacity: 512 + HabitJSON.typicalBytes)
    writer.beginObject()
    writer.key("outcome")
    writer.string(write.first?.rawValue ?? PushResult.First.unchanged.rawValue)
    writer.key("dialog")
    writer.string(dialog)
    writer.key("operation")
    writeTarget(to: &writer)
    writeRecord(to: &writer)
    if let target {
      if cancels { writer.key("redo") } else { writer.key("undo") }
      writeWayBack(target, to: &writer)
    }
    if cancels { DonationJSON.write(write.result.withdrawn, to: &writer) }
    write.writeTimes(to: &writer)
    writer.endObject()
    return Response(
      write.first == .pending ? .accepted : .ok, headers: write.headers(tag),
      body: .bytes(writer.bytes))
  }

  private var tag: EntityTag? {
    let account = write.caller.account
    return switch write.result.record {
    case .entry(let entry?): Representation.tag(rev: entry.rev, of: account, in: language)
    case .habit(let habit?): Representation.tag(of: habit, on: write.today, account, in: language)
    case .day(let day, let habit): Representation.tag(of: day, habit, account, in: language)
    case .entry(nil), .habit(nil), .none: nil
    }
  }

  // MARK: - Members

  private func writeTarget(to writer: inout JSONWriter) {
    guard let target else { return writer.null() }
    writer.beginObject()
    writer.key("opId")
    writer.plainString(target.operationID.append)
    writer.key("kind")
    writer.string(target.kind.rawValue)
    writer.key("actedAt")
    writer.plainString(target.actedAt.append)
    writer.key("label")
    writer.string(
      subject.map { OperationDisplay.label(target.kind, $0, in: language) }
        ?? OperationDisplay.label(target.kind, target.weight, in: language))
    writer.endObject()
  }

  /// The record as it is now, by the name of its kind; an entry's also where nothing is known.
  private func writeRecord(to writer: inout JSONWriter) {
    switch target?.record {
    case .habit:
      writer.key("habit")
      var now: Habit?
      if case .habit(let habit) = write.result.record { now = habit }
      HabitJSON.write(now, on: write.today, in: language, to: &writer)
    case .day:
      writer.key("day")
      if case .day(let day, let habit) = write.result.record {
        HabitDayJSON.write(day, of: habit.fields, to: &writer)
      } else {
        writer.null()
      }
    case .entry, nil:
      writer.key("entry")
      WeightEntryJSON.write(entry, in: language, to: &writer)
    }
  }

  /// By what the act is named, and until when it can be turned round again.
  private func writeWayBack(_ target: ReversalResult.Target, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("opId")
    writer.plainString(target.operationID.append)
    writer.key("expiresAt")
    writer.plainString(
      target.actedAt.advanced(byMicroseconds: target.kind.undoWindow).append)
    writer.key("label")
    writer.string(wayBackLabel(target))
    writer.endObject()
  }

  private func wayBackLabel(_ target: ReversalResult.Target) -> String {
    let kind = target.kind
    if let subject {
      return cancels
        ? OperationDisplay.redoLabel(kind, subject, in: language)
        : OperationDisplay.undoLabel(kind, subject, in: language)
    }
    let weight = target.weight ?? entry?.weight
    return cancels
      ? OperationDisplay.redoLabel(kind, weight, in: language)
      : OperationDisplay.undoLabel(kind, weight, in: language)
  }

  // MARK: - Words

  private var entry: WeightEntry? {
    if case .entry(let entry) = write.result.record { entry } else { nil }
  }

  /// The habit, or its day, that the act was on; nil for an entry.
  private var subject: OperationDisplay.HabitSubject? {
    let name = write.result.habit?.name
    return switch target?.record {
    case .habit: OperationDisplay.HabitSubject(name: name)
    case .day(_, let day): OperationDisplay.HabitSubject(name: name, day: day)
    case .entry, nil: nil
    }
  }

  private var dialog: String {
    switch write.first {
    case .alreadyUndone: OperationDisplay.alreadyUndone(in: language)
    case .alreadyRedone: OperationDisplay.alreadyRedone(in: language)
    case .superseded: OperationDisplay.reversalSuperseded(in: language)
    case .pending: OperationDisplay.pending(undoes: cancels, in: language)
    default: changed
    }
  }

  private var changed: String {
    let kind = target?.kind ?? .put
    switch write.result.record {
    case .day(let day, let habit):
      let words = HabitDayDisplay(
        habit.fields, day: day.day, today: write.today, in: language)
      return words.reversed(day.value, cancels: cancels)
    case .habit(let habit):
      let (name, isThere) = (write.result.habit?.name, habit != nil)
      return cancels
        ? OperationDisplay.undone(kind, habit: name, isThere: isThere, in: language)
        : OperationDisplay.redone(kind, habit: name, isThere: isThere, in: language)
    case .none where subject != nil:
      return HabitDisplay.keptForLater(in: language)
    case .entry, .none:
      let (weight, now) = (target?.weight, entry?.weight)
      return cancels
        ? OperationDisplay.undone(kind, weight, now: now, in: language)
        : OperationDisplay.redone(kind, weight, now: now, in: language)
    }
  }
}
