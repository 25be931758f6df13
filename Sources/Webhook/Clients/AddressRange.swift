/// A range of addresses: all that begin with the same bits
/// (<https://www.rfc-editor.org/rfc/rfc4632#section-3.1>).
public struct AddressRange: Hashable, Sendable {
  private let first: NetworkAddress
  /// The length of the prefix in bits of IPv6.
  private let length: Int

  /// The reason why a text is not a range.
  public enum Mistake: Error, Hashable, Sendable, CaseIterable {
    /// The text does not begin with an address.
    case address
    /// The text after the slash is not a prefix length of such an address.
    case length
    /// Its address has bits after the prefix.
    case rest
    /// The range holds every address.
    case everything
  }

  /// Reads a range: `10.0.0.0/8`, `fd00::/8`, or a single address.
  ///
  /// - Throws: ``Mistake``.
  public init(_ text: some StringProtocol) throws(Mistake) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let begin = parts.first, let first = NetworkAddress(begin) else { throw .address }
    let bits = begin.utf8.contains(UInt8(ascii: ":")) ? 128 : 32
    var length = bits
    if parts.count > 1 {
      let digits = parts[1].utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      guard digits, let stated = Int(parts[1]), stated <= bits else { throw .length }
      length = stated
    }
    guard length > 0 else { throw .everything }
    (self.first, self.length) = (first, length + 128 - bits)
    guard masked(first) == first else { throw .rest }
  }

  /// A Boolean value that indicates whether the range contains an address.
  func contains(_ address: NetworkAddress) -> Bool { masked(address) == first }

  private func masked(_ address: NetworkAddress) -> NetworkAddress {
    NetworkAddress(
      high: address.high & UInt64.max << (64 - min(length, 64)),
      low: address.low & UInt64.max << (64 - max(length - 64, 0)))
  }
}

extension AddressRange {
  /// The ranges whose addresses do not identify one client of the Internet (RFC 6890): loopback,
  /// private networks, link-local and carrier-grade NAT.
  static let local = ranges([
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
    "192.168.0.0/16", "::/127", "fc00::/7", "fe80::/10",
  ])

  /// The range from which the App Store sends
  /// (<https://developer.apple.com/documentation/appstoreservernotifications>).
  static let appStore = ranges(["17.0.0.0/8"])

  /// This machine.
  static let loopback = ranges(["127.0.0.0/8", "::1"])

  private static func ranges(_ texts: [String]) -> [AddressRange] {
    texts.compactMap { text in try? AddressRange(text) }
  }
}

extension [AddressRange] {
  /// A Boolean value that indicates whether any of the ranges contains an address.
  func contain(_ address: NetworkAddress) -> Bool { contains { $0.contains(address) } }
}
