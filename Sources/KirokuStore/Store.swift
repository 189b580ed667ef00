public import KirokuCore
public import Postgres

/// Everything the product keeps, a noun at a time.
///
/// Each statement is filtered by the account that its token names; a token is checked in the same
/// statement as the data it asks for.
public struct Store: Sendable {
  let session: StoreSession
  public let accounts: AccountStore
  public let tokens: TokenStore
  public let pairings: PairingStore
  public let sessions: DashboardSessionStore
  public let entries: WeightEntryStore
  public let habits: HabitStore
  public let focusFilters: FocusFilterStore
  public let widgets: WidgetStore
  public let shortcuts: ShortcutStore
  public let predictions: PredictionStore
  public let operations: OperationStore
  public let donations: DonationStore
  public let pushes: PushStore
  public let changes: ChangeStore
  /// Who waits for changes; begins to hear of them with `start()`.
  public let live: LiveChanges
  public let events: EventStore
  public let measures: MeasureStore
  public let schema: SchemaStore
  public let demo: DemoStore

  /// - Parameter clock: overrides the database's clock, for tests, wherever it is not nil.
  public init(database: Database, clock: @escaping @Sendable () -> Instant? = { nil }) {
    let session = StoreSession(database: database, clock: clock)
    self.session = session
    accounts = AccountStore(session: session)
    tokens = TokenStore(session: session)
    pairings = PairingStore(session: session)
    sessions = DashboardSessionStore(session: session)
    entries = WeightEntryStore(session: session)
    habits = HabitStore(session: session)
    focusFilters = FocusFilterStore(session: session)
    widgets = WidgetStore(session: session)
    shortcuts = ShortcutStore(session: session)
    predictions = PredictionStore(session: session)
    operations = OperationStore(session: session)
    donations = DonationStore(session: session)
    pushes = PushStore(session: session)
    changes = ChangeStore(session: session)
    live = session.live
    events = EventStore(session: session)
    measures = MeasureStore(session: session)
    schema = SchemaStore(database: database)
    demo = DemoStore(session: session)
  }
}

/// What every part of the store works with.
struct StoreSession: Sendable {
  let database: Database
  let clock: @Sendable () -> Instant?
  let uses: TokenUses
  let live: LiveChanges
  /// How many writes had a transaction of their own; tests hold that only those do which need one.
  let lockedWrites = LockedWrites()

  init(database: Database, clock: @escaping @Sendable () -> Instant?) {
    self.database = database
    self.clock = clock
    uses = TokenUses(database: database)
    live = LiveChanges(database: database)
  }

  /// Now, where a test says what now is; else the statement asks the database.
  var now: Instant? { clock() }

  /// Runs a statement that changes nothing.
  func read<Value>(
    _ statement: SQL, _ decode: (Rows) throws(PostgresError) -> Value
  ) async throws(StoreError) -> Value {
    do throws(PostgresError) {
      return try await database.read(statement, decode)
    } catch {
      throw StoreError(error)
    }
  }

  /// Runs a write that shares a transaction with others.
  func write<Value>(
    _ write: Write, _ decode: (_ lock: Row?, _ row: Row?) throws(PostgresError) -> Value
  ) async throws(StoreError) -> Value {
    do throws(PostgresError) {
      return try await database.write(write, decode)
    } catch {
      throw StoreError(error)
    }
  }

  /// Runs `body` in a transaction of its own.
  func transaction<Value>(
    _ body: (WorkConnection) async throws(PostgresError) -> Value
  ) async throws(StoreError) -> Value {
    do throws(PostgresError) {
      return try await database.transaction(body)
    } catch {
      throw StoreError(error)
    }
  }
}
