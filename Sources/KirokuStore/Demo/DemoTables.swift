internal import KirokuCore
internal import Postgres

/// How made-up people are stored: the statements of pushes where these fit, and some for what pushes do one by one.
enum DemoTables {
  /// Somebody with all that came of them.
  struct Filled {
    let person: DemoPerson
    let goal: Weight?
    let books: DemoBooks
    let events: [DemoEvent]

    init(_ number: Int, _ options: DemoOptions, _ clock: DemoClock) {
      var random = options.random(ofPerson: number)
      person = DemoPerson(number, options, clock, &random)
      let life = DemoLife(person, options, clock, random)
      goal = person.goalGrams.flatMap { Weight(thousandths: Int64($0 / 500) * 500, unit: .kg) }
      // The goal is set in the app's first screens.
      var books = DemoBooks(after: goal == nil ? 0 : 1)
      for act in life.acts { books.add(act) }
      self.books = books
      events = life.events
    }

    /// When each client was last heard of, to the minute.
    var lastUses: [Instant?] {
      person.clients.map { client in
        let acts = books.operations.lazy.filter { $0.act.clientID == client }.map(\.act.receivedAt)
        let told = events.lazy.filter { $0.clientID == client }.map(\.receivedAt)
        let last = [acts.max(), told.max()].compactMap(\.self).max()
        return last.map { Instant(unixMicroseconds: $0.unixMicroseconds / 60_000_000 * 60_000_000) }
      }
    }

    /// Everything but the account itself.
    var statements: [SQL] {
      var statements: [SQL] = []
      if !books.operations.isEmpty { statements.append(DemoTables.operations(books, person)) }
      let entries = Self.writes(books.entries)
      if !entries.isEmpty { statements.append(EntryTable.write(entries, of: person.id)) }
      let habits = Self.writes(books.habits)
      if !habits.isEmpty { statements.append(HabitTable.write(habits, of: person.id)) }
      let days = Self.writes(books.days)
      if !days.isEmpty { statements.append(DayTable.write(days, of: person.id)) }
      if !books.donations.isEmpty {
        statements.append(DemoTables.donations(books.donations, of: person.id))
      }
      if !events.isEmpty { statements.append(DemoTables.events(events, person)) }
      let progress = books.progress(weekStart: person.settings.weekStart)
      return statements + HabitProgressTable.write(progress, person.id)
    }

    /// In the order of their revisions: rows that came to be together lie together.
    private static func writes<ID, State>(
      _ records: [ID: DemoRecord<State>]
    ) -> [RecordWrite<ID, State>] {
      records.compactMap { id, record in record.row.flatMap { RecordWrite(id: id, $0) } }
        .sorted { ($0.rev, $0.key) < ($1.rev, $1.key) }
    }
  }

  /// - Parameter label: of each person's first token, by which a repeat knows them.
  static func accounts(_ filled: [Filled], label: String) -> [SQL] {
    let people = filled.map(\.person)
    let (settings, goals) = (people.map(\.settings), filled.map(\.goal))
    let tokens = filled.flatMap { one in
      zip(one.person.clients.indices, one.lastUses).map { (one.person, $0, $1) }
    }
    let scopes: [Scope] = [.app, .widget, .intent]
    return [
      """
      insert into accounts (account_id, created_at, epoch, time_zone, locale, unit,
        day_start_minutes, week_start, settings_rev, weight_goal_grams, weight_goal_thousandths,
        weight_goal_unit)
      select g.* from unnest(\(people.map(\.id)), \(people.map(\.joinedAt)),
        \(people.map(\.epoch)), \(settings.map(\.timeZone)), \(settings.map(\.language.rawValue)),
        \(settings.map(\.unit.rawValue)), \(settings.map { Int16(clamping: $0.dayStartMinutes) }),
        \(settings.map { Int16(clamping: $0.weekStart) }), \(goals.map { Int64($0 == nil ? 0 : 1) }),
        \(goals.map { $0.map { Int32(clamping: $0.grams) } }),
        \(goals.map { $0.map { Int32(clamping: $0.thousandths) } }),
        \(goals.map { $0?.unit.rawValue })) g
      """,
      """
      insert into account_revisions (account_id, rev)
      select g.* from unnest(\(people.map(\.id)), \(filled.map(\.books.rev))) g
      """,
      """
      insert into tokens (account_id, id, created_at, last_used_at, scope, secret_sha256, label)
      select g.* from unnest(\(tokens.map(\.0.id)), \(tokens.map { $0.0.clients[$0.1] }),
        \(tokens.map(\.0.joinedAt)), \(tokens.map(\.2)), \(tokens.map { scopes[$0.1].rawValue }),
        \(tokens.map { Bytes($0.0.secretHashes[$0.1]) }),
        \(tokens.map { $0.1 == 0 ? label : nil })) g
      """,
    ]
  }

