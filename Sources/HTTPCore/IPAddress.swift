/// An IP address. An IPv4 address is the IPv6 address that stands for it (RFC 4291 §2.5.5.2), so it is
/// the same whichever kind of socket it came over.
public struct IPAddress: Hashable, Sendable {
  /// In network order, the first byte highest.
  public let bits: UInt128

  private static let mappedPrefix: UInt128 = 0xFFFF << 32

  public var isIPv4: Bool { bits >> 32 == 0xFFFF }

  init(bits: UInt128) { self.bits = bits }

  /// Reads dotted decimal or RFC 4291 §2.2; nil for anything else. A zone (`%eth0`) is dropped.
  public init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    if bytes.contains(.colon) {
      guard let bits = Self.ipv6(bytes.prefix { $0 != .percent }) else { return nil }
      self.bits = bits
    } else {
      guard let bits = Self.ipv4(bytes[...]) else { return nil }
      self.bits = Self.mappedPrefix | UInt128(bits)
    }
  }

  /// Four numbers of 0…255, none with a zero before it: some programs read those as octal.
  private static func ipv4(_ text: ArraySlice<UInt8>) -> UInt32? {
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var bits: UInt32 = 0
    for part in parts {
      guard (1...3).contains(part.count), part.allSatisfy(\.isDigit),
        part.count == 1 || part.first != UInt8(ascii: "0")
      else { return nil }
      let number = part.reduce(UInt32(0)) { $0 * 10 + UInt32($1 - UInt8(ascii: "0")) }
      guard number <= 255 else { return nil }
      bits = bits << 8 | number
    }
    return bits
  }

  /// Eight groups of up to four hexadecimal digits; `::` once for one or more groups of zero; the last
  /// two may be an IPv4 address.
  private static func ipv6(_ text: ArraySlice<UInt8>) -> UInt128? {
    let gap = text.indices.dropLast().first { text[$0] == .colon && text[$0 + 1] == .colon }
    guard let gap else {
      guard let all = groups(text), all.count == 8 else { return nil }
      return bits(all)
    }
    guard let before = groups(text[..<gap]), let after = groups(text[(gap + 2)...]),
      before.count + after.count < 8, !text[..<gap].contains(UInt8(ascii: "."))
    else { return nil }
    return bits(before + [UInt16](repeating: 0, count: 8 - before.count - after.count) + after)
  }

  private static func bits(_ groups: [UInt16]) -> UInt128 {
    groups.reduce(0) { $0 << 16 | UInt128($1) }
  }

  private static func groups(_ text: ArraySlice<UInt8>) -> [UInt16]? {
    if text.isEmpty { return [] }
    var groups: [UInt16] = []
    let parts = text.split(separator: .colon, omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      if index == parts.count - 1, part.contains(UInt8(ascii: ".")) {
        guard let address = ipv4(part) else { return nil }
        groups += [UInt16(address >> 16), UInt16(address & 0xFFFF)]
        continue
      }
      guard (1...4).contains(part.count) else { return nil }
      var number: UInt16 = 0
      for byte in part {
        guard let digit = byte.hexValue else { return nil }
        number = number << 4 | UInt16(digit)
      }
      groups.append(number)
    }
    return groups
  }
}

/// Addresses that begin with the same bits.
public struct IPNetwork: Hashable, Sendable {
  private let bits: UInt128
  private let mask: UInt128

  /// The network of an address.
  ///
  /// - Parameter prefixBits: how many of the 128 bits its addresses have in common; 0…128.
  public init(of address: IPAddress, prefixBits: Int) {
    mask = prefixBits <= 0 ? 0 : UInt128.max << UInt128(128 - min(128, prefixBits))
    bits = address.bits & mask
  }

  /// Reads an address, or an address and a number of bits: `10.0.0.0/8`, `fd00::/8`. Nil for anything else.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let address = parts.first.flatMap({ IPAddress($0) }) else { return nil }
    var prefixBits = 128
    if parts.count == 2 {
      guard (1...3).contains(parts[1].utf8.count), parts[1].utf8.allSatisfy(\.isDigit),
        let number = Int(parts[1]), number <= (address.isIPv4 ? 32 : 128)
      else { return nil }
      prefixBits = number + (address.isIPv4 ? 96 : 0)
    }
    self.init(of: address, prefixBits: prefixBits)
  }

  public func contains(_ address: IPAddress) -> Bool { address.bits & mask == bits }
}
