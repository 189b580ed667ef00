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
  }

  /// Checks every rule.
  ///
  /// - Throws: all that is wrong, with pointers into the record's shape.
  public init(_ fields: Fields) throws(Faults) {
    var faults: [Fault] = []
    let weight = Self.weight(of: fields, &faults)
    if let note = fields.note, let fault = Note.fault(in: note, at: "/note") {
      faults.append(fault)
    }
    if let bodyFat = fields.bodyFatPercent, !Self.bodyFatRange.contains(bodyFat) {
      let values = ["minimum": "0", "maximum": "100", "value": decimalText(thousandths: bodyFat)]
      faults.append(Fault(.outOfRange, at: "/bodyFatPercent", values))
    }
    guard let weight, faults.isEmpty else { throw Faults(faults) }
    self.weight = weight
    recordedAt = fields.recordedAt
    note = fields.note
    bodyFatThousandths = fields.bodyFatPercent
  }

  /// The weight that was given in one of the two ways.
  private static func weight(of fields: Fields, _ faults: inout [Fault]) -> Weight? {
    switch (fields.weightKg, fields.weight) {
    case (nil, nil):
      if !fields.hasUnreadableWeight { faults.append(Fault(.required, at: "/weightKg")) }
      return nil
    case (.some, .some):
      faults.append(Fault(.conflictingFields, at: "/weight", ["other": "weightKg"]))
      return nil
    case (let kilograms?, nil):
      return weight(kilograms, .kg, at: "/weightKg", &faults)
    case (nil, let given?):
      return weight(given.value, given.unit, at: "/weight/value", &faults)
    }
  }

  private static func weight(
    _ thousandths: Int64, _ unit: WeightUnit, at pointer: String, _ faults: inout [Fault]
  ) -> Weight? {
    if let weight = Weight(thousandths: thousandths, unit: unit) { return weight }
    let values = ["value": decimalText(thousandths: thousandths), "unit": unit.rawValue]
    faults.append(Fault(.weightOutOfRange, at: pointer, values))
    return nil
  }
}
