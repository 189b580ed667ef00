internal import HTTPCore
internal import KirokuStore

// The server itself: /healthz, /readyz, /openapi.yaml

/// `GET /healthz`: the process lives. Looks at nothing else, so that a database that is away does
/// not get the server restarted.
func readHealth(_ call: Call) async throws(Problem) -> Response {
  health
}

/// `GET /readyz`: requests can be served: the database answers and its schema is the program's.
func readReadiness(_ call: Call) async throws(Problem) -> Response {
  let reason: String
  switch await call.environment.store.schema.readiness() {
  case .ready: return ready
  case .behind(let pending): reason = "the schema lacks \(pending) migrations"
  case .unknown(let number): reason = "the schema has an unknown migration \(number)"
  case .unreachable(let description): reason = description
  }
  call.environment.report(
    APIFailure(requestID: call.request.requestID, description: "not ready: " + reason))
  throw .unavailable(retryAfterSeconds: 5)
}

/// `GET /openapi.yaml`: the contract of exactly this program.
func readContract(_ call: Call) async throws(Problem) -> Response {
  contract
}

private let health = fixed("application/json", #"{"status":"ok"}"#)
private let ready = fixed("application/json", #"{"status":"ready"}"#)
private let contract = fixed("application/yaml", OpenAPIFile.text)

private func fixed(_ contentType: String, _ text: String) -> Response {
  var response = Response(.ok, contentType: contentType, body: Array(text.utf8))
  response.headers.append(.cacheControl, "no-cache")
  response.headers.append(.contentTypeOptions, "nosniff")
  return response
}
