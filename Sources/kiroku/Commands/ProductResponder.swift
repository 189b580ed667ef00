internal import AsyncSockets
internal import HTTPCore
internal import KirokuAPI
internal import KirokuCore
internal import KirokuStore
internal import Synchronization

/// Answers requests with the product's API.
///
/// PostgreSQL takes a tenth of a second to list its time zones. The server does not wait for them to listen: requests
/// about its health are answered at once, the others as soon as the zones are known.
final class ProductResponder: Sendable {
  private enum State {
    case starting(waiting: [CheckedContinuation<API, Never>])
    case ready(API)
  }

  private let state = Mutex(State.starting(waiting: []))
  private let early: API
  private let makeAPI: @Sendable (TimeZoneNames) -> API
  private static let healthPaths: Set<String> = ["/healthz", "/readyz"]

  init(store: Store, settings: ServeSettings, background: BackgroundThreads, log: LogSink) {
    let signUp: SignUp =
      switch settings.signUp {
      case .open: .open
      case .invite(let code): .invite(code: code)
      case .closed: .closed
      }
    let reserve = RandomReserve()
    makeAPI = { zones in
      API(
        Environment(
          store: store, timeZones: zones, signUp: signUp,
          signUpLimit: settings.signUpRate.map { AddressLimit(perHour: $0) },
          codeLimit: settings.codeRate.map { AddressLimit(perHour: $0) },
          accountLimit: settings.accountRate.map { AccountLimit(perSecond: $0) },
          trustedProxies: settings.trustedProxies, background: background,
          now: { Instant(unixMicroseconds: AsyncSockets.WallClock.unixMicroseconds()) },
          // The loop's own time costs no call, and is exact enough for limits.
          monotonicNanoseconds: {
            Int64(clamping: (EventLoop.current?.now ?? MonotonicTime.now()).nanoseconds)
          },
          random: { ReservedRandom(reserve: reserve) },
          report: { failure in
            log.append(
              LogLine.event(
                "request failed", level: "error",
                ["requestId": failure.requestID, "reason": failure.description]))
          }))
    }
    early = makeAPI(TimeZoneNames(listed: []))
  }

  /// Reads the zones, as often as it takes.
  func loadTimeZones(from store: Store, on loop: EventLoop) {
    loop.spawn { [self] in
      while true {
        do throws(StoreError) {
          finish(makeAPI(try await store.schema.timeZoneNames()))
          return
        } catch {
          await loop.sleep(until: loop.now + .milliseconds(200))
        }
      }
    }
  }

  private func finish(_ api: API) {
    let waiting = state.withLock { state in
      defer { state = .ready(api) }
      guard case .starting(let waiting) = state else { return [CheckedContinuation<API, Never>]() }
      return waiting
    }
    for continuation in waiting { continuation.resume(returning: api) }
  }

  func respond(to request: Request) async -> Response {
    if let api = ready { return await api.respond(to: request) }
    if Self.healthPaths.contains(request.head.path) { return await early.respond(to: request) }
    let api = await withCheckedContinuation { continuation in
      let api = state.withLock { state -> API? in
        switch state {
        case .ready(let api): return api
        case .starting(let waiting):
          state = .starting(waiting: waiting + [continuation])
          return nil
        }
      }
      if let api { continuation.resume(returning: api) }
    }
    return await api.respond(to: request)
  }

  private var ready: API? {
    state.withLock { state in
      if case .ready(let api) = state { api } else { nil }
    }
  }
}
