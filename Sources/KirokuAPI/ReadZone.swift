internal import HTTPCore
internal import KirokuCore

extension Call {
  /// Where the person is, for a read that depends on their day; nil leaves it to the account.
  ///
  /// - Parameter faults: joined by the fault of a zone that is not known.
  func timeZone(_ faults: inout [FieldProblem]) -> String? {
    guard let name = request.head.value(of: .timeZone) else { return nil }
    if request.head.count(of: .timeZone) > 1 {
      faults.append(FieldProblem(.parameter(FieldName.timeZone.description), .repeatedParameter))
    } else if !environment.timeZones.contains(name) {
      faults.append(
        FieldProblem(
          .parameter(FieldName.timeZone.description), .unknownTimeZone, ["value": excerpt(name)]))
    } else {
      return name
    }
    return nil
  }
}

extension QueryReader {
  /// Where the person is, by the header field; its fault joins the query's.
  mutating func timeZone(of call: Call) -> String? {
    var found: [FieldProblem] = []
    let zone = call.timeZone(&found)
    for fault in found { report(fault.code, at: fault.place.name, fault.values) }
    return zone
  }
}
