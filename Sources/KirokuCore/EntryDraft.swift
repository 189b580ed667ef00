/// A weight entry that may be stored: what a put writes, every rule checked.
public struct EntryDraft: Hashable, Sendable {
  public let weight: Weight
  /// When the person stood on the scale; nil means when they acted.
  public let recordedAt: Instant?
  public let note: String?
  /// Thousandths of a percent; 0…100,000.
  public let bodyFatThousandths: Int64?

  /// 0…100 %.
  public static let bodyFatRange: ClosedRange<Int64> = 0...100_000

  /// The fields as a client gave them: of the right types, nothing else known.
  public struct Fields: Sendable {
    /// `weightKg`, in thousandths.
    public var weightKg: Int64?
    /// `weight`: its value in thousandths, and its unit.
    public var weight: (value: Int64, unit: WeightUnit)?
    public var recordedAt: Instant?
    public var note: String?
    /// `bodyFatPercent`, in thousandths.
    public var bodyFatPercent: Int64?
    /// Whether a weight was given that could not be read: then none is missing.
    public var hasUnreadableWeight = false

    public init() {}

    fileprivate var hasWeight: Bool { weightKg != nil || weight != nil || hasUnreadableWeight }
  }

  /// Checks every rule.
  ///
  /// - Throws: all that is wrong, with pointers into the record's shape.
  public init(_ fields: Fields) throws(Faults) {
    var (weight, faults) = Self.check(fields)
    if weight == nil && !fields.hasWeight { faults.append(Fault(.required, at: "/weightKg")) }
    guard let weight, faults.isEmpty else { throw Faults(faults) }
    self.weight = weight
    recordedAt = fields.recordedAt
    note = fields.note
    bodyFatThousandths = fields.bodyFatPercent
  }

  /// The rules on what is given; that something is missing is no fault here.
  fileprivate static func check(_ fields: Fields) -> (weight: Weight?, faults: [Fault]) {
    var faults: [Fault] = []
    let weight = Self.weight(of: fields, &faults)
    if let note = fields.note, let fault = Note.fault(in: note, at: "/note") {
      faults.append(fault)
    }
    if let instant = fields.recordedAt, !Instant.recordable.contains(instant) {
      faults.append(Fault(.outOfRange, at: "/recordedAt", ["value": "\(instant)"]))
    }
    if let bodyFat = fields.bodyFatPercent, !Self.bodyFatRange.contains(bodyFat) {
      let values = ["minimum": "0", "maximum": "100", "value": decimalText(thousandths: bodyFat)]
      faults.append(Fault(.outOfRange, at: "/bodyFatPercent", values))
    }
    return (weight, faults)
  }

  /// The weight that was given in one of the two ways.
  private static func weight(of fields: Fields, _ faults: inout [Fault]) -> Weight? {
    switch (fields.weightKg, fields.weight) {
    case (nil, nil): return nil
    case (.some, .some):
      faults.append(Fault(.conflictingFields, at: "/weight", ["other": "weightKg"]))
      return nil
    case (let kilograms?, nil):
      return weight(kilograms, .kg, at: "/weightKg", &faults)
    case (nil, let given?):
      let pointer = given.unit == .stonesAndPounds ? "/weight" : "/weight/value"
      return weight(given.value, given.unit, at: pointer, &faults)
    }
  }

  /// A weight as typed; one that nobody has is a fault.
  ///
  /// - Parameter thousandths: of the unit.
  public static func weight(
    _ thousandths: Int64, _ unit: WeightUnit, at pointer: String, _ faults: inout [Fault]
  ) -> Weight? {
    if let weight = Weight(thousandths: thousandths, unit: unit) { return weight }
    let typed = EntryDisplay.typed(thousandths, unit)
    let values = ["value": typed.value, "unit": typed.unit]
    faults.append(Fault(.weightOutOfRange, at: pointer, values))
    return nil
  }
}

extension EntryPatch {
  /// Checks every rule on the fields that are named.
  ///
  /// - Parameters:
  ///   - clearsNote: whether the note is named as null, and so for the body fat.
  /// - Throws: all that is wrong, with pointers into the record's shape.
  public init(
    _ fields: EntryDraft.Fields, clearsNote: Bool, clearsBodyFat: Bool
  ) throws(Faults) {
    let (weight, faults) = EntryDraft.check(fields)
    guard faults.isEmpty else { throw Faults(faults) }
    self.init(
      weight: weight, recordedAt: fields.recordedAt,
      note: fields.note.map { .set($0) } ?? (clearsNote ? .clear : .keep),
      bodyFatThousandths: fields.bodyFatPercent.map { .set($0) }
        ?? (clearsBodyFat ? .clear : .keep))
  }
}
