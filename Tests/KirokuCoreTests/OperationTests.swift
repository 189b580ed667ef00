import KirokuCore
import Testing

@Suite("Operations")
struct OperationTests {
  static let account = UUIDBytes(high: 0x0011_2233_4455_6677, low: 0x8899_AABB_CCDD_EEFF)

  static func key(
    _ acted: Int64, seen: Int64? = nil, client: UInt64 = 0, operation: UInt64 = 0
  ) -> OperationKey {
    OperationKey(
      actedAt: Instant(unixMicroseconds: acted),
      seenVersion: seen.map(Instant.init(unixMicroseconds:)),
      clientID: UUIDBytes(high: 0, low: client), operationID: UUIDBytes(high: 0, low: operation))
  }

  @Test("Keys are compared by acted time, then client, then operation")
  func order() {
    #expect(Self.key(1, client: 9, operation: 9) < Self.key(2))
    #expect(Self.key(1, client: 1, operation: 9) < Self.key(1, client: 2))
    #expect(Self.key(1, client: 1, operation: 1) < Self.key(1, client: 1, operation: 2))
    #expect(Self.key(1) == Self.key(1))
  }

  @Test("Who acts on what they see wins over it, even with a clock that is behind")
  func seen() {
    #expect(Self.key(5, seen: 10) > Self.key(10))
    #expect(Self.key(5, seen: 10).effectiveAt == Instant(unixMicroseconds: 11))
    #expect(Self.key(50, seen: 10) > Self.key(20) && Self.key(5, seen: 10) < Self.key(12))
    // Both have seen 10: the one who acted later wins.
    #expect(Self.key(5, seen: 10) < Self.key(6, seen: 10))
  }

  @Test("A UUID is an operation's id as such, in either case")
  func uuidKeys() {
    let text = "0190f1c2-aabb-7ccd-8eef-0123456789ab"
    for key in [text, text.uppercased()] {
      #expect(OperationID.from(key: key, accountID: Self.account).description == text)
    }
  }

  @Test("Any other text is hashed with the account, to the same id each time")
  func textKeys() {
    // The start of SHA-256 over the account's bytes and the text, with version 8 stamped in.
    let id = OperationID.from(key: "my key", accountID: Self.account)
    #expect(id.description == "f2e15186-7281-8d7d-8b4c-851411648f6a")
    #expect(OperationID.from(key: "my kez", accountID: Self.account) != id)
    #expect(OperationID.from(key: "my key", accountID: UUIDBytes(high: 0, low: 0)) != id)
  }
}
