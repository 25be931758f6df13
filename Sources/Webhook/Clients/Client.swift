/// The client of a request, as the tracking of forgeries sees it.
enum Client: Hashable, Sendable {
  /// A client of the Internet.
  case known(NetworkAddress)
  /// A client that is never shut out.
  case spared(Reason)

  /// The reason why a client is never shut out.
  enum Reason: Hashable, Sendable {
    /// Its connection has no address.
    case noAddress
    /// The client comes through a trusted proxy that does not name it.
    case unnamed
    /// Its address is private: it may be a proxy of many clients.
    case local(NetworkAddress)
    /// The client sends from the App Store's own network.
    case appStore
  }
}

/// The rule that finds the client of a request, also behind proxies.
struct ClientRule: Sendable {
  /// The proxies whose `X-Forwarded-For` is trusted.
  let trustedProxies: [AddressRange]

  /// The client of a request.
  ///
  /// The peer of the connection is the client, unless it is a trusted proxy: then the client is the
  /// rightmost address in the list that is not a trusted proxy itself. Addresses left of it were
  /// written by the client and prove nothing. Only `X-Forwarded-For` counts: a proxy that maintains
  /// this field passes `Forwarded` (RFC 7239) on unchanged.
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

  /// The rightmost address that is not a trusted proxy; `nil` where there is none, or where
  /// something other than an address is right of it.
  private func named(by values: [String]) -> NetworkAddress? {
    for value in values.reversed() {
      // By bytes: some characters of the client would be one Character with the proxy's comma.
      for element in value.utf8.split(separator: UInt8(ascii: ",")).reversed() {
        let text = Substring(element).filter { $0 != " " && $0 != "\t" }
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