  private static func operations(_ books: DemoBooks, _ person: DemoPerson) -> SQL {
    let (kept, acts) = (books.operations, books.operations.map(\.act))
    return """
      insert into operations (account_id, day_start_minutes, op_id, acted_at, key_at, received_at,
        record_type, record_id, record_day, target_op_id, client_id, session_id, kind, outcome,
        cancelled, settled, time_zone, source, intent, request_hash, fields)
      select \(person.id), \(Int16(clamping: person.settings.dayStartMinutes)), g.op_id, g.acted_at,
        g.acted_at, g.received_at, g.record_type, g.record_id, g.record_day, g.target_op_id,
        g.client_id, g.session_id, g.kind, g.outcome, g.cancelled, g.kind = 'donate', g.time_zone,
        g.source, g.intent, substring(sha256(uuid_send(g.op_id)) for 16), g.fields::json
      from unnest(\(acts.map(\.id)), \(acts.map(\.at)), \(acts.map(\.receivedAt)),
        \(kept.map { $0.reference?.typeName }), \(kept.map { $0.reference?.recordID }),
        \(kept.map { $0.reference?.day }), \(kept.map(\.targetID)), \(acts.map(\.clientID)),
        \(acts.map(\.sessionID)), \(acts.map(\.kind.rawValue)), \(kept.map(\.outcome.rawValue)),
        \(kept.map(\.isCancelled)), \(acts.map(\.timeZone)), \(acts.map(\.source.rawValue)),
        \(acts.map(\.intent)), \(kept.map(\.fields))
      ) as g (op_id, acted_at, received_at, record_type, record_id, record_day, target_op_id,
        client_id, session_id, kind, outcome, cancelled, time_zone, source, intent, fields)
      """
  }

  private static func donations(_ donations: [DemoBooks.Donated], of account: UUIDBytes) -> SQL {
    let kept = donations.map(\.donation)
    return """
      insert into donations (account_id, created_at, deleted_at, donated_at, rev, local_day, id, op_id,
        client_id, habit_id, intent, identifier)
      select \(account), g.*
      from unnest(\(donations.map(\.createdAt)), \(donations.map(\.deletedAt)),
        \(kept.map(\.donatedAt)), \(donations.map(\.rev)), \(kept.map(\.slot.day)),
        \(kept.map(\.id)), \(kept.map(\.draft.operationID)), \(kept.map(\.slot.clientID)),
        \(kept.map(\.slot.habitID)), \(kept.map(\.draft.intent)),
        \(kept.map(\.draft.identifier))) g
      """
  }

  private static func events(_ events: [DemoEvent], _ person: DemoPerson) -> SQL {
    let told = events.map(\.event)
    return """
      insert into events (occurred_at, received_at, month, local_day, account_id, event_id,
        client_id, session_id, op_id, foreground, name, time_zone, source, intent)
      select e.occurred_at, e.received_at, date_trunc('month', e.occurred_at at time zone 'UTC')::date,
        ((e.occurred_at at time zone e.time_zone)
          - make_interval(mins => \(Int32(clamping: person.settings.dayStartMinutes))))::date,
        \(person.id), e.event_id, e.client_id, e.session_id, e.op_id, e.foreground, e.name,
        e.time_zone, e.source, e.intent
      from unnest(\(events.map(\.at)), \(events.map(\.receivedAt)), \(told.map(\.id)),
        \(events.map(\.clientID)), \(told.map(\.sessionID)), \(told.map(\.operationID)),
        \(told.map(\.isForeground)), \(told.map(\.name)), \(events.map(\.timeZone)),
        \(told.map { $0.source?.rawValue }), \(told.map(\.intent))) as e (occurred_at, received_at,
        event_id, client_id, session_id, op_id, foreground, name, time_zone, source, intent)
      """
  }
}
