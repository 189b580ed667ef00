import HTTPCore
import Testing

@Suite("Percent-encoding")
struct PercentEncodingTests {
  @Test(
    "Unreserved characters stay, every other byte is escaped",
    arguments: [
      ("", ""), ("aZ09-._~", "aZ09-._~"), ("a b+c", "a%20b%2Bc"), ("&=#?/%", "%26%3D%23%3F%2F%25"),
      ("日", "%E6%97%A5"), ("\u{0}", "%00"),
    ])
  func encoded(text: String, encoded: String) {
    #expect(percentEncoded(text) == encoded)
    #expect(percentDecoded(encoded, plusIsSpace: true) == text)
  }
}
