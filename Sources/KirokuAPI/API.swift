public import HTTPCore
internal import KirokuCore
internal import KirokuStore

/// Kiroku's HTTP API: answers requests, whatever carried them.
public struct API: Sendable {
  let environment: Environment
  private let router = Routes.all()

  public init(_ environment: Environment) {
    self.environment = environment
  }

  /// Every route's method and pattern: what `openapi.yaml` has to describe.
  public static var routes: [(method: HTTPMethod, pattern: String)] { Routes.all().table }

  /// Answers one request. Never fails: what went wrong is a problem (RFC 9457).
  public func respond(to request: Request) async -> Response {
    switch router.match(request.head) {
    case .found(let route, let parameters, let pattern):
      var response = await answer(Call(request, parameters, in: environment), by: route)
      response.route = pattern
      return response
    case .options(let allow):
      var response = Response(.noContent)
      response.headers.append(.allow, allow)
      return response
    case .methodNotAllowed(let allow):
      return refused(request, Problem(.methodNotAllowed).with(.allow, allow))
    case .notFound:
      return refused(request, Problem(.routeNotFound))
    }
  }

  private func refused(_ request: Request, _ problem: Problem) -> Response {
    let call = Call(request, in: environment)
    return call.isOfPages ? call.page(for: problem) : call.response(to: problem)
  }

  private func answer(_ call: Call, by route: Route) async -> Response {
    switch route {
    case .open(let handler):
      do throws(Problem) {
        return call.listingIgnored(try await handler(call))
      } catch {
        return call.response(to: error)
      }
    case .authorized(let permission, let handler):
      let credential: Credential
      do throws(Problem) {
        credential = try Credential(call.request.head, permission)
      } catch {
        return call.response(to: error)
      }
      let account = credential.secret.accountID
      let now = environment.monotonicNanoseconds()
      do throws(Problem) {
        try environment.accountLimit?.check(account, now: now)
        let response = try await handler(call, credential)
        environment.accountLimit?.count(account, now: now)
        return call.listingIgnored(response)
      } catch {
        let problem = await checkingToken(of: credential, before: error, call)
        if problem.isOfKnownCaller { environment.accountLimit?.count(account, now: now) }
        return call.response(to: problem)
      }
    case .analytics(let handler):
      do throws(Problem) {
        let measures = try await call.measures()
        return call.listingIgnored(try await handler(call, measures))
      } catch {
        return call.response(to: error)
      }
    case .page(let handler):
      do throws(Problem) {
        return call.listingIgnored(try await handler(call))
      } catch {
        return call.page(for: error)
      }
    }
  }

  /// A request that was refused before its statement has not had its token checked, and 401 and
  /// 403 come before all that is wrong with a request. The check also tells the account's language.
  private func checkingToken(
    of credential: Credential, before problem: Problem, _ call: Call
  ) async -> Problem {
    guard !problem.isTokenChecked else { return problem }
    do throws(Problem) {
      let access = try await call.storedWhateverIsWrong { () throws(StoreError) in
        try await environment.store.tokens.authenticate(
          credential.secret, for: credential.permission)
      }
      let (caller, _) = try credential.granted(access)
      return problem.afterTokenCheck(language: caller.account.settings.language)
    } catch {
      return error
    }
  }
}
