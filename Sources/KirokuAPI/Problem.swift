internal import HTTPCore
internal import JSON
internal import KirokuCore
internal import KirokuStore

/// Why a request was refused, as a handler throws it and one place renders it (RFC 9457).
struct Problem: Error {
  let code: ProblemCode
  /// Every fault, where values are at fault.
  private(set) var errors: [FieldProblem]
  /// Fields that this refusal adds: `Allow`, `Retry-After`, …
  var headers: [(name: FieldName, value: String)] = []
  /// Whether the caller's token had been found valid, and sufficient, when the refusal was made.
  ///
  /// What is refused before that waits for the token's check, which comes first.
  var isTokenChecked = false
  /// The account's language, once known; used where the request names none.
  var accountLanguage: Language?

  /// What the condition of the request (RFC 9110 §13) did not hold for.
  enum Current {
    case entry(WeightEntry)
    case account(AccountProfile)
    /// With the person's day, which says the schedule in force.
    case habit(Habit, LocalDay)
    case day(HabitDay, HabitFields?)
    case focusFilter(FocusFilter)
  }

  var current: Current?
  /// What exactly was wrong with a message that is no request, for whoever debugs a client.
  var reason: String?

  init(_ code: ProblemCode, _ errors: [FieldProblem] = []) {
    self.code = code
    // A body that is no object lacks every field: to say so of each says nothing.
    let isNoObject = errors.contains { $0.place == .pointer("") && $0.code == .wrongType }
    self.errors = isNoObject ? errors.filter { $0.code != .required } : errors
  }

  /// The same with further faults before its own.
  func with(earlier faults: [FieldProblem]) -> Problem {
    var problem = self
    problem.errors = faults + errors
    return problem
  }

  /// Adds a field to the answer.
  func with(_ name: FieldName, _ value: String) -> Problem {
    var problem = self
    problem.headers.append((name, value))
    return problem
  }

  /// Whether it was the account's own token that the request came with.
  var isOfKnownCaller: Bool { accountLanguage != nil }

  /// Made by what came after the token's check.
  func afterTokenCheck(language: Language) -> Problem {
    var problem = self
    problem.isTokenChecked = true
    problem.accountLanguage = language
    return problem
  }

  /// The detail: each fault's own sentence, where there are faults.
  func detail(in language: Language) -> String {
    guard !errors.isEmpty else { return code.detail(in: language) }
    // Three sentences are what a person can listen to; all of them are in `errors`.
    let sentences = errors.prefix(3).map { $0.detail(in: language) }
    return sentences.joined(separator: language == .ja ? "" : " ")
  }

  /// The answer, `application/problem+json`.
  func response(in language: Language, requestID: String) -> Response {
    var writer = JSONWriter()
    write(in: language, requestID: requestID, to: &writer)
    var response = Response(code.status, body: .bytes(writer.bytes))
    response.headers = CommonHeaders.problem(in: language)
    for (name, value) in headers { response.headers.append(name, value) }
    return response
  }

  /// The problem itself, for an answer in which others succeeded.
  func write(in language: Language, requestID: String, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("type")
    writer.string("urn:kiroku:problem:" + code.rawValue)
    writer.key("title")
    writer.string(code.title(in: language))
    writer.key("status")
    writer.integer(Int64(code.status.code))
    writer.key("detail")
    writer.string(detail(in: language))
    writer.key("code")
    writer.string(code.rawValue)
    if let reason {
      writer.key("reason")
      writer.string(reason)
    }
    if !errors.isEmpty {
      writer.key("errors")
      writer.beginArray()
      for error in errors { Self.write(error, in: language, to: &writer) }
      writer.endArray()
    }
    if let current {
      writer.key("current")
      switch current {
      case .entry(let entry): WeightEntryJSON.write(entry, in: language, to: &writer)
      case .account(let profile): AccountJSON.write(profile, to: &writer)
      case .habit(let habit, let today):
        HabitJSON.write(habit, on: today, in: language, to: &writer)
      case .day(let day, let habit): HabitDayJSON.write(day, of: habit, to: &writer)
      case .focusFilter(let filter): FocusFilterJSON.write(filter, to: &writer)
      }
    }
    writer.key("requestId")
    writer.string(requestID)
    writer.endObject()
  }

  private static func write(
    _ error: FieldProblem, in language: Language, to writer: inout JSONWriter
  ) {
    writer.beginObject()
    switch error.place {
    case .pointer(let pointer):
      writer.key("pointer")
      writer.string(pointer)
    case .parameter(let name):
      writer.key("parameter")
      writer.string(name)
    }
    writer.key("code")
    writer.string(error.code.rawValue)
    writer.key("detail")
    writer.string(error.detail(in: language))
    writer.endObject()
  }
}
