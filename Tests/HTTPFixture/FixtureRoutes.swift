public import HTTPCore

/// A few small resources that show every kind of exchange. They exist to test the HTTP modules from
/// outside and to prove that these are usable without the product.
public enum FixtureRoutes {
  /// What `/echo` takes: 1 MiB.
  static let maxEchoBytes = 1 << 20

  typealias Handler = @Sendable (Request) async -> Response

  static let router: Router<Handler> = {
    var router = Router<Handler>()
    router.add(.get, "/") { _ in .text("ok\n") }
    router.add(.post, "/echo", echo)
    router.add(.put, "/echo", echo)
    router.add(.delete, "/nc") { _ in Response(.noContent) }
    router.add(.get, "/etag", tagged)
    router.add(.get, "/private", refuse)
    router.add(.post, "/private", refuse)
    router.add(.get, "/stream/{count}", stream)
    return router
  }()

  /// The fixture's responder.
  public static func respond(to request: Request) async -> Response {
    switch router.match(request.head) {
    case .found(let handler, let parameters, _):
      return await handler(request.with(parameters))
    case .options(let allow):
      return Response(.noContent).with(.allow, allow)
    case .methodNotAllowed(let allow):
      return Response.text("method not allowed\n", status: .methodNotAllowed).with(.allow, allow)
    case .notFound:
      return .text("not found\n", status: .notFound)
    }
  }

  @Sendable
  private static func echo(_ request: Request) async -> Response {
    do {
      let body = try await request.body.collect(upTo: maxEchoBytes)
      return Response(.ok, contentType: "application/octet-stream", body: body)
    } catch {
      return .text("the body cannot be read\n", status: error.status)
    }
  }

  @Sendable
  private static func tagged(_ request: Request) async -> Response {
    let tag = EntityTag("v1")
    let condition = request.head.value(of: .ifNoneMatch).flatMap { EntityTagCondition($0) }
    if condition?.matchesWeakly(tag) == true {
      return Response(.notModified).with(.etag, tag.description)
    }
    return Response.text("tagged\n").with(.etag, tag.description)
  }

  /// Nobody is let in: the answer comes before a byte of the body is read.
  @Sendable
  private static func refuse(_ request: Request) async -> Response {
    Response.text("unauthorized\n", status: .unauthorized).with(.wwwAuthenticate, "Bearer")
  }

  /// `{count}` lines, each a piece of its own.
  @Sendable
  private static func stream(_ request: Request) async -> Response {
    guard let count = request.parameters["count"].flatMap({ Int($0) }), (0...10_000) ~= count else {
      return .text("not found\n", status: .notFound)
    }
    let body = ResponseBody.stream { sink in
      for line in 0..<count { try await sink.write(Array("line \(line)\n".utf8)) }
    }
    return Response(.ok, body: body).with(.contentType, "text/plain; charset=utf-8")
  }
}

extension Response {
  fileprivate func with(_ name: FieldName, _ value: String) -> Response {
    var response = self
    response.headers.append(name, value)
    return response
  }
}
