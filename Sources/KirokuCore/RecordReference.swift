/// Which record an operation is on.
public enum RecordReference: Hashable, Sendable {
  case entry(UUIDBytes)
  case habit(UUIDBytes)
  case day(habit: UUIDBytes, LocalDay)
}
