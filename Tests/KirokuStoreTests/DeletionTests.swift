import KirokuCore
import Postgres
import Testing

@testable import KirokuStore

@Suite("Deleting accounts", .timeLimit(.minutes(2)))
struct DeletionTests {
  @Test("Every table with rows of accounts is among those that are emptied, the lock's last")
  func tables() async throws {
    try await StoreFixture.run { fixture in
      let names = try await fixture.database.read(
        """
        select table_name::text from information_schema.columns
        where table_schema = 'public' and column_name = 'account_id'
        """
      ) { rows throws(PostgresError) in
        try rows.map { row throws(PostgresError) in try row.text(0) }
      }
      #expect(Set(AccountStore.tables.map(\.description)) == Set(names))
      #expect(AccountStore.tables.last?.description == "account_revisions")
    }
  }

  @Test("Writers that wait for the account while it is deleted find no account, and leave no row")
  func concurrent() async throws {
    try await StoreFixture.run { fixture in
      let secret = try await fixture.makeToken()
      try await fixture.put(for: secret)
      let outcomes = try await withThrowingTaskGroup { group in
        for index in 0..<20 {
          group.addTask { () -> Bool in
            if index == 7 {
              guard case .granted = try await fixture.store.accounts.delete(for: secret) else {
                return false
              }
              return true
            }
            let put = EntryPut(entryID: .fresh(), draft: try StoreFixture.draft(65), fields: "{}")
            let act = Act(operationID: .fresh(), request: [])
            switch try await fixture.store.entries.put(put, act, for: secret) {
            case .granted, .unauthorized: return true
            case .forbidden: return false
            }
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(outcomes.allSatisfy { $0 } && outcomes.count == 20)
      for table in AccountStore.tables {
        #expect(try await fixture.number("select count(*) from \(unsafeRaw: table)") == 0)
      }
    }
  }
}
