internal import JSON
internal import KirokuCore

extension JSONFields {
  /// An instant as RFC 3339 writes it, with a fault as precise as its parser's.
  ///
  /// - Returns: nil where it is absent, null, or at fault.
  mutating func instant(_ name: String, reporting faults: inout [FieldProblem]) -> Instant? {
    guard let text = string(name).value else { return nil }
    do throws(Instant.ParseFault) {
      return try Instant(rfc3339: text)
    } catch {
      faults.append(
        FieldProblem(error, at: .pointer(pointer + "/" + name), value: excerpt(text)))
      return nil
    }
  }
}
