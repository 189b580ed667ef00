internal import JSON
internal import KirokuCore

/// The body of a put of a weight entry.
struct WeightEntryBody {
  /// Nil where the server makes the id.
  let id: UUIDBytes?
  let draft: EntryDraft

  /// Reads and checks every field.
  ///
  /// - Parameter faults: of the request's other parts; what is found here joins them.
  /// - Throws: 422 with all faults.
  init(_ fields: inout JSONFields, ignoringUnknown: Bool, _ faults: [FieldProblem]) throws(Problem)
  {
    let id = fields.parsed("id", expected: "uuid") { UUIDBytes($0) }
    var given = EntryDraft.Fields()
    let kilograms = fields.scaled(
      "weightKg", fractionDigits: Weight.fractionDigits, limits: ("20", "300"))
    let weight = fields.object("weight") { inner -> (value: Int64, unit: WeightUnit)? in
      Self.weight(&inner, ignoringUnknown: ignoringUnknown)
    }
    given.weightKg = kilograms.value
    given.weight = weight.value
    given.hasUnreadableWeight = kilograms.isFaulty || weight.isFaulty
    let instant = Self.instant("recordedAt", &fields)
    given.recordedAt = instant?.value
    given.note = fields.string("note", maxScalars: Note.maxScalars, maxBytes: Note.maxBytes).value
    given.bodyFatPercent =
      fields.scaled("bodyFatPercent", fractionDigits: 3, limits: ("0", "100")).value
    fields.finish(ignoringUnknown: ignoringUnknown)

    var all = fields.faults.map { FieldProblem($0) }
    if let fault = instant?.fault { all.append(fault) }
    do throws(Faults) {
      let draft = try EntryDraft(given)
      guard all.isEmpty && faults.isEmpty else { throw Faults([]) }
      self.id = id.value
      self.draft = draft
    } catch {
      throw Problem(.invalidFields, faults + all + error.all.map { FieldProblem($0) })
    }
  }

  private static func weight(
    _ fields: inout JSONFields, ignoringUnknown: Bool
  ) -> (value: Int64, unit: WeightUnit)? {
    let value = fields.scaled(
      "value", fractionDigits: Weight.fractionDigits, limits: ("0", "1000000"))
    let unit = fields.choice("unit", of: WeightUnit.self)
    if value.isMissing { fields.report(.required, at: "value") }
    if unit.isMissing { fields.report(.required, at: "unit") }
    fields.finish(ignoringUnknown: ignoringUnknown)
    guard let value = value.value, let unit = unit.value else { return nil }
    return (value, unit)
  }

  /// An instant, with a fault as precise as its parser's.
  private static func instant(
    _ name: String, _ fields: inout JSONFields
  ) -> (value: Instant?, fault: FieldProblem?)? {
    guard let text = fields.string(name).value else { return nil }
    do throws(Instant.ParseFault) {
      return (try Instant(rfc3339: text), nil)
    } catch {
      return (nil, FieldProblem(error, at: .pointer("/" + name), value: excerpt(text)))
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
    writer.beginObject()
    writer.key("value")
    writer.decimal(thousandths: weight.thousandths)
    writer.key("unit")
    writer.string(weight.unit.rawValue)
    writer.endObject()
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
