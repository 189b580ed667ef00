import Testing

@testable import Postgres

@Suite("SQL by interpolation")
struct SQLTests {
  @Test("Values become parameters; text comes from literals only")
  func parameters() {
    let name = "x'; drop table entries; --"
    let sql: SQL = "select \(name), \(7), \(Int32?.none) from \(unsafeRaw: "entries")"
    #expect(sql.text == "select $1, $2, $3 from entries")
    #expect(sql.parameters.map(\.type) == [.text, .int8, .int4])
    #expect(sql.parameters.map(\.length) == [Int32(name.utf8.count), 8, -1])
  }

  @Test("A part of a statement brings its values along")
  func parts() {
    let filter: SQL = "account_id = \(PGUUID(high: 1, low: 2)) and n > \(Int32(3))"
    let sql: SQL = "select \(true) from entries where \(filter) limit \(5)"
    #expect(sql.text == "select $1 from entries where account_id = $2 and n > $3 limit $4")
    #expect(sql.parameters.map(\.offset) == [0, 1, 17, 21])
    #expect(sql.bytes.count == 1 + 16 + 4 + 8)
  }

  @Test("The same place in the program is the same statement, whatever is bound")
  func identity() {
    func statement(_ limit: Int?) -> SQL { "select 1 limit \(limit)" }
    let table = StatementTable()
    #expect(statement(1).isSameStatement(as: statement(nil)))
    #expect(table.number(of: statement(1)) == 0)
    #expect(table.number(of: statement(2)) == 0)
    #expect(table.number(of: "select 2") == 1)
    #expect(table.statements[0].bytes.isEmpty)
  }

  @Test("The same text with another type is another statement")
  func typesMatter() {
    func statement<Value: SQLValue>(_ value: Value) -> SQL { "select \(value)" }
    #expect(!statement(Int32(1)).isSameStatement(as: statement("1")))
  }

  @Test("When the table of statements is full, further ones have no number")
  func fullTable() {
    let table = StatementTable()
    var sql: SQL = "select 1"
    for number in 0..<StatementTable.maxStatements {
      #expect(table.number(of: sql) == number)
      sql = "\(sql)\(unsafeRaw: " ")"
    }
    #expect(table.number(of: sql) == nil)
    #expect(table.number(of: "select 1") == 0)
  }

  @Test("A UUID reads and writes its usual form")
  func uuid() {
    let text = "0190a5c2-7b1e-7c3d-8e4f-5a6b7c8d9e0f"
    let uuid = PGUUID(text)
    #expect(uuid?.description == text)
    #expect(PGUUID(text.uppercased()) == uuid)
    #expect(uuid.flatMap { PGUUID(bytes: $0.bytes) } == uuid)
    for bad in ["", "0190a5c2", text + "0", text.dropLast() + "g", text.replacing("-", with: "0")] {
      #expect(PGUUID(String(bad)) == nil)
    }
    #expect(PGUUID(high: 1, low: .max) < PGUUID(high: 2, low: 0))
  }

  @Test("Instants and days keep PostgreSQL's extremes")
  func time() {
    #expect(Timestamp(unixMicroseconds: 946_684_800_000_000).microsecondsSince2000 == 0)
    #expect(Timestamp.infinity.unixMicroseconds == .max)
    #expect(Timestamp.negativeInfinity.unixMicroseconds == .min)
    #expect(Timestamp(unixMicroseconds: .min) == .negativeInfinity)
    #expect(CalendarDate(unixDays: 10_957).daysSince2000 == 0)
  }

  @Test("A message that may quote a value is cut, one that quotes names is kept")
  func redaction() {
    let value = #"invalid input syntax for type uuid: "secret""#
    #expect(
      PostgresError.redact(value, sqlState: SQLState("22P02"))
        == #"invalid input syntax for type uuid: "…""#)
    let name = #"relation "entries" does not exist"#
    #expect(PostgresError.redact(name, sqlState: .undefinedTable) == name)
    #expect(PostgresError.redact(#"open "secret"#, sqlState: SQLState("P0001")) == #"open "…""#)
  }

  @Test("SQLSTATE codes keep their five characters")
  func sqlState() {
    #expect(SQLState("23505") == .uniqueViolation)
    #expect(SQLState.uniqueViolation.code == "23505")
    #expect(SQLState.uniqueViolation.errorClass == "23")
  }
}
