internal import AsyncSockets

// What follows from an answer, and from the end of a unit.
extension LaneState {
  mutating func answer(
    _ outcome: Outcome, _ now: MonotonicTime, _ decisions: inout [Decision]
  ) {
    guard !units.isEmpty, units[0].outcomes.count < units[0].members.count else { return }
    lastProgress = now
    let id = units[0].members[units[0].outcomes.count].id
    units[0].outcomes.append(outcome)
    if case .failed(let failure) = outcome, units[0].failure == nil { units[0].failure = failure }
    if !rules.isForWrites, outcome.isFinal { decisions.append(.deliver(id)) }
  }

  mutating func failUnit(_ failure: Failure, _ now: MonotonicTime) {
    guard !units.isEmpty else { return }
    lastProgress = now
    if units[0].failure == nil { units[0].failure = failure }
  }

  mutating func finishUnit(
    _ commitFailure: Failure?, _ now: MonotonicTime, _ decisions: inout [Decision]
  ) {
    guard !units.isEmpty else { return }
    lastProgress = now
    var unit = units.removeFirst()
    // Answers of reads have been delivered: only where there are none, the unit as a whole has failed.
    let mayHaveFailed = rules.isForWrites || unit.sharesStatements && unit.outcomes.isEmpty
    while unit.outcomes.count < unit.members.count { unit.outcomes.append(.aborted) }
    if mayHaveFailed, let failure = unit.failure ?? commitFailure {
      retry(unit, failure, now, &decisions)
    } else if rules.isForWrites {
      deliverWrites(unit, &decisions)
    } else {
      retryReads(unit, now, &decisions)
    }
  }

  private mutating func retryReads(
    _ unit: Unit, _ now: MonotonicTime, _ decisions: inout [Decision]
  ) {
    var again: [Member] = []
    for (var member, outcome) in zip(unit.members, unit.outcomes) where !outcome.isFinal {
      if case .failed(let failure) = outcome {
        member.attempts += 1
        if member.attempts >= rules.maxAttempts {
          decisions.append(.deliver(member.id))
          continue
        }
        if failure == .retryAlone { member.notBefore = now + jitter() }
      }
      member.deadline = now + rules.checkoutDeadline
      again.append(member)
    }
    requeue(again)
  }

  private mutating func deliverWrites(_ unit: Unit, _ decisions: inout [Decision]) {
    var again: [Member] = []
    for (var member, outcome) in zip(unit.members, unit.outcomes) {
      if outcome != .skipped {
        decisions.append(.deliver(member.id))
      } else if member.wasSkipped {
        decisions.append(.waitForLock(member.id))
      } else {
        member.wasSkipped = true
        again.append(member)
      }
    }
    requeue(again)
  }

  private mutating func retry(
    _ unit: Unit, _ failure: Failure, _ now: MonotonicTime, _ decisions: inout [Decision]
  ) {
    var again: [Member] = []
    for var member in unit.members {
      // Who of several is at fault shows when each runs alone.
      let isAtFault = unit.members.count == 1 || failure == .staleStatement
      if isAtFault { member.attempts += 1 }
      if unit.members.count == 1 {
        let isFinal = failure == .refused || failure == .givenUp
        if isFinal || member.attempts >= rules.maxAttempts {
          if failure == .refused, rules.isForWrites {
            troubled.noteError(of: member.account, at: now)
          }
          decisions.append(.deliver(member.id))
          continue
        }
        if failure == .retryAlone { member.notBefore = now + jitter() }
      }
      // A stale statement is no member's fault: the same batch can go again.
      member.isAlone = failure != .staleStatement || member.attempts + 1 >= rules.maxAttempts
      member.deadline = now + rules.checkoutDeadline
      again.append(member)
    }
    requeue(again)
  }

  private mutating func jitter() -> Duration { random.fraction(of: rules.longestRetryJitter) }
}
