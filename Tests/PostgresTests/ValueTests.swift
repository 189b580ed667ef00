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

  @Test("Bytes, JSON and arrays come back as they were sent")
  func compounds() async throws {
    try await withDatabase { database in
      let bytes = (0...255).map { UInt8($0) }
      let ids = [PGUUID(high: 1, low: 2), PGUUID(high: 3, low: 4)]
      let texts = ["", "二", "a,\"b\"\\{}"]
      try await database.read(
        """
        select \(bytes), \([UInt8]()), \([UInt8]?.none), \(#"{"a": [1, null]}"#)::jsonb,
          \(ids), \([PGUUID]()), \(texts), \([Int32.min, .max]), \([Int64.min, .max]),
          \([Int32]?.none), \([String?.some("x"), nil])
        """
      ) { rows throws(PostgresError) in
        let row = try rows[0]
        #expect(try row.bytea(0) == bytes)
        #expect(try row.bytea(1) == [])
        #expect(try row.byteaOrNil(2) == nil)
        #expect(try row.jsonb(3) == #"{"a": [1, null]}"#)
        #expect(try row.uuids(4) == ids)
        #expect(try row.uuids(5) == [])
        #expect(try row.texts(6) == texts)
        #expect(try row.int32s(7) == [.min, .max])
        #expect(try row.int64s(8) == [.min, .max])
        #expect(row.isNull(9))
        #expect(throws: PostgresError.self, "an array with a NULL") { try row.texts(10) }
      }
    }
  }

  @Test("A list of rows in one value comes back in its order; another form of it is refused")
  func composites() async throws {
    try await withDatabase { database in
      try await database.read(
        """
        select array(select row(n, 'n' || n, null::text) from generate_series(1, 3) n order by n desc),
          array(select row(1) where false), array[row(1, 'n', null::text), null], null::record[]
        """
      ) { rows throws(PostgresError) in
        let row = try rows[0]
        #expect(
          try texts(row.composites(0, fieldCount: 3)) == ["3 n3 none", "2 n2 none", "1 n1 none"])
        #expect(try texts(row.composites(1, fieldCount: 1)) == [])
        for (column, fieldCount) in [(0, 2), (2, 3), (3, 3)] {
          #expect(throws: PostgresError.self) {
            try texts(row.composites(column, fieldCount: fieldCount))
          }
        }
      }
    }
    @Sendable func texts(_ list: CompositeList) throws(PostgresError) -> [String] {
      var list = list
      var texts: [String] = []
      while var fields = try list.next() {
        texts.append(
          "\(try fields.int32()) \(try fields.text()) \(try fields.textOrNil() ?? "none")")
      }
      return texts
    }
  }

  @Test(
    "Whole numbers within a row of such a list come in their order; of another type they are refused"
  )
  func integersInComposites() async throws {
    try await withDatabase { database in
      try await database.read(
        """
        select array(select row(v) from (values (array[3, -1440, 3]), ('{}'::integer[])) t (v)),
          array(select row(array[1::bigint])), array(select row(null::integer[]))
        """
      ) { rows throws(PostgresError) in
        let row = try rows[0]
        #expect(try numbers(row.composites(0, fieldCount: 1)) == [[3, -1_440, 3], []])
        for column in [1, 2] {
          #expect(throws: PostgresError.self) {
            try numbers(row.composites(column, fieldCount: 1))
          }
        }
      }
    }
    @Sendable func numbers(_ list: CompositeList) throws(PostgresError) -> [[Int32]] {
      var list = list
      var all: [[Int32]] = []
      while var fields = try list.next() {
        var numbers: [Int32] = []
        try fields.forEachInt32 { numbers.append($0) }
        all.append(numbers)
      }
      return all
    }
  }

  @Test("PostgreSQL understands what is bound as this program does")
  func meaning() async throws {
    try await withDatabase { database in
      try await database.read(
        """
        select \(Timestamp(unixMicroseconds: 1_700_000_000_000_001))::text,
          \(CalendarDate(unixDays: 19_000))::text, \(PGUUID(high: 1, low: 2))::text,
          \(Timestamp.infinity)::text, \(Int16(-2))::text, \(0.5)::text, \(true)::text,
          timestamptz '294276-12-31 23:59:59.999999+00', date '0044-03-15 BC'
        """
      ) { rows throws(PostgresError) in
        let row = try rows[0]
        let texts = try (0..<7).map { column throws(PostgresError) in try row.text(column) }
        #expect(
          texts == [
            "2023-11-14 22:13:20.000001+00", "2022-01-08",
            "00000000-0000-0001-0000-000000000002", "infinity", "-2", "0.5", "true",
          ])
        #expect(try row.timestamp(7).microsecondsSince2000 == 9_223_371_331_199_999_999)
        #expect(try row.date(8).unixDays == -735_160)
      }
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
