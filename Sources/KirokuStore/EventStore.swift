public import KirokuCore
internal import Postgres

/// `events`: what happened without a write.
public struct EventStore: Sendable {
  let session: StoreSession

  /// Events of one request.
  public static let maxEvents = 500

  /// Keeps events, each once however often it is sent, in whatever order.
  ///
  /// An event is known by its id among those of its month: to look for it in each of the other months' partitions would
  /// take longer than to store it, and an event that is sent again is of the same time.
  ///
  /// - Parameter clientID: nil means the token's id.
  public func record(
    _ events: [Event], clientID: UUIDBytes?, for secret: TokenSecret
  ) async throws(StoreError) -> Access<EventReceipt> {
    let access = try await insert(events, clientID, secret)
    guard case .granted(_, nil) = access else { return try Self.receipt(access) }
    try await makePartitions()
    return try Self.receipt(try await insert(events, clientID, secret))
  }

  private static func receipt(
    _ access: Access<EventReceipt?>
  ) throws(StoreError) -> Access<EventReceipt> {
    switch access {
    case .unauthorized: return .unauthorized
    case .forbidden(let caller): return .forbidden(caller)
    case .granted(let caller, let receipt?): return .granted(caller, receipt)
    case .granted(_, nil): throw StoreError("the events' partitions cannot be made")
    }
  }

  /// - Returns: nil where there is no partition for the latest events yet, and nothing was kept.
  private func insert(
    _ events: [Event], _ clientID: UUIDBytes?, _ secret: TokenSecret
  ) async throws(StoreError) -> Access<EventReceipt?> {
    try await session.withLockedAccount(for: secret, .recordEvents) {
      account throws(PostgresError) in
      let partitions = try await EventPartitions.read(on: account.connection)
      var times = events.map { $0.occurredAt ?? account.now }
      let shift = max(
        0, (times.max() ?? account.now).unixMicroseconds - account.now.unixMicroseconds)
      if shift > 0 { times = times.map { $0.advanced(byMicroseconds: -shift) } }
      guard let range = partitions, account.now < range.upperBound else { return nil }
      var ids: Set<UUIDBytes> = []
      let kept = events.indices.filter { index in
        times[index] >= range.lowerBound && ids.insert(events[index].id).inserted
      }
      let rows = try await account.connection.query(
        Self.insert(
          kept.map { events[$0] }, at: kept.map { times[$0] },
          by: clientID ?? account.caller.tokenID, in: account))
      var recorded = try Set(rows.map { row throws(PostgresError) in try row.id(0) })
      let outcomes = events.indices.map { index -> EventReceipt.Outcome in
        if times[index] < range.lowerBound { return .expired }
        // Of several with one id the first was recorded.
        return recorded.remove(events[index].id) == nil ? .duplicate : .recorded
      }
      return EventReceipt(outcomes: outcomes, shiftMicroseconds: shift, now: account.now)
    }
  }

  /// Answers the ids that were not known.
  private static func insert(
    _ events: [Event], at times: [Instant], by clientID: UUIDBytes, in account: LockedAccount
  ) -> SQL {
    let settings = account.caller.account.settings
    return """
      insert into events (occurred_at, received_at, month, local_day, account_id, event_id, client_id,
        session_id, op_id, foreground, name, time_zone, source, intent, properties)
      select e.occurred_at, \(account.now), date_trunc('month', e.occurred_at at time zone 'UTC')::date,
        ((e.occurred_at at time zone e.time_zone)
          - make_interval(mins => \(Int32(clamping: settings.dayStartMinutes))))::date,
        \(account.id), e.event_id, \(clientID), e.session_id, e.op_id, e.foreground, e.name,
        e.time_zone, e.source, e.intent, e.properties::json
      from unnest(\(times), \(events.map(\.id)), \(events.map(\.sessionID)),
        \(events.map(\.operationID)), \(events.map(\.isForeground)), \(events.map(\.name)),
        \(events.map { $0.timeZone ?? settings.timeZone }), \(events.map { $0.source?.rawValue }),
        \(events.map(\.intent)), \(events.map(\.properties)))
        as e (occurred_at, event_id, session_id, op_id, foreground, name, time_zone, source, intent,
          properties)
      on conflict on constraint events_pkey do nothing
      returning event_id
      """
  }
}
