public import KirokuCore
public import Postgres

/// The statements of the requests that are measured, exactly as they are run, for a load generator that
/// measures PostgreSQL alone.
public enum BenchmarkStatements {
  /// `GET /v1/entries/suggested`, as it is run for one request alone.
  public static func suggested(_ secret: TokenSecret) -> [SQL] {
    [SuggestedEntries(secret: secret, limit: 7).read.statementAlone]
  }

  /// `POST /v1/entries`: one transaction, as it is run for one write alone.
  public static func put(_ put: EntryPut, _ act: Act, _ secret: TokenSecret) -> [SQL] {
    let member = PutMember(put: put, act: act, secret: secret, now: nil)
    return member.write(PutStatements.create).statementsAlone
  }

  /// `GET /v1/widget`, where the trend of the entries of a revision is remembered.
  public static func widget(_ secret: TokenSecret, entriesRev: Int64) -> [SQL] {
    let request = WidgetRequest(
      secret: secret, zone: nil, focus: nil, client: nil, knownEntriesRev: entriesRev, has: nil,
      now: nil)
    return [request.read.statementAlone]
  }
}
