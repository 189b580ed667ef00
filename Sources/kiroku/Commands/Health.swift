/// `kiroku health`: asks the server on this machine for `/readyz`, and prints what it answers.
enum Health {
  static func run(_ invocation: Invocation) throws(ProgramError) {
    let port =
      try invocation.integer("--port", in: 1...65_535).map { UInt16($0) }
      ?? ServeSettings.defaultPort
    let host = address(of: try invocation.text("--host") ?? ServeSettings.defaultHost)
    let answer: HTTPExchange
    do throws(HTTPExchange.Failure) {
      answer = try HTTPExchange.perform("GET", "/readyz", host: host, port: port)
    } catch {
      switch error {
      case .unreachable(let reason): throw .failed("no server answers: \(reason)")
      case .noAnswer: throw .failed("the server does not answer")
      }
    }
    Console.print(answer.body)
    guard answer.status == 200 else { throw .failed("not ready: status \(answer.status)") }
  }

  /// A server told to listen on every address is asked on this machine's own.
  private static func address(of host: String) -> String {
    switch host {
    case "0.0.0.0": "127.0.0.1"
    case "::": "::1"
    default: host
    }
  }
}
