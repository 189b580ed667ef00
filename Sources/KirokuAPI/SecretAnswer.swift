internal import HTTPCore
internal import JSON
internal import KirokuCore
internal import KirokuStore

/// An answer with a secret, which is shown this once and kept by nobody.
enum SecretAnswer {
  static func response(
    in language: Language, _ limits: [(name: FieldName, value: String)] = [],
    ignored: [String] = [],
    _ write: (inout JSONWriter) -> Void
  ) -> Response {
    var headers = CommonHeaders.secret(in: language)
    for (name, value) in limits { headers.append(name, value) }
    if !ignored.isEmpty { headers.append(.ignoredFields, PointerList.text(ignored)) }
    var writer = JSONWriter(capacity: 1024)
    writer.beginObject()
    write(&writer)
    writer.endObject()
    return Response(.created, headers: headers, body: .bytes(writer.bytes))
  }

  static func problem(_ refusal: IssueRefusal) -> Problem {
    switch refusal {
    case .scopeTooWide: Problem(.insufficientScope)
    case .keyReused: Problem(.idempotencyKeyReused)
    case .secretUsed: Problem(.secretAlreadyUsed)
    case .tooManyTokens: Problem(.tooManyTokens)
    }
  }
}

extension Call {
  /// The key by which somebody without a token asks again for an answer that was lost. Whoever knows
  /// it can have the secrets issued again, so it has to be a UUID that nobody can guess.
  func unguessableKey(_ faults: inout [FieldProblem]) -> UUIDBytes? {
    var headers = ActHeaders(request.head)
    guard let text = headers.idempotencyKey() else {
      faults += headers.faults
      return nil
    }
    if let key = UUIDBytes(text), key.isRecordID { return key }
    let values = ["expected": "record-uuid", "value": excerpt(text)]
    let place = FieldProblem.Place.parameter(FieldName.idempotencyKey.description)
    faults.append(FieldProblem(place, .invalidFormat, values))
    return nil
  }

  /// The key by which the caller asks again for an answer that was lost; nil where there is none.
  func key(of credential: Credential, _ faults: inout [FieldProblem]) -> UUIDBytes? {
    var headers = ActHeaders(request.head)
    let text = headers.idempotencyKey()
    faults += headers.faults
    return text.map { OperationID.from(key: $0, accountID: credential.secret.accountID) }
  }
}

/// The scope and the name of a token that is asked for.
struct TokenRequest {
  let scope: Scope
  let label: String?

  /// - Parameter faults: of the request's other parts; what is found here joins them.
  /// - Throws: 422 with all faults.
  init(_ fields: inout JSONFields, _ call: Call, _ faults: [FieldProblem]) throws(Problem) {
    let scope = fields.choice("scope", of: Scope.self)
    let label = fields.string("label", maxScalars: AccountRules.maxLabelScalars)
    if scope.isMissing { fields.report(.required, at: "scope") }
    fields.finish(ignoringUnknown: call.isLenient)
    let all = faults + fields.faults.map { FieldProblem($0) }
    guard all.isEmpty, let scope = scope.value else { throw Problem(.invalidFields, all) }
    self.scope = scope
    self.label = label.value.flatMap { $0.isEmpty ? nil : $0 }
  }
}
