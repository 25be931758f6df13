/// Who sent a request, as far as it matters who forges.
enum Client: Hashable, Sendable {
  /// A client of the Internet.
  case known(NetworkAddress)
  /// Somebody who is never shut out.
  case spared(Reason)

  /// Why a client is never shut out.
  enum Reason: Hashable, Sendable {
    /// Its connection has no address.
    case noAddress
    /// It comes through a trusted proxy that does not say for whom.
    case unnamed
    /// Its address is private: it may be a proxy that hides everybody.
    case local(NetworkAddress)
    /// It sends from the App Store's own network.
    case appStore
  }
}

/// Tells clients apart by their addresses, also behind proxies.
struct ClientRule: Sendable {
  /// The proxies whose word about their clients counts.
  let trustedProxies: [AddressRange]

  /// Who sent a request.
  ///
  /// The peer of the connection is the client, unless it is a trusted proxy: then the client is the
  /// rightmost address of the list that proxies append to, and that is no trusted proxy itself.
  /// What stands left of it was written by the client and means nothing. Only `X-Forwarded-For`
  /// counts: a proxy that keeps one such field hands another (RFC 7239) through as it came.
  ///
  /// - Parameters:
  ///   - peer: The other end of the connection.
  ///   - forwardedFor: The values of `X-Forwarded-For`, in the order of the request.
  /// - Returns: The client.
  func client(peer: NetworkAddress?, forwardedFor: [String]) -> Client {
    guard let peer else { return .spared(.noAddress) }
    var address = peer
    if trustedProxies.contain(peer) {
      guard let named = named(by: forwardedFor) else { return .spared(.unnamed) }
      address = named
    }
    if AddressRange.local.contain(address) { return .spared(.local(address)) }
    if AddressRange.appStore.contain(address) { return .spared(.appStore) }
    return .known(address.block)
  }

  /// The rightmost address that is no trusted proxy's; `nil` where there is none, or where
  /// something else than an address stands right of it.
  private func named(by values: [String]) -> NetworkAddress? {
    for value in values.reversed() {
      for element in value.split(separator: ",").reversed() {
        let text = element.filter { $0 != " " && $0 != "\t" }
        if text.isEmpty { continue }
        guard let address = Self.address(in: text) else { return nil }
        if !trustedProxies.contain(address) { return address }
      }
    }
    return nil
  }

  /// The address of a list's element: alone, or as some proxies write it, with a port.
  private static func address(in text: String) -> NetworkAddress? {
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else { return nil }
      return isPort(text[end...].dropFirst())
        ? NetworkAddress(text[..<end].dropFirst()) : nil
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    if parts.count == 2 { return isPort(":" + parts[1]) ? NetworkAddress(parts[0]) : nil }
    return NetworkAddress(text)
  }

  private static func isPort(_ text: some StringProtocol) -> Bool {
    text.isEmpty || text.first == ":" && UInt16(text.dropFirst()) != nil
  }
}
