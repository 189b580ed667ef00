internal import AsyncSockets

/// One connection of one loop that carries many requests at once. It does what ``LaneState`` decides.
///
/// `@unchecked Sendable`: touched only on its loop's thread.
final class Lane: @unchecked Sendable {
  private let loop: EventLoop
  private let configuration: DatabaseConfiguration
  private let statements: StatementTable
  /// Takes the writes that must wait for their account's lock.
  private let waitForLock: (Ticket) -> Void

  private var state: LaneState
  private var connection: Connection?
  /// The tickets in this lane by member, and the places that are free.
  private var tickets: [Ticket?] = []
  private var free: [LaneState.MemberID] = []
  private var decisions: [LaneState.Decision] = []
  /// What belongs to a unit as a whole.
  private static let unitTag: Int32 = -1
  private static let unavailable = PostgresError(.unavailable, "the database is not available")

  private var commitError: PostgresError?
  /// What the lock of the oldest unit in flight was answered.
  private var lockRows: Rows?
  /// Why connecting failed the last time.
  private var lastError: PostgresError?
  private var isRoundEndArmed = false
  private var isClosed = false

  init(
    rules: LaneRules, on loop: EventLoop, configuration: DatabaseConfiguration,
    statements: StatementTable, waitForLock: @escaping (Ticket) -> Void
  ) {
    self.loop = loop
    self.configuration = configuration
    self.statements = statements
    self.waitForLock = waitForLock
    var generator = SystemRandomNumberGenerator()
    state = LaneState(rules: rules, seed: generator.next())
  }

  var load: Int { state.load }
  var isEmpty: Bool { state.isEmpty }
  var isUp: Bool { state.isUp }

  func submit(_ ticket: Ticket) {
    assert(loop.isCurrent)
    guard !isClosed else {
      ticket.refuse(PostgresError(.shutDown, "the database is being shut down"))
      return
    }
    let id: LaneState.MemberID
    if let place = free.popLast() {
      id = place
      tickets[Int(id)] = ticket
    } else {
      id = LaneState.MemberID(tickets.count)
      tickets.append(ticket)
    }
    let account = ticket.write?.account ?? PGUUID(high: 0, low: 0)
    handle(.submitted(id, account: account, kind: ticket.kind))
  }

  func tick() {
    handle(.ticked)
  }

  /// Closes the connection; whatever is still here is refused.
  func close() {
    isClosed = true
    connection?.close()
    connection = nil
    for ticket in tickets {
      ticket?.refuse(PostgresError(.shutDown, "the database is being shut down"))
    }
    tickets = []
    free = []
  }

  // MARK: Carrying out

  private func handle(_ event: LaneState.Event) {
    guard !isClosed else { return }
    // The list is taken and given back, so that its memory is used again; carrying out may come back
    // here, and then finds an empty one.
    var decided = decisions
    decisions = []
    state.handle(event, at: loop.now, into: &decided)
    if !decided.isEmpty {
      for decision in decided { carryOut(decision) }
      decided.removeAll(keepingCapacity: true)
    }
    decisions = decided
    armRoundEnd()
  }

  /// Whatever this round still submits goes with the same batch.
  private func armRoundEnd() {
    guard !isRoundEndArmed, state.hasSomethingToSend else { return }
    isRoundEndArmed = true
    loop.atRoundEnd { [weak self] in
      guard let self else { return }
      isRoundEndArmed = false
      handle(.roundEnded)
    }
  }

  private func carryOut(_ decision: LaneState.Decision) {
    switch decision {
    case .send(let units): send(units)
    case .deliver(let id): take(id)?.deliver()
    case .waitForLock(let id):
      if let ticket = take(id) { waitForLock(ticket) }
    case .refuse(let id, .overloaded):
      take(id)?.refuse(PostgresError(.overloaded, "too many statements are waiting"))
    case .refuse(let id, .unavailable):
      // Why the last attempt failed says more than that time is up.
      take(id)?.refuse(
        connection == nil ? lastError ?? Self.unavailable : Self.unavailable)
    case .connect: connect()
    case .abandonConnection:
      configuration.observe(.connectionAbandoned)
      connection?.close()
      connection = nil
      handle(.connectionLost)
    }
  }

  private func take(_ id: LaneState.MemberID) -> Ticket? {
    guard let ticket = tickets[Int(id)] else { return nil }
    tickets[Int(id)] = nil
    free.append(id)
    return ticket
  }

  private func send(_ units: [[LaneState.MemberID]]) {
    guard let connection else { return }
    for unit in units {
      for id in unit { tickets[Int(id)]?.reset() }
      if state.rules.isForWrites {
        sendWrites(unit, over: connection)
      } else {
        sendReads(unit, over: connection)
      }
      connection.sync(tag: Self.unitTag)
    }
    connection.flush()
  }

  // The members of a unit are of one kind: see ``LaneState``.

