import Testing

@testable import KirokuCore

@Suite("Secrets and digests")
struct SecretTests {
  static let account = UUIDBytes("00112233-4455-6677-8899-aabbccddeeff")
  static let text =
    "krk_aaisem2ekvthpcezvk54zxpo74aacaqdaqcqmbyibefawdanbyhraeiscmkbkfqxdamrugy4dupb7eadb6qq"

  @Test("A secret's text is its account, its random bits and their checksum")
  func text() throws {
    let account = try #require(Self.account)
    // Words whose bytes, lowest first, are 0 to 31.
    var random = FixedRandomness(
      0x0706_0504_0302_0100, 0x0F0E_0D0C_0B0A_0908, 0x1716_1514_1312_1110, 0x1F1E_1D1C_1B1A_1918)
    let secret = TokenSecret(accountID: account, using: &random)
    #expect(secret.random == Array(0..<32))
    #expect(secret.text == Self.text)
    #expect(TokenSecret(Self.text) == secret)
  }

  @Test("One wrong character anywhere, and there is no secret")
  func damaged() {
    let bytes = Array(Self.text.utf8)
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] = damaged[index] == UInt8(ascii: "a") ? UInt8(ascii: "b") : UInt8(ascii: "a")
      #expect(TokenSecret(String(decoding: damaged, as: UTF8.self)) == nil)
      #expect(TokenSecret(String(decoding: bytes[..<index], as: UTF8.self)) == nil)
    }
    #expect(TokenSecret(Self.text + "a") == nil)
    #expect(TokenSecret(Self.text.uppercased()) == nil)
    #expect(TokenSecret(" " + Self.text) == nil)
  }

  @Test("A secret's description does not show it")
  func description() throws {
    let secret = try #require(TokenSecret(Self.text))
    let shown = "\(secret) \(String(reflecting: secret)) \(String(describing: [secret]))"
    #expect(!shown.contains(Self.text.suffix(40)))
    var dumped = ""
    dump(secret, to: &dumped)
    #expect(!dumped.contains("31"))
  }

  @Test(
    "Base32 has one spelling",
    arguments: [("", ""), ("f", "my"), ("foob", "mzxw6yq"), ("foobar", "mzxw6ytboi")])
  func base32(plain: String, text: String) {
    let bytes = Array(plain.utf8)
    #expect(asciiText { Base32.append(bytes, to: &$0) } == text)
    #expect(Base32.decode(Array(text.utf8).span, count: bytes.count) == bytes)
    // `mz` would leave a bit over.
    #expect(Base32.decode(Array("mz".utf8).span, count: 1) == nil)
  }

  @Test("CRC-32 has its check value")
  func crc() {
    #expect(CRC32.checksum(of: Array("123456789".utf8).span) == 0xCBF4_3926)
  }

  @Test(
    "SHA-256 gives the digests of FIPS 180-4's examples",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        String(repeating: "a", count: 1_000_000),
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
      ),
    ])
  func sha256(message: String, digest: String) {
    let hexadecimal = SHA256.digest(of: Array(message.utf8)).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    #expect(hexadecimal.joined() == digest)
  }
}
