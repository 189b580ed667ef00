import Testing

@testable import HTTPCore

@Suite("Values of fields, queries and dates")
struct FieldValueTests {
  @Test(
    "A query is split and decoded",
    arguments: [
      ("", []), ("a=1", ["a=1"]), ("a=1&b=2&a=3", ["a=1", "b=2", "a=3"]), ("a", ["a="]),
      ("a=", ["a="]), ("=b", ["=b"]), ("&&a=1&", ["a=1"]), ("q=a+b%2Bc", ["q=a b+c"]),
      ("a=b=c", ["a=b=c"]), ("n=%E3%81%82", ["n=あ"]), ("a[=1", ["a[=1"]), ("a[b=1", ["a[b=1"]),
      ("=&&", ["="]),
      ("n=%00", ["n=\0"]), ("%61=%2526", ["a=%26"]),
    ] as [(String, [String])])
  func query(query: String, items: [String]) {
    let read = QueryItems(query)
    #expect(read.items.map { "\($0.name)=\($0.value)" } == items)
    #expect(read.faults.isEmpty)
  }

  @Test(
    "What cannot be decoded in a query is reported by its name",
    arguments: [
      ("q=%zz", "q"), ("q=%", "q"), ("q=%2", "q"), ("q=%ff", "q"), ("%zz=1", "%zz"),
      ("a%20b=%c0%ae", "a b"),
    ])
  func queryFaults(query: String, name: String) {
    let read = QueryItems(query + "&ok=1")
    #expect(read.faults.map(\.name) == [name])
    #expect(read["ok"] == "1")
    #expect(read["q"] == nil)
    #expect(read.values(of: "ok") == ["1"])
  }

  @Test("A head gives the items of its query")
  func headQuery() throws {
    let head = try #require(parsedHead("GET /?limit=5&limit=6 HTTP/1.1\r\nHost: a\r\n\r\n"))
    #expect(head.queryItems.values(of: "limit") == ["5", "6"])
    #expect(parsedHead(get())?.queryItems == QueryItems())
  }

  @Test(
    "Escapes are decoded once and completely, or not at all",
    arguments: [
      ("a%20b+c", "a b+c"), ("%252e", "%2e"), ("%2f%2F", "//"), ("", ""), ("%", nil), ("%4", nil),
      ("%g0", nil), ("%ff", nil),
    ] as [(String, String?)])
  func escapes(text: String, decoded: String?) {
    #expect(percentDecoded(text) == decoded)
  }

