/// A weight entry as its operations make it. See ``RecordHistory``.
public struct EntryState: RecordState {
  /// What an operation does to an entry.
  public enum Change: Hashable, Sendable {
    /// Writes all fields, and brings a deleted entry back.
    case put(EntryFields)
    /// Writes the named fields of an entry that was put.
    case patch(EntryPatch)
    case delete
  }

  /// Nil without a put: patches alone make no entry.
  public private(set) var fields: EntryFields?
  public private(set) var isDeleted: Bool

  public init(fields: EntryFields?, isDeleted: Bool) {
    self.fields = fields
    self.isDeleted = isDeleted
  }

  public static let absent = EntryState(fields: nil, isDeleted: false)

  /// The fields of an entry that there is.
  public var live: EntryFields? { isDeleted ? nil : fields }

  public mutating func apply(_ change: Change, actedAt: Instant) {
    switch change {
    case .put(var new):
      if new.recordedAt == nil { new.recordedAt = actedAt }
      fields = new
      isDeleted = false
    case .patch(let patch):
      // Of a deleted entry too: should the delete be undone, what came later holds.
      if let old = fields { fields = patch.applied(to: old) }
    case .delete:
      isDeleted = true
    }
  }
}

/// The fields of an entry that operations write.
public struct EntryFields: Hashable, Sendable {
  public var weight: Weight
  /// Nil in an operation means its acted time; never nil in a state.
  public var recordedAt: Instant?
  public var timePrecision: TimePrecision
  public var note: String?
  /// Thousandths of a percent.
  public var bodyFatThousandths: Int64?
  /// The zone and the day's start as resolved when the put arrived; patches keep them.
  public var timeZone: String
  public var dayStartMinutes: Int
  public var source: Source?

  public init(
    weight: Weight, recordedAt: Instant?, timePrecision: TimePrecision = .instant,
    note: String? = nil, bodyFatThousandths: Int64? = nil, timeZone: String,
    dayStartMinutes: Int, source: Source? = nil
  ) {
    self.weight = weight
    self.recordedAt = recordedAt
    self.timePrecision = timePrecision
    self.note = note
    self.bodyFatThousandths = bodyFatThousandths
    self.timeZone = timeZone
    self.dayStartMinutes = dayStartMinutes
    self.source = source
  }
}

/// What a merge patch (RFC 7396) says of a field that may be empty.
public enum Update<Value: Hashable & Sendable>: Hashable, Sendable {
  /// Not named: as it was.
  case keep
  /// `null`.
  case clear
  case set(Value)

  public func applied(to old: Value?) -> Value? {
    switch self {
    case .keep: old
    case .clear: nil
    case .set(let value): value
    }
  }
}

/// The fields of an entry that a patch names.
public struct EntryPatch: Hashable, Sendable {
  public var weight: Weight?
  public var recordedAt: Instant?
  public var note: Update<String>
  /// Thousandths of a percent.
  public var bodyFatThousandths: Update<Int64>

  public init(
    weight: Weight? = nil, recordedAt: Instant? = nil, note: Update<String> = .keep,
    bodyFatThousandths: Update<Int64> = .keep
  ) {
    self.weight = weight
    self.recordedAt = recordedAt
    self.note = note
    self.bodyFatThousandths = bodyFatThousandths
  }

  func applied(to old: EntryFields) -> EntryFields {
    var new = old
    if let weight { new.weight = weight }
    if let recordedAt {
      new.recordedAt = recordedAt
      new.timePrecision = .instant
    }
    new.note = note.applied(to: old.note)
    new.bodyFatThousandths = bodyFatThousandths.applied(to: old.bodyFatThousandths)
    return new
  }
}
