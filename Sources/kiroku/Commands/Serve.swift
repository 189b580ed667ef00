internal import AsyncSockets
import Glibc
internal import HTTPCore
internal import HTTPServing
internal import KirokuAPI
internal import KirokuStore

/// `kiroku serve`: the database (with a server of its own when it is private), the loops, the HTTP server; then
/// signals until the end.
///
/// The main thread waits for signals and looks after the private PostgreSQL; the loops do all else.
struct Serve {
  let settings: ServeSettings
  let log: LogSink

  init(_ settings: ServeSettings) throws(ProgramError) {
    self.settings = settings
    do throws(SocketError) {
      log = try LogSink(descriptor: STDERR_FILENO)
    } catch {
      throw .failed("cannot start a thread: \(error)")
    }
  }

  /// Returns when it was told to stop and has.
  func run() throws(ProgramError) {
    defer { log.flush() }
    try checkPort()
    let opened = try open()
    var mayWait = true
    var end = MonotonicTime.distantFuture
    defer { opened.close(mayWait: mayWait, until: end) }
    for name in try opened.prepareSchema(migrates: settings.migrates || opened.postgres != nil) {
      log.append(LogLine.event("migration applied", ["name": name]))
    }
    let development =
      settings.makesDevelopmentAccount
      ? try DevelopmentAccount.find(in: settings.dataFolder, opened) : nil
    let server = try start(opened)
    let upkeep = Upkeep(store: opened.store, loop: opened.loop, log: log)
    upkeep.start()
    log.append(
      LogLine.event(
        "started",
        [
          "version": Version.text, "host": settings.host, "port": "\(server.port)",
          "loops": "\(settings.loops)",
        ]))
    if let development {
      Console.print(development.introduction(host: settings.host, port: server.port))
    }
    waitForSignal(opened)
    end = .now() + StopTimes.all
    upkeep.stop()
    log.append(LogLine.event("stopping"))
    do throws(ProgramError) {
      try Waiting.result(
        of: { () async throws(ProgramError) in await server.stop() }, on: opened.loop)
    } catch {
      // A second signal: whoever sent it does not want to wait.
      mayWait = false
      throw error
    }
    log.append(LogLine.event("stopped"))
  }

  /// Asks for the port before anything else is done, so that a second start ends at once and in words.
  private func checkPort() throws(ProgramError) {
    guard settings.port != 0 else { return }
    do throws(SocketError) {
      let sockets = try ListeningSockets.bind(host: settings.host, port: settings.port, count: 1)
      for descriptor in sockets.fileDescriptors { closeSocket(descriptor) }
    } catch {
      throw cannotListen(error)
    }
  }

  private func cannotListen(_ error: SocketError) -> ProgramError {
    let address = "port \(settings.port) of \(settings.host)"
    guard error.isAddressInUse else { return .failed("cannot listen on \(address): \(error)") }
    return .failed("\(address) is in use by another program: stop that one, or give another --port")
  }

  private func open() throws(ProgramError) -> OpenedDatabase {
    let databaseLog = DatabaseLog(sink: log)
    return try OpenedDatabase.open(
      settings.database, loops: settings.loops, sharesServer: false,
      report: { log.append(LogLine.postgres($0)) }, observe: { databaseLog.observe($0) })
  }

  private func start(_ opened: OpenedDatabase) throws(ProgramError) -> HTTPServer {
    var limits = ServerLimits()
    limits.idleTime = .seconds(settings.idleSeconds)
    limits.maxConnections = settings.maxConnections
    limits.stopTime = StopTimes.requests
    let descriptors = DescriptorLimit.raise()
    if descriptors < settings.maxConnections + DescriptorLimit.reserve {
      limits.maxConnections = max(1, descriptors - DescriptorLimit.reserve)
      log.append(
        LogLine.event(
          "fewer connections", level: "warning",
          [
            "limit": "\(limits.maxConnections)",
            "reason": "open files are limited to \(descriptors)",
          ]))
    }
    let server = HTTPServer(
      configuration: .init(
        host: settings.host, port: settings.port, limits: limits, refuser: API.answer(to:)),
      loops: opened.loops, observer: RequestLog(sink: log), responder: try responder(opened))
    try Waiting.result(
      of: { () async throws(ProgramError) in
        do throws(SocketError) {
          try await server.start()
        } catch {
          throw cannotListen(error)
        }
      }, on: opened.loop)
    return server
  }

  private func responder(_ opened: OpenedDatabase) throws(ProgramError) -> Responder {
    let background: BackgroundThreads
    do throws(SocketError) {
      background = try BackgroundThreads.start(count: HostSystem.processorCount)
    } catch {
      throw .failed("cannot start a thread: \(error)")
    }
    let product = ProductResponder(
      store: opened.store, settings: settings, background: background, log: log)
    product.loadTimeZones(from: opened.store, on: opened.loop)
    opened.store.live.start()
    return { request in await product.respond(to: request) }
  }

  private func waitForSignal(_ opened: OpenedDatabase) {
    while Signals.next(withinMilliseconds: 200) != .stop {
      opened.postgres?.watch(nowMilliseconds: Self.milliseconds()) {
        log.append(LogLine.postgres($0))
      }
    }
  }

  private static func milliseconds() -> Int {
    Int(MonotonicTime.now().nanoseconds / 1_000_000)
  }
}
