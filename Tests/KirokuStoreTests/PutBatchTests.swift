import KirokuCore
import KirokuStore
import Postgres
import TestSupport
import Testing

@Suite("Puts that share a batch", .timeLimit(.minutes(2)))
struct PutBatchTests {
  @Test("Each member of a batch gets the outcome that it would get alone")
  func outcomes() async throws {
    let now = try Instant.at("2026-12-01T07:30:00Z")
    try await StoreFixture.run(now: now) { fixture in
      let known = UUIDBytes.fresh()
      let secrets = try await fixture.usedTokens(8)
      for secret in secrets[1...2] {
        try await fixture.put(entryID: known, operation: known, for: secret)
      }
      try await fixture.put(entryID: known, for: secrets[3])
      try await fixture.put(entryID: known, actedAt: now, for: secrets[4])
      _ = try await fixture.undo(.fresh(), actedAt: nil, for: secrets[5])
      let reader = try #require(try await fixture.makeAccount()[.read])
      var random = SystemRandomNumberGenerator()
      let unknown = TokenSecret(accountID: secrets[0].accountID, using: &random)

      let day: Int64 = 86_400_000_000
      let members = [
        Member(secret: secrets[0]),
        Member(
          secret: secrets[1], entryID: known, operation: known, expected: .repeated(.created)),
        Member(secret: secrets[2], operation: known, kilograms: 99, refusal: .operationReused),
        Member(secret: secrets[3], entryID: known, expected: .updated),
        Member(
          secret: secrets[4], entryID: known, actedAt: now.advanced(byMicroseconds: -day),
          expected: .superseded),
        Member(secret: secrets[5]),
        Member(
          secret: secrets[6], recordedAt: now.advanced(byMicroseconds: day + 1),
          refusal: .recordedInFuture),
        Member(secret: secrets[7]),
      ]
      try await fixture.test.loops[0].run {
        try await withThrowingTaskGroup { group in
          for member in members { group.addTask { try await member.check(in: fixture) } }
          group.addTask {
            let access = try await Member(secret: reader).put(in: fixture)
            #expect(access.isForbidden)
          }
          group.addTask {
            let access = try await Member(secret: unknown).put(in: fixture)
            #expect(access.isUnauthorized)
          }
          try await group.waitForAll()
        }
      }
      let batches = try await fixture.number(
        """
        select count(distinct xmin::text) from weight_entries
        where account_id in (\(secrets[0].accountID), \(secrets[7].accountID)) and rev = 2
        """)
      #expect(batches == 1)
    }
  }

  @Test("Many writes of one account at once are all stored, one a batch, with strangers among them")
  func oneAccount() async throws {
    try await StoreFixture.run { fixture in
      let secrets = try await fixture.usedTokens(11)
      let busy = secrets[0]
      try await fixture.test.loops[0].run {
        try await withThrowingTaskGroup { group in
          for _ in 0..<100 { group.addTask { try await fixture.put(for: busy) } }
          for secret in secrets[1...] { group.addTask { try await fixture.put(for: secret) } }
          for try await result in group { #expect(result.outcome == .created) }
        }
      }
      #expect(try await fixture.rev(of: busy) == 101)
      let revisions = try await fixture.number(
        "select count(distinct rev) from weight_entries where account_id = \(busy.accountID)")
      #expect(revisions == 101)
      let strangers = try await fixture.number(
        "select sum(rev)::bigint from account_revisions where account_id <> \(busy.accountID)")
      #expect(strangers == 20)
    }
  }

  @Test("On a new database too, a batch finds its rows by index")
  func plans() async throws {
    try await StoreFixture.run { fixture in
      let secrets = try await fixture.usedTokens(20)
      let rounds = 5
      for _ in 0..<rounds {
        try await withThrowingTaskGroup { group in
          for secret in secrets { group.addTask { _ = try await fixture.put(for: secret) } }
          try await group.waitForAll()
        }
      }
      // A session's counts are seen when it ends.
      try await fixture.run(
        """
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()
        """)
      let inserted = Int64((rounds + 1) * secrets.count)
      while try await fixture.number(
        "select n_tup_ins from pg_stat_user_tables where relname = 'operations'") < inserted
      {}
      let read = try await fixture.number(
        """
        select sum(seq_scan)::bigint from pg_stat_user_tables
        where relname in ('operations', 'weight_entries', 'accounts')
        """)
      #expect(read == 0, "tables were read whole")
    }
  }
}

/// A put of a batch, and what should come of it.
private struct Member: Sendable {
  var secret: TokenSecret
  var entryID = UUIDBytes.fresh()
  var operation = UUIDBytes.fresh()
  var kilograms: Int64 = 65
  var recordedAt: Instant?
  var actedAt: Instant?
  var expected = EntryResult.Outcome.created
  var refusal: EntryResult.Refusal?

  func put(
    in fixture: StoreFixture
  ) async throws -> Access<Result<EntryResult, EntryResult.Refusal>> {
    let put = EntryPut(
      entryID: entryID, draft: try StoreFixture.draft(kilograms, at: recordedAt), fields: "{}")
    var act = Act(
      operationID: operation,
      request: Array("\(entryID)\(kilograms)\(String(describing: actedAt))".utf8))
    act.actedAt = actedAt
    return try await fixture.store.entries.put(put, act, for: secret)
  }

  func check(in fixture: StoreFixture) async throws {
    switch try await put(in: fixture).value {
    case .success(let result):
      #expect(refusal == nil)
      #expect(result.outcome == expected)
    case .failure(let error): #expect(error == refusal)
    case nil: Issue.record("the token was refused")
    }
  }
}

extension Access {
  fileprivate var isForbidden: Bool { if case .forbidden = self { true } else { false } }
  fileprivate var isUnauthorized: Bool { if case .unauthorized = self { true } else { false } }
}

extension StoreFixture {
  /// Tokens of new accounts with one entry each, since a token's first use is recorded apart from its batch.
  fileprivate func usedTokens(_ count: Int) async throws -> [TokenSecret] {
    var secrets: [TokenSecret] = []
    for _ in 0..<count {
      let secret = try await makeToken()
      try await put(for: secret)
      secrets.append(secret)
    }
    return secrets
  }
}
