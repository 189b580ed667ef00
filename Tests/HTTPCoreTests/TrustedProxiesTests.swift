import HTTPCore
import Testing

@Suite("Addresses, and whose request it is")
struct TrustedProxiesTests {
  @Test(
    "An address reads as its 128 bits",
    arguments: [
      ("0.0.0.0", 0xFFFF_0000_0000), ("192.0.2.1", 0xFFFF_C000_0201),
      ("255.255.255.255", 0xFFFF_FFFF_FFFF), ("::", 0), ("::1", 1),
      ("::ffff:192.0.2.1", 0xFFFF_C000_0201), ("::FFFF:c000:201", 0xFFFF_C000_0201),
      ("2001:db8::1", 0x2001_0db8_0000_0000_0000_0000_0000_0001),
      ("1:2:3:4:5:6:7:8", 0x0001_0002_0003_0004_0005_0006_0007_0008),
      ("1:2:3:4:5:6:7::", 0x0001_0002_0003_0004_0005_0006_0007_0000),
      ("::2:3:4:5:6:7:8", 0x0000_0002_0003_0004_0005_0006_0007_0008),
      ("64:ff9b::192.0.2.33", 0x0064_ff9b_0000_0000_0000_0000_c000_0221),
      ("fe80::1%eth0", 0xfe80_0000_0000_0000_0000_0000_0000_0001),
    ] as [(String, UInt128)])
  func reads(text: String, bits: UInt128) {
    #expect(IPAddress(text)?.bits == bits)
  }

  @Test(
    "What is no address is none",
    arguments: [
      "", "1", "1.2.3", "1.2.3.4.5", "1.2.3.256", "01.2.3.4", "1.2.3.04", "1.2.3.+4", "1.2.3.",
      "a.b.c.d", "0x7f.0.0.1", "1.2.3.4 ", ":", ":::", "1::2::3", "1:2:3:4:5:6:7",
      "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8::", "12345::", "g::", "1:2", ":1:2:3:4:5:6:7:8",
      "1:2:3:4:5:6:7:8:", "::1.2.3", "1.2.3.4::", "::1.2.3.4:5", "[::1]", "１::",
    ])
  func refuses(text: String) {
    #expect(IPAddress(text) == nil)
  }

  @Test("A list of proxies has addresses and networks only")
  func lists() {
    for good in ["127.0.0.1", "10.0.0.0/8, ::1", "0.0.0.0/0", "::/0,fd00::/8", "10.0.0.0/32"] {
      #expect(TrustedProxies(good) != nil, "\(good)")
    }
    for bad in [
      "", ",", "127.0.0.1,", "10.0.0.0/33", "::/129", "10.0.0.0/", "10.0.0.0/+8", "proxy",
    ] {
      #expect(TrustedProxies(bad) == nil, "\(bad)")
    }
  }

  @Test(
    "The client is the last element that is no trusted proxy's",
    arguments: [
      // A peer that is not trusted is the client, whatever it says.
      ("198.51.100.7", ["203.0.113.9"], "198.51.100.7"),
      ("10.0.0.1", [], "10.0.0.1"),
      ("10.0.0.1", ["203.0.113.9"], "203.0.113.9"),
      ("::ffff:10.0.0.1", ["203.0.113.9"], "203.0.113.9"),
      // What the client wrote itself stands to the left.
      ("10.0.0.1", ["192.0.2.66, 203.0.113.9"], "203.0.113.9"),
      ("10.0.0.1", ["192.0.2.66, 203.0.113.9, 10.9.9.9"], "203.0.113.9"),
      ("10.0.0.1", ["192.0.2.66", "203.0.113.9", "10.9.9.9,fd00::7"], "203.0.113.9"),
      ("10.0.0.1", ["10.0.0.3, 10.0.0.2"], "10.0.0.3"),
      // What is no address says nothing; the proxy that wrote it is all that is known.
      ("10.0.0.1", ["203.0.113.9, unknown"], "10.0.0.1"),
      ("10.0.0.1", ["203.0.113.9, unknown, 10.0.0.2"], "10.0.0.2"),
      ("10.0.0.1", ["203.0.113.9,"], "10.0.0.1"),
      ("10.0.0.1", [""], "10.0.0.1"),
      ("10.0.0.1", ["203.0.113.9:4711"], "203.0.113.9"),
      ("10.0.0.1", ["[2001:db8::5]:4711"], "2001:db8::5"),
      ("fd12::1", ["2001:db8::5"], "2001:db8::5"),
    ])
  func client(peer: String, fields: [String], client: String) throws {
    let proxies = try #require(TrustedProxies("10.0.0.0/8,fd00::/8"))
    let head =
      "GET / HTTP/1.1\r\nHost: k\r\n" + fields.map { "X-Forwarded-For: \($0)\r\n" }.joined()
    let request = Request(
      head: try RequestHead(parsing: head + "\r\n"), body: .empty, requestID: "r",
      peerAddress: peer)
    #expect(proxies.clientAddress(of: request) == client)
    #expect(TrustedProxies.none.clientAddress(of: request) == peer)
  }
}
