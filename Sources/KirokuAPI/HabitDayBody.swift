internal import JSON
internal import KirokuCore

/// The body of a put of a day: a state, an amount or a skip, and a note.
struct HabitDayBody {
  let set: HabitDaySet

  /// Reads and checks every field.
  ///
  /// - Parameter faults: of the request's other parts; what is found here joins them.
  /// - Throws: 422 with all faults.
  init(
    _ fields: inout JSONFields, ignoringUnknown: Bool, _ faults: [FieldProblem]
  ) throws(Problem) {
    var given = HabitDayFields()
    let done = fields.bool("done")
    let count = fields.scaled("count", fractionDigits: 3, limits: ("0", "1000000000"))
    let skipped = fields.bool("skipped")
    given.done = Update(done)
    given.count = Update(count)
    given.skipped = skipped.value
    given.note = Update(
      fields.string("note", maxScalars: Note.maxScalars, maxBytes: Note.maxBytes))
    given.hasUnreadable = !fields.faults.isEmpty
    fields.finish(ignoringUnknown: ignoringUnknown)
    let all = faults + fields.faults.map { FieldProblem($0) }
    do throws(Faults) {
      let set = try HabitDaySet(given)
      guard all.isEmpty else { throw Faults([]) }
      self.set = set
    } catch {
      throw Problem(.invalidFields, all + error.all.map { FieldProblem($0) })
    }
  }
}

extension Update {
  /// What a field of a merge patch says: null clears.
  fileprivate init(_ reading: FieldReading<Value>) {
    switch reading {
    case .absent, .faulty: self = .keep
    case .null: self = .clear
    case .value(let value): self = .set(value)
    }
  }
}

/// The body of an increment: `by`, exact, with three decimals at most; below 0 it takes away.
struct IncrementBody {
  let thousandths: Int64

  /// - Throws: 422 with all faults.
  init(
    _ fields: inout JSONFields, ignoringUnknown: Bool, _ faults: [FieldProblem]
  ) throws(Problem) {
    let by = fields.scaled("by", fractionDigits: 3, limits: ("-1000000000", "1000000000"))
    if by.isMissing { fields.report(.required, at: "by") }
    fields.finish(ignoringUnknown: ignoringUnknown)
    var all = faults + fields.faults.map { FieldProblem($0) }
    if let amount = by.value, let fault = HabitIncrement.fault(thousandths: amount) {
      all.append(FieldProblem(fault))
    }
    guard all.isEmpty, let thousandths = by.value else { throw Problem(.invalidFields, all) }
    self.thousandths = thousandths
  }
}

/// The body of a toggle: `shown`, which has to be there.
struct ToggleBody {
  let isShownDone: Bool

  /// - Throws: 422 with all faults.
  init(
    _ fields: inout JSONFields, ignoringUnknown: Bool, _ faults: [FieldProblem]
  ) throws(Problem) {
    let shown = fields.bool("shown")
    if shown.isMissing { fields.report(.required, at: "shown") }
    fields.finish(ignoringUnknown: ignoringUnknown)
    let all = faults + fields.faults.map { FieldProblem($0) }
    guard all.isEmpty, let shown = shown.value else { throw Problem(.invalidFields, all) }
    isShownDone = shown
  }
}
