internal import AsyncSockets

// What follows from the loss of the connection, and from the passing of time.
extension LaneState {
  mutating func loseConnection(_ now: MonotonicTime, _ decisions: inout [Decision]) {
    // After a connection that worked for a while the next attempt follows at once; one that breaks as
    // soon as it is made counts as a failed attempt, or this would spin.
    if connectedAt + rules.longestBackOff <= now {
      backOff.succeeded()
      link = .down(retryAt: now)
    } else {
      link = .down(retryAt: now + backOff.failed())
    }
    var again: [Member] = []
    for (position, unit) in units.enumerated() {
      for (index, var member) in unit.members.enumerated() {
        let outcome = index < unit.outcomes.count ? unit.outcomes[index] : nil
        if !rules.isForWrites, let outcome, outcome.isFinal { continue }
        // PostgreSQL works on one unit after another: those behind the oldest had not begun, and are
        // not to blame.
        if position == 0 { member.attempts += 1 }
        member.losses += 1
        if member.attempts >= rules.maxAttempts || member.losses >= rules.maxLosses {
          decisions.append(.refuse(member.id, .unavailable))
          continue
        }
        // Twice in flight when a connection broke: perhaps it is what breaks them.
        if member.attempts >= 2 { member.isAlone = true }
        member.deadline = now + rules.checkoutDeadline
        again.append(member)
      }
    }
    units = []
    requeue(again)
    connectIfDue(now, &decisions)
  }

  private mutating func connectIfDue(_ now: MonotonicTime, _ decisions: inout [Decision]) {
    guard case .down(let retryAt) = link, retryAt <= now else { return }
    link = .connecting
    decisions.append(.connect)
  }

  mutating func tick(_ now: MonotonicTime, _ decisions: inout [Decision]) {
    if queue.contains(where: { $0.deadline <= now }) {
      for member in queue where member.deadline <= now {
        decisions.append(.refuse(member.id, .unavailable))
      }
      queue.removeAll { $0.deadline <= now }
      exceptions = queue.count { $0.isException }
    }
    if link == .up, !units.isEmpty, lastProgress + rules.answerDeadline <= now {
      decisions.append(.abandonConnection)
    }
    connectIfDue(now, &decisions)
    sendQueued(now, &decisions)
  }
}
