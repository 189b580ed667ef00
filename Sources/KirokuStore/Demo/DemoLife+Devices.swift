internal import KirokuCore

// What a made-up person's devices send: operations, what the app donates, and events.

extension DemoLife {
  /// An act of the past few moments is taken back, where it was done.
  mutating func undo(_ target: DemoAct, after seconds: Int, _ zone: String) {
    guard target.at > person.joinedAt else { return }
    let way = DemoSources.Way(
      source: target.source, isIntent: target.intent != nil, client: target.clientID)
    act(
      .undo(target.id), at: later(target.at, seconds: seconds), way,
      target.intent == nil ? nil : DemoIntent.undo, zone, after: target.receivedAt)
    // The app has to delete what it donated for it, and may donate the next one.
    donatedToday = donatedToday.filter { $0.value != target.id }
  }

  @discardableResult
  mutating func act(
    _ change: DemoAct.Change, at: Instant, _ way: DemoSources.Way, _ intent: String?,
    _ zone: String, after earlier: Instant? = nil, isOnline: Bool = false
  ) -> DemoAct {
    var session: UUIDBytes?
    if way.source == .app { session = .random(using: &random) }
    // Now and then a phone is offline for some hours.
    let arrival = arrival(of: at, lateness: isOnline ? 0 : 0.02)
    let act = DemoAct(
      id: .random(using: &random), at: at,
      receivedAt: max(arrival, earlier?.advanced(byMicroseconds: 1_000) ?? arrival),
      clientID: way.client, source: way.source, intent: intent, sessionID: session,
      timeZone: zone, change: change)
    guard at > person.joinedAt else { return act }
    acts.append(act)
    if let session { open(at: at.advanced(byMicroseconds: -9_000_000), zone, session) }
    if let intent { donate(intent, act) }
    return act
  }

  /// Tells of the donation that the app made once the act was saved. Where the app was closed before that, it tells when it
  /// is opened again: the act may have been undone by then.
  private mutating func donate(_ intent: String, _ act: DemoAct) {
    guard person.donates, act.source == .app, act.kind.isUndoable else { return }
    let day = clock.day(
      of: act.at, act.timeZone, dayStartMinutes: person.settings.dayStartMinutes)
    let slot = DonationSlot(
      clientID: act.clientID, intent: intent, habitID: act.habitID, day: day)
    guard donatedToday[slot] == nil else { return }
    donatedToday[slot] = act.id
    let at = later(act.at, seconds: 1)
    let arrival = arrival(of: at, lateness: 0.08)
    let draft = DonationDraft(
      operationID: act.id, intent: intent,
      identifier: UUIDBytes.random(using: &random).description)
    acts.append(
      DemoAct(
        id: .random(using: &random), at: at,
        receivedAt: max(arrival, act.receivedAt.advanced(byMicroseconds: 90_000)),
        clientID: act.clientID, source: .app, intent: nil, sessionID: act.sessionID,
        timeZone: act.timeZone, change: .donate(draft, on: day)))
  }

  /// When something that was done comes to the server.
  ///
  /// - Parameter lateness: how likely that takes hours.
  private mutating func arrival(of at: Instant, lateness: Double) -> Instant {
    let delay = random.chance(lateness) ? random.between(600...30_000) : 0
    return later(at, seconds: delay).advanced(
      byMicroseconds: Int64(random.between(80_000...900_000)))
  }

  mutating func open(at: Instant, _ zone: String, _ session: UUIDBytes? = nil) {
    // Most of what is done in the app is done in a session that is open already.
    guard session == nil || random.chance(0.3) else { return }
    tell(Event.opened, nil, at: at, sources.app(isIntent: false), zone, session)
  }

  mutating func tell(
    _ name: String, _ intent: String?, at: Instant, _ way: DemoSources.Way, _ zone: String,
    _ session: UUIDBytes? = nil
  ) {
    guard at > person.joinedAt else { return }
    var event = Event(id: .random(using: &random), name: name)
    event.occurredAt = at
    event.timeZone = zone
    event.intent = intent
    event.source = way.source
    event.sessionID = session
    event.isForeground = way.source == .app
    events.append(
      DemoEvent(
        event: event, at: at,
        receivedAt: at.advanced(byMicroseconds: Int64(random.between(90_000...3_000_000))),
        clientID: way.client, timeZone: zone))
  }

  func later(_ instant: Instant, seconds: Int) -> Instant {
    instant.advanced(byMicroseconds: Int64(seconds) * 1_000_000)
  }

  mutating func moment(_ day: LocalDay, _ minute: Int, _ zone: String) -> Instant {
    clock.instant(day, minute: minute, zone).advanced(
      byMicroseconds: Int64(random.below(60_000_000)))
  }
}
