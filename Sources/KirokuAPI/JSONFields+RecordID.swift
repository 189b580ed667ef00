internal import JSON
internal import KirokuCore

extension JSONFields {
  /// The id of a record that a body puts; nil where the server makes it.
  ///
  /// - Parameter pathID: the id of the path, which the body's has to be the same as.
  mutating func recordID(at pathID: UUIDBytes?) -> UUIDBytes? {
    let id = parsed("id", expected: "record-uuid") {
      UUIDBytes($0).flatMap { $0.isRecordID ? $0 : nil }
    }.value
    if let pathID, let id, id != pathID {
      report(.conflictingFields, at: "id", ["other": "{id}"])
    }
    return pathID ?? id
  }
}
