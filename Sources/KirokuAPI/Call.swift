internal import HTTPCore
internal import JSON
internal import KirokuCore
internal import KirokuStore
internal import Synchronization

/// One request on its way to its answer.
///
/// A class, so that what hands it on copies a reference and not the twenty of a request.
final class Call: Sendable {
  let request: Request
  /// What the route's `{name}` segments matched.
  let parameters: PathParameters
  let environment: Environment
  /// What `Accept-Language` picks; nil leaves it to the account.
  let requestedLanguage: Language?
  let unaskedParameters = Mutex(UnaskedParameters())

  /// The longest body that is read, in bytes.
  static let maxBodyBytes = 1 << 20

  init(
    _ request: Request, _ parameters: PathParameters = PathParameters(), in environment: Environment
  ) {
    self.request = request
    self.parameters = parameters
    self.environment = environment
    requestedLanguage =
      request.head.withList(of: .acceptLanguage) { value in
        AcceptLanguage.pick(value, from: Self.languages).flatMap(Language.init)
      } ?? nil
  }

  private static let languages = Language.allCases.map(\.rawValue)

  /// The language of the answer to a caller.
  func language(for caller: Caller) -> Language {
    requestedLanguage ?? caller.account.settings.language
  }

  /// The problem as an answer.
  func response(to problem: Problem) -> Response {
    let language = requestedLanguage ?? problem.accountLanguage ?? .en
    return completed(problem).response(in: language, requestID: request.requestID)
  }

  // MARK: - Reading

  /// Refuses a client that takes no JSON.
  func checkAcceptsJSON() throws(Problem) { try checkAccepts("application/json") }

  /// Refuses a client that does not take the only type there is (RFC 9110 §12.5.1).
  ///
  /// - Parameter mediaType: in lower case.
  func checkAccepts(_ mediaType: String) throws(Problem) {
    guard let accept = request.head.list(of: .accept), !accept.isEmpty else { return }
    let family = mediaType.prefix { $0 != "/" } + "/*"
    let accepts = accept.split(separator: ",").contains { range in
      let type = range.prefix { $0 != ";" }.filter { $0 != " " }.lowercased()
      let isRefused = range.filter { $0 != " " }.lowercased().hasSuffix(";q=0")
      return (type == "*/*" || type == family || type == mediaType) && !isRefused
    }
    if !accepts { throw Problem(.notAcceptable) }
  }

  /// Refuses every parameter, where there are none.
  func checkNoParameters() throws(Problem) {
    var query = try QueryReader(self)
    try query.finish(ignoringUnknown: isLenient)
  }

  /// The body's fields. Refuses what is no JSON: 413, 415, 400, in this order. A route with a body has no parameters:
  /// those that are given are told with what is wrong with the fields.
  ///
  /// - Parameters:
  ///   - mediaTypes: as which the body may be announced, in lower case.
  ///   - emptyIsObject: whether nothing at all is the same as `{}`.
  func fields(
    as mediaTypes: String..., emptyIsObject: Bool = false
  ) async throws(Problem) -> JSONFields {
    if emptyIsObject && request.body.announcedBytes == 0 {
      try checkAcceptsJSON()
      try noteParameters()
      return JSONFields(.object(JSONObject(members: [])), ignored: ignoredParameters)
    }
    return try fields(of: try await content(as: mediaTypes))
  }

  /// The body's bytes: the first half of `fields(as:)`.
  func content(as mediaTypes: [String] = []) async throws(Problem) -> [UInt8] {
    let mediaTypes = mediaTypes.isEmpty ? ["application/json"] : mediaTypes
    try checkAcceptsJSON()
    let announcedBytes = request.body.announcedBytes ?? 1
    if announcedBytes > Self.maxBodyBytes { throw Problem(.bodyTooLarge) }
    let contentType = request.head.value(of: .contentType).flatMap(MediaType.init)
    // Of two types nobody knows which one holds (RFC 9110 §5.3: no list).
    guard let contentType, request.head.count(of: .contentType) == 1,
      mediaTypes.contains(where: { contentType.isUTF8($0) })
    else {
      throw Problem(.unsupportedMediaType).with(.accept, mediaTypes.joined(separator: ", "))
    }
    // RFC 9110 §12.5.3: the answer to a coding that is not understood.
    if let coding = request.head.list(of: .contentEncoding), coding.lowercased() != "identity" {
      throw Problem(.unsupportedMediaType).with(.acceptEncoding, "identity")
    }
    try noteParameters()
    do throws(BodyError) {
      return try await request.body.collect(upTo: Self.maxBodyBytes)
    } catch {
      switch error {
      case .tooLarge: throw Problem(.bodyTooLarge)
      case .timedOut: throw Problem(.bodyTimeout)
      case .malformed(.chunkOverheadTooLarge): throw Problem(.headerFieldsTooLarge)
      case .malformed, .disconnected: throw Problem(.malformedBody)
      }
    }
  }

  /// What a body says: the second half of `fields(as:)`.
  func fields(of bytes: [UInt8]) throws(Problem) -> JSONFields {
    do throws(JSONSyntaxError) {
      return JSONFields(try JSONReader.read(bytes), ignored: ignoredParameters)
    } catch {
      throw Problem(.malformedJSON, [FieldProblem(error)])
    }
  }

  /// Whether unknown fields are ignored, and listed, instead of refused (RFC 7240).
  var isLenient: Bool {
    request.head.values(of: .prefer).contains { value in
      value.split(separator: ",").contains { preference in
        preference.filter { $0 != " " && $0 != "\"" }.lowercased() == "handling=lenient"
      }
    }
  }

  // MARK: - Long work

  /// Runs what may compute for long where it keeps no other connection waiting.
  func aside<Value: Sendable>(
    _ work: () async throws(Problem) -> Value
  ) async throws(Problem) -> Value {
    guard let background = environment.background else { return try await work() }
    return try await withTaskExecutorPreference(background, operation: work)
  }

  // MARK: - Storing

  /// Runs the store's work, unless a fault waits to be told; what it could not do is 503 where a retry may help, else
  /// 500.
  func stored<Value>(
    _ work: () async throws(StoreError) -> Value
  ) async throws(Problem) -> Value {
    try checkNoted()
    return try await storedWhateverIsWrong(work)
  }

  /// The same for what comes before all that is wrong with the request.
  func storedWhateverIsWrong<Value>(
    _ work: () async throws(StoreError) -> Value
  ) async throws(Problem) -> Value {
    do throws(StoreError) {
      return try await work()
    } catch {
      environment.report(
        APIFailure(requestID: request.requestID, description: error.description))
      guard let seconds = error.retryAfterSeconds else { throw .internalError }
      throw .unavailable(retryAfterSeconds: seconds)
    }
  }
}

extension Problem {
  static var internalError: Problem {
    var problem = Problem(.internalError)
    problem.isTokenChecked = true
    return problem
  }

  /// Not followed by a check of the token: the database that would do it is what is missing.
  static func unavailable(retryAfterSeconds: Int) -> Problem {
    var problem = Problem(.unavailable).with(.retryAfter, String(max(1, retryAfterSeconds)))
    problem.isTokenChecked = true
    return problem
  }
}
