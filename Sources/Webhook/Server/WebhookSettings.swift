import StorePayloads
import SubscriptionCore

/// The settings of the server.
public struct WebhookSettings: Sendable {
  /// The address to listen at.
  public var host: String
  /// The port to listen at; 0 for any that is free.
  public var port: Int
  /// The limits for clients.
  public var limits: WebLimits
  /// The proxies whose `X-Forwarded-For` is trusted.
  public var trustedProxies: [AddressRange]
  /// The App Store apps whose notifications are accepted, each with its trust.
  public var appStoreApps: [AppID: AppTrust]
  /// The identities that may push Google Play's notifications.
  public var pushIdentities: [PushIdentity]
  /// The names of the receivers of changes, whose progress `/metrics` reports.
  public var receivers: Set<String>
  /// The bearer tokens of the app's backend at the start.
  public var tokens: TokenStore

  /// Creates settings.
  public init(
    host: String = "127.0.0.1", port: Int = 8_080, limits: WebLimits = WebLimits(),
    trustedProxies: [AddressRange] = [],
    appStoreApps: [AppID: AppTrust] = [:], pushIdentities: [PushIdentity] = [],
    receivers: Set<String> = [], tokens: TokenStore = TokenStore()
  ) {
    (self.host, self.port, self.limits) = (host, port, limits)
    (self.trustedProxies, self.appStoreApps) = (trustedProxies, appStoreApps)
    (self.pushIdentities, self.receivers) = (pushIdentities, receivers)
    self.tokens = tokens
  }
}

extension WebhookSettings {
  /// A Boolean value that indicates whether addresses distinguish clients.
  ///
  /// A server on the loopback address gets every request through a proxy on the same machine, and
  /// tells clients apart only if that proxy is trusted.
  public var tellsClientsApart: Bool {
    let here = host == "localhost" ? ["127.0.0.1", "::1"] : [host]
    let addresses = here.compactMap { NetworkAddress($0) }.filter {
      AddressRange.loopback.contain($0)
    }
    return addresses.isEmpty || addresses.contains { trustedProxies.contain($0) }
  }
}
