import Foundation
import NIOCore

/// An IP address.
///
/// An IPv4 address is kept as the IPv6 address that it maps to
/// (<https://www.rfc-editor.org/rfc/rfc4291#section-2.5.5.2>), so that both forms are equal.
struct NetworkAddress: Hashable, Sendable {
  /// The first eight bytes.
  var high: UInt64
  /// The last eight bytes.
  var low: UInt64

  /// Creates an address of version 6.
  init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

  /// Creates an address of version 4.
  init(version4 number: UInt32) { self.init(high: 0, low: Self.mapping | UInt64(number)) }

  private static let mapping: UInt64 = 0xFFFF << 32

  /// Reads an address in the text forms of IPv4 and IPv6 (RFC 4291); `nil` for anything else, zones
  /// (`%eth0`), names and ports included.
  init?(_ text: some StringProtocol) {
    guard !text.utf8.contains(0) else { return nil }
    if text.utf8.contains(UInt8(ascii: ":")) {
      var address = in6_addr()
      guard text.withCString({ inet_pton(AF_INET6, $0, &address) }) == 1 else { return nil }
      self.init(address)
    } else {
      var address = in_addr()
      guard text.withCString({ inet_pton(AF_INET, $0, &address) }) == 1 else { return nil }
      self.init(version4: UInt32(bigEndian: address.s_addr))
    }
  }

  /// Creates the address of one end of a connection; `nil` where it has none, as a Unix socket.
  init?(_ socket: SocketAddress?) {
    switch socket {
    case .v4(let socket):
      self.init(version4: UInt32(bigEndian: socket.address.sin_addr.s_addr))
    case .v6(let socket): self.init(socket.address.sin6_addr)
    case .unixDomainSocket, nil: return nil
    }
  }

  private init(_ address: in6_addr) {
    let (high, low) = withUnsafeBytes(of: address) { bytes in
      (
        bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self),
        bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
      )
    }
    self.init(high: UInt64(bigEndian: high), low: UInt64(bigEndian: low))
  }

  /// A Boolean value that indicates whether it is an IPv4 address.
  var isVersion4: Bool { high == 0 && low >> 32 == 0xFFFF }

  /// The block that one customer of a network has: the whole IPv4 address, or the first half of an
  /// IPv6 address, of which every device chooses the second half.
  var block: NetworkAddress { isVersion4 ? self : NetworkAddress(high: high, low: 0) }
}

extension NetworkAddress: CustomStringConvertible {
  /// Dotted decimals, or eight groups of hexadecimal digits.
  var description: String {
    if isVersion4 {
      return [24, 16, 8, 0].map { String(low >> $0 & 0xFF) }.joined(separator: ".")
    }
    return [high, low].flatMap { half in
      [48, 32, 16, 0].map { String(half >> $0 & 0xFFFF, radix: 16) }
    }.joined(separator: ":")
  }
}