  private func sendReads(_ unit: [LaneState.MemberID], over connection: Connection) {
    let shared = unit.compactMap { tickets[Int($0)]?.sharedRead }
    if let kind = shared.first?.kind {
      connection.send(
        kind.statement.statement(for: shared.map(\.row)), step: .statement, tag: Self.unitTag)
      return
    }
    for id in unit {
      guard case .read(let statement, _) = tickets[Int(id)]?.request else { continue }
      connection.send(statement, step: .statement, tag: id)
    }
  }

  private func sendWrites(_ unit: [LaneState.MemberID], over connection: Connection) {
    let writes = unit.compactMap { tickets[Int($0)]?.write }
    guard let kind = writes.first?.kind else { return }
    let rows = writes.map(\.row)
    connection.send(kind.lock.statement(for: rows), step: .lock, tag: Self.unitTag)
    connection.send(kind.statement.statement(for: rows), step: .statement, tag: Self.unitTag)
  }

  private func connect() {
    let options = configuration.connectionOptions(
      statementTimeout: configuration.laneStatementTimeout, planning: state.rules.planning)
    let deadline = loop.now + configuration.connectDeadline
    loop.spawn { [self] in
      do throws(PostgresError) {
        let connection = try await Connection.open(
          options, on: loop, statements: statements, deadline: deadline)
        guard !isClosed else { return connection.close() }
        connection.owner = self
        connection.leavesReadOnlyServer = true
        self.connection = connection
        configuration.observe(.connected)
        handle(.connected)
      } catch {
        lastError = error
        configuration.observe(.connectFailed(error))
        handle(.connectFailed)
      }
    }
  }
}

extension Lane: ConnectionOwner {
  func connection(
    _ connection: Connection, received: Received, step: Connection.Step, tag: Int32
  ) {
    if step == .sync { return finishUnit(received) }
    if let error = received.error { configuration.observe(.statementFailed(error)) }
    if tag == Self.unitTag {
      receiveUnit(received, step)
    } else if step == .statement || received.error != nil, let ticket = tickets[Int(tag)] {
      receiveRead(received, step, ticket)
    }
  }

  /// What a statement was answered, or the preparation of one that failed, in which case the
  /// statement is answered as aborted.
  private func receiveRead(_ received: Received, _ step: Connection.Step, _ ticket: Ticket) {
    if case .rows(let rows) = received { ticket.rows = rows }
    if ticket.error == nil { ticket.error = received.error }
    guard step == .statement else { return }
    if let error = ticket.error {
      handle(.answered(.failed(error.laneFailure)))
    } else {
      handle(.answered(ticket.rows == nil ? .aborted : .succeeded))
    }
  }

  private func receiveUnit(_ received: Received, _ step: Connection.Step) {
    switch received {
    case .failed(let error): failUnit(error)
    case .rows(let rows) where step == .lock: lockRows = rows
    case .rows(let rows) where step == .statement:
      do throws(PostgresError) {
        try answerUnit(rows)
      } catch {
        failUnit(error)
      }
    case .rows, .aborted, .synced: break
    }
  }

  /// Gives each member of the unit its rows, by its number.
  private func answerUnit(_ rows: Rows) throws(PostgresError) {
    let unit = state.oldestUnit
    for id in unit { tickets[Int(id)]?.answer = MemberAnswer() }
    func member(of row: Row) throws(PostgresError) -> Ticket? {
      let number = try row.int(0)
      guard unit.indices.contains(number - 1) else {
        throw PostgresError(.mismatch, "a row names no member")
      }
      return tickets[Int(unit[number - 1])]
    }
    if let lockRows {
      for row in lockRows { try member(of: row)?.answer?.lock = row }
    }
    for row in rows { try member(of: row)?.answer?.row = row }
    lockRows = nil
    for id in unit {
      handle(.answered(tickets[Int(id)]?.wasSkipped == true ? .skipped : .succeeded))
    }
  }

  private func failUnit(_ error: PostgresError) {
    lockRows = nil
    noteInUnit(error)
    handle(.failed(error.laneFailure))
  }

  private func noteInUnit(_ error: PostgresError) {
    for id in state.oldestUnit where tickets[Int(id)]?.error == nil {
      tickets[Int(id)]?.error = error
    }
  }

  /// An error in place of the Sync's answer is a commit that failed; the Sync itself follows.
  private func finishUnit(_ received: Received) {
    switch received {
    case .failed(let error):
      commitError = error
      noteInUnit(error)
    default:
      let failure = commitError?.laneFailure
      commitError = nil
      handle(.synced(failure))
    }
  }

  func connectionLost(_ connection: Connection) {
    guard connection === self.connection else { return }
    self.connection = nil
    commitError = nil
    lockRows = nil
    configuration.observe(.connectionLost)
    handle(.connectionLost)
  }
}
