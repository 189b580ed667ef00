import AsyncSockets
import Postgres
import TestSupport
import Testing

@Suite("Values, to PostgreSQL and back")
struct ValueTests {
  @Test("Each type comes back as it was sent, at its extremes and as NULL")
  func roundTrips() async throws {
    try await withDatabase { database in
      try await database.roundTrip([true, false], Row.boolOrNil)
      try await database.roundTrip([Int16.min, 0, .max], Row.int16OrNil)
      try await database.roundTrip([Int32.min, -1, .max], Row.int32OrNil)
      try await database.roundTrip([Int64.min, 1, .max], Row.int64OrNil)
      try await database.roundTrip([Int.min, 0, .max], Row.intOrNil)
      try await database.roundTrip(
        [-Double.infinity, 0, .leastNonzeroMagnitude, .greatestFiniteMagnitude], Row.doubleOrNil)
      try await database.roundTrip(["", "体重", "a'b\"c\\", "👨‍👩‍👧"], Row.textOrNil)
      try await database.roundTrip(
        [PGUUID(high: 0, low: 0), PGUUID(high: .max, low: 1)], Row.uuidOrNil)
      try await database.roundTrip(
        [
          .negativeInfinity, Timestamp(unixMicroseconds: 0),
          Timestamp(microsecondsSince2000: 9_223_371_331_199_999_999), .infinity,
        ], Row.timestampOrNil)
      try await database.roundTrip(
        [CalendarDate(unixDays: -719_162), CalendarDate(unixDays: 20_000)], Row.dateOrNil)
    }
  }
}

extension Database {
  fileprivate func roundTrip<Value: SQLValue & Equatable & Sendable>(
    _ values: [Value], _ read: @Sendable (Row) -> (Int) throws(PostgresError) -> Value?
  ) async throws {
    for value in values.map(Optional.some) + [nil] {
      let back = try await self.read("select \(value)") { rows throws(PostgresError) in
        try read(rows[0])(0)
      }
      #expect(back == value)
    }
  }
}
