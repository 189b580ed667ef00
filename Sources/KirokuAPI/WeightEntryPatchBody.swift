internal import JSON
internal import KirokuCore

/// The body of a patch of a weight entry (RFC 7396): null clears what may be empty.
struct WeightEntryPatchBody {
  let patch: EntryPatch

  /// Reads and checks every field that is named.
  ///
  /// - Parameter faults: of the request's other parts; what is found here joins them.
  /// - Throws: 422 with all faults.
  init(
    _ fields: inout JSONFields, ignoringUnknown: Bool, _ faults: [FieldProblem]
  ) throws(Problem) {
    for name in ["weightKg", "weight", "recordedAt"] where fields.isNull(name) {
      // An entry without it would be none.
      fields.report(.required, at: name)
    }
    let given = WeightEntryBody.Given(&fields, ignoringUnknown: ignoringUnknown)
    let clears = (note: fields.isNull("note"), bodyFat: fields.isNull("bodyFatPercent"))
    fields.finish(ignoringUnknown: ignoringUnknown)
    let all = faults + fields.faults.map { FieldProblem($0) } + given.faults
    do throws(Faults) {
      let patch = try EntryPatch(
        given.fields, clearsNote: clears.note, clearsBodyFat: clears.bodyFat)
      guard all.isEmpty else { throw Faults([]) }
      self.patch = patch
    } catch {
      throw Problem(.invalidFields, all + error.all.map { FieldProblem($0) })
    }
  }

  /// The patch as JSON in one spelling, as `EntryDraft.canonicalJSON` is for a put.
  var canonicalJSON: [UInt8] {
    var writer = JSONWriter(capacity: 128)
    writer.beginObject()
    if let weight = patch.weight {
      writer.key("weight")
      weight.writeTyped(to: &writer)
    }
    if let recordedAt = patch.recordedAt {
      writer.key("recordedAt")
      writer.plainString(recordedAt.append)
    }
    switch patch.note {
    case .keep: break
    case .clear:
      writer.key("note")
      writer.null()
    case .set(let note):
      writer.key("note")
      writer.string(note)
    }
    switch patch.bodyFatThousandths {
    case .keep: break
    case .clear:
      writer.key("bodyFatPercent")
      writer.null()
    case .set(let thousandths):
      writer.key("bodyFatPercent")
      writer.decimal(thousandths: thousandths)
    }
    writer.endObject()
    return writer.bytes
  }
}
