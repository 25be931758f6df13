extension WebhookSettings {
  /// Whether those who forge can be told from those who do not.
  ///
  /// A server that listens at the loopback device hears everybody through a proxy on the same
  /// machine, and tells clients apart only where that is a trusted one.
  public var tellsClientsApart: Bool {
    let here = host == "localhost" ? ["127.0.0.1", "::1"] : [host]
    let addresses = here.compactMap { NetworkAddress($0) }.filter {
      AddressRange.loopback.contain($0)
    }
    return addresses.isEmpty || addresses.contains { trustedProxies.contain($0) }
  }
}
