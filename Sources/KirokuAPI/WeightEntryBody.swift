internal import JSON
internal import KirokuCore

/// The body of a put of a weight entry.
struct WeightEntryBody {
  /// Nil where the server makes the id.
  let id: UUIDBytes?
  let draft: EntryDraft

  /// Reads and checks every field.
  ///
  /// - Parameters:
  ///   - id: of the path, which a body's has to be the same as.
  ///   - faults: of the request's other parts; what is found here joins them.
  /// - Throws: 422 with all faults.
  init(
    _ fields: inout JSONFields, at pathID: UUIDBytes? = nil, ignoringUnknown: Bool,
    _ faults: [FieldProblem]
  ) throws(Problem) {
    let id = fields.recordID(at: pathID)
    let given = Given(&fields, ignoringUnknown: ignoringUnknown)
    fields.finish(ignoringUnknown: ignoringUnknown)
    let all = faults + fields.faults.map { FieldProblem($0) } + given.faults
    do throws(Faults) {
      let draft = try EntryDraft(given.fields)
      guard all.isEmpty else { throw Faults([]) }
      self.id = id
      self.draft = draft
    } catch {
      throw Problem(.invalidFields, all + error.all.map { FieldProblem($0) })
    }
  }

  /// The fields that a put and a patch have in common, read but for the rules on their values.
  struct Given {
    private(set) var fields = EntryDraft.Fields()
    /// Those that the reading of the JSON does not report by itself.
    private(set) var faults: [FieldProblem] = []

    init(_ json: inout JSONFields, ignoringUnknown: Bool) {
      let kilograms = json.scaled(
        "weightKg", fractionDigits: Weight.fractionDigits, limits: ("20", "300"))
      let weight = json.object("weight") { inner -> (value: Int64, unit: WeightUnit)? in
        TypedWeight.read(&inner, ignoringUnknown: ignoringUnknown)
      }
      fields.weightKg = kilograms.value
      fields.weight = weight.value
      fields.hasUnreadableWeight = kilograms.isFaulty || weight.isFaulty
      fields.recordedAt = json.instant("recordedAt", reporting: &faults)
      fields.note = json.string("note", maxScalars: Note.maxScalars, maxBytes: Note.maxBytes).value
      fields.bodyFatPercent =
        json.scaled("bodyFatPercent", fractionDigits: 3, limits: ("0", "100")).value
    }
  }
}

extension EntryDraft {
  /// The fields as JSON in one spelling: what is kept with the operation, and what tells a repeat
  /// from another request.
  var canonicalJSON: [UInt8] {
    var writer = JSONWriter(capacity: 128)
    writer.beginObject()
    writer.key("weight")
    weight.writeTyped(to: &writer)
    if let recordedAt {
      writer.key("recordedAt")
      writer.plainString(recordedAt.append)
    }
    if let note {
      writer.key("note")
      writer.string(note)
    }
    if let bodyFatThousandths {
      writer.key("bodyFatPercent")
      writer.decimal(thousandths: bodyFatThousandths)
    }
    writer.endObject()
    return writer.bytes
  }
}

extension Weight {
  /// The weight as typed, as operations keep it: the API has another spelling for stones and pounds.
  func writeTyped(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("value")
    writer.decimal(thousandths: thousandths)
    writer.key("unit")
    writer.string(unit.rawValue)
    writer.endObject()
  }
}
