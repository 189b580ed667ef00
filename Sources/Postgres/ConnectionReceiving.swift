internal import AsyncSockets
internal import CLibpq

// What arrives, handed on answer by answer.
extension Connection {
  func becameReady(_ readiness: Readiness) {
    guard let handle else { return }
    if wantsToWrite { flush() }
    // It fails when the peer has closed, which is also how a connection that broke while idle shows;
    // what had arrived before is in libpq's buffer all the same.
    let isAlive = PQconsumeInput(handle) == 1
    receiveAll()
    takeNotifications()
    if !isAlive { isBroken = true }
    reportLoss()
  }

  func reportLoss() {
    guard isBroken, handle != nil else { return }
    close()
    owner?.connectionLost(self)
  }

  /// Hands on every answer that has arrived whole.
  private func receiveAll() {
    var endings = 0
    while head < pending.count, let handle, PQisBusy(handle) == 0 {
      if let result = PQgetResult(handle) {
        endings = 0
        receive(result)
      } else {
        // A statement's results end with a NULL; a Sync's do not, but an error in it does.
        endings += 1
        endStatement()
        if endings > 2 { return isBroken = true }
      }
    }
    compactPending()
  }

  private func endStatement() {
    let answered = pending[head]
    switch answered.step {
    case .sync: break
    case .script:
      head += 1
      if let handle, PQenterPipelineMode(handle) != 1 { isBroken = true }
      owner?.connection(self, received: .synced, step: .script, tag: answered.tag)
    default:
      if answered.hasResult { head += 1 } else { isBroken = true }
    }
  }

  private func receive(_ result: OpaquePointer) {
    pending[head].hasResult = true
    let answered = pending[head]
    let received: Received
    switch PQresultStatus(result) {
    case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY:
      received = .rows(Rows(taking: result))
    case PGRES_PIPELINE_SYNC:
      PQclear(result)
      head += 1
      received = .synced
    case PGRES_PIPELINE_ABORTED:
      PQclear(result)
      if answered.step == .prepare { forget(answered) }
      received = .aborted
    default:
      defer { PQclear(result) }
      guard let error = PostgresError(reportedIn: result) else {
        isBroken = true
        return
      }
      if answered.step == .prepare { forget(answered) }
      if error.isStaleStatement { forgetAll(after: answered) }
      // After a fail-over, the server that this connection reaches is no longer the primary.
      let isDemoted = leavesReadOnlyServer && error.sqlState == .readOnlyTransaction
      if error.endsConnection || isDemoted {
        // Its members are sent again by the rules for a lost connection, not for a failed statement.
        isBroken = true
        return
      }
      received = .failed(error)
    }
    owner?.connection(self, received: received, step: answered.step, tag: answered.tag)
  }

  private func forget(_ answered: Pending) {
    let number = Int(answered.statement)
    guard number >= 0, preparedNames[number] == answered.name else { return }
    preparedNames[number] = -1
  }

  /// One statement is stale, so the others are likely to be: after DISCARD ALL, all are. One that was
  /// prepared again since is left alone.
  private func forgetAll(after answered: Pending) {
    let number = Int(answered.statement)
    guard number >= 0, preparedNames[number] == answered.name else { return }
    for index in preparedNames.indices { preparedNames[index] = -1 }
  }

  private func compactPending() {
    if head == pending.count {
      pending.removeAll(keepingCapacity: true)
      head = 0
    } else if head >= 1024 {
      pending.removeFirst(head)
      head = 0
    }
  }

  private func takeNotifications() {
    while let handle, let notification = PQnotifies(handle) {
      let channel = String(cString: notification.pointee.relname)
      let payload = String(cString: notification.pointee.extra)
      PQfreemem(notification)
      owner?.connection(self, notifiedOn: channel, payload: payload)
    }
  }
}
