internal import HTTPCore
internal import Synchronization

/// What a request's query holds that its route never asks for.
///
/// A route with a body has no parameters. That one is given all the same is told beside what is wrong with the body, so
/// it is kept here until the body was read; nothing is stored while there is such a fault.
struct UnaskedParameters: Sendable {
  /// Faults that wait to be told.
  var faults: [FieldProblem] = []
  /// Names that are let pass, since the client prefers that: `?` and the name, where a body's field has a pointer.
  var ignored: [String] = []
}

extension Call {
  /// Looks at the query of a route that has no parameters, whose faults are told with those of the body.
  ///
  /// - Throws: 400 for what cannot be decoded.
  func noteParameters() throws(Problem) {
    guard request.head.queryRange != nil else { return }
    let reader = try QueryReader(self)
    let unasked = reader.unknown
    if isLenient {
      note(ignored: unasked)
    } else {
      let faults = unasked.map { FieldProblem(.parameter($0), .unknownParameter) }
      unaskedParameters.withLock { $0.faults = faults }
    }
  }

  func note(ignored names: [String]) {
    guard !names.isEmpty else { return }
    unaskedParameters.withLock { $0.ignored += names.map { "?" + $0 } }
  }

  /// - Throws: 422 where faults of the query wait to be told.
  func checkNoted() throws(Problem) {
    guard request.head.queryRange != nil else { return }
    guard unaskedParameters.withLock({ $0.faults.isEmpty }) else { throw Problem(.invalidFields) }
  }

  /// The names of parameters that were let pass.
  var ignoredParameters: [String] {
    request.head.queryRange == nil ? [] : unaskedParameters.withLock { $0.ignored }
  }

  /// The response with the names that were let pass, where it does not list them with a body's fields.
  func listingIgnored(_ response: Response) -> Response {
    let names = ignoredParameters
    guard !names.isEmpty, response.headers.values(of: .ignoredFields).isEmpty else {
      return response
    }
    var response = response
    response.headers.append(.ignoredFields, PointerList.text(names))
    return response
  }

  /// The problem with the faults of the query among its own.
  func completed(_ problem: Problem) -> Problem {
    guard problem.code == .invalidFields, request.head.queryRange != nil else { return problem }
    return problem.with(earlier: unaskedParameters.withLock { $0.faults })
  }
}