  @Test(
    "A date is written in the one fixed form",
    arguments: [
      (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
      (-1, "Wed, 31 Dec 1969 23:59:59 GMT"), (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
      (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"),
      (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
      (1_798_761_600, "Fri, 01 Jan 2027 00:00:00 GMT"),
      (-2_208_988_800, "Mon, 01 Jan 1900 00:00:00 GMT"),
    ] as [(Int64, String)])
  func date(seconds: Int64, text: String) {
    #expect(utf8(HTTPDate.bytes(unixSeconds: seconds)) == text)
  }

  @Test(
    "If-None-Match compares weakly, If-Match strongly",
    arguments: [
      ("*", true, true), ("\"v1\"", true, true), ("W/\"v1\"", true, false),
      ("\"a\", \"v1\"", true, true), ("\"a\",W/\"v1\" ,\"b\"", true, false),
      ("\"v2\"", false, false),
      (", \"v1\",", true, true), ("\"a,\\\"", false, false),
    ])
  func entityTags(value: String, weakly: Bool, strongly: Bool) throws {
    let condition = try #require(EntityTagCondition(value))
    #expect(condition.matchesWeakly(EntityTag("v1")) == weakly)
    #expect(condition.matchesStrongly(EntityTag("v1")) == strongly)
    #expect(!condition.matchesStrongly(EntityTag("v1", isWeak: true)) || value == "*")
  }

  @Test(
    "What is no entity tag is no condition",
    arguments: [
      "", ",", "v1", "\"v1", "v1\"", "w/\"v1\"", "W/v1", "\"a\" \"b\"", "*, \"a\"", "\"a b\"",
    ])
  func malformedTags(value: String) {
    #expect(EntityTagCondition(value) == nil)
  }

  @Test("A tag is written as it is compared")
  func tagText() {
    #expect(EntityTag("12-ab").description == "\"12-ab\"")
    #expect(EntityTag("12-ab", isWeak: true).description == "W/\"12-ab\"")
  }

  @Test(
    "A key may be quoted or bare",
    arguments: [
      ("abc", "abc"), ("\"abc\"", "abc"), ("\"a b,c\"", "a b,c"), ("\"a\\\"\\\\b\"", "a\"\\b"),
      ("", nil), ("\"\"", nil), ("\"abc", nil), ("abc\"", nil), ("a b", nil), ("a,b", nil),
      ("\"a\"b\"", nil), ("\"a\\b\"", nil), ("é", nil), ("\"é\"", nil), ("\"a\\", nil), ("\"", nil),
    ] as [(String, String?)])
  func keys(value: String, text: String?) {
    #expect(quotedOrBareText(value) == text)
  }

  @Test("A key has at most 255 characters")
  func keyLength() {
    let long = String(repeating: "k", count: 255)
    #expect(quotedOrBareText(long) == long)
    #expect(quotedOrBareText("\"\(long)\"") == long)
    #expect(quotedOrBareText(long + "k") == nil)
  }

  @Test(
    "The language liked best is picked",
    arguments: [
      ("ja", "ja"), ("ja-JP, en;q=0.8", "ja"), ("en-GB,ja;q=0.9", "en"), ("JA", "ja"),
      ("fr, de", nil), ("", nil), ("*", "en"), ("fr, *;q=0.1", "en"), ("ja;q=0.5, en;q=0.4", "ja"),
      ("en;q=0, ja;q=0.001", "ja"), ("en;q=0, *", "ja"), ("ja;q=0", "en"), ("ja;q=0, en;q=0", nil),
      ("ja;q=0, *;q=0", nil), ("ja, en", "ja"),
      ("en, ja", "en"), ("ja;q=2, en;q=0.1", "en"), ("ja;x=1, en;q=0.1", "en"), ("jav", nil),
      ("zh-Hant , ja ; q=0.7", "ja"), ("ja;q=0.1234, en;q=0.1", "en"), ("en-ja", "en"),
      (";q=1, ja", "ja"), ("ja;q=", nil), ("ja;q=1.", "ja"),
    ] as [(String, String?)])
  func languages(value: String, language: String?) {
    #expect(AcceptLanguage.pick(value, from: ["en", "ja"]) == language)
  }

  @Test(
    "A media type is read with its charset",
    arguments: [
      ("application/json", "application/json", nil),
      ("Application/JSON; Charset=UTF-8", "application/json", "utf-8"),
      ("application/json;charset=\"utf-8\"", "application/json", "utf-8"),
      (
        "application/merge-patch+json ; a=b;charset=latin1", "application/merge-patch+json",
        "latin1"
      ),
      ("text/plain;", "text/plain", nil),
    ] as [(String, String, String?)])
  func mediaTypes(value: String, essence: String, charset: String?) throws {
    let type = try #require(MediaType(value))
    #expect(type.essence == essence)
    #expect(type.charset == charset)
    #expect(type.isUTF8(essence) == (charset != "latin1"))
    #expect(!type.isUTF8("image/png"))
  }

  @Test(
    "What is no media type is none",
    arguments: [
      "", "json", "application/", "/json", "application/json charset=utf-8",
      "application/json; charset", "application/json; charset=",
      "application/json; charset=\"utf-8",
      "a/b;charset=utf-8;charset=latin1", "a/b, c/d",
    ])
  func malformedMediaTypes(value: String) {
    #expect(MediaType(value) == nil)
  }
}
