import StorePayloads
import SubscriptionCore

/// What the server is configured with.
public struct WebhookSettings: Sendable {
  /// The address to listen at.
  public var host: String
  /// The port to listen at; 0 for any that is free.
  public var port: Int
  /// What clients may ask of it.
  public var limits: WebLimits
  /// The proxies whose word about their clients counts, by `X-Forwarded-For`.
  public var trustedProxies: [AddressRange]
  /// The App Store apps whose notifications count, with what is accepted of each.
  public var appStoreApps: [AppID: AppTrust]
  /// Who may push Google Play's notifications.
  public var pushIdentities: [PushIdentity]
  /// The bearer tokens of the app's backend to begin with.
  public var tokens: TokenStore

  /// Creates settings.
  public init(
    host: String = "127.0.0.1", port: Int = 8_080, limits: WebLimits = WebLimits(),
    trustedProxies: [AddressRange] = [],
    appStoreApps: [AppID: AppTrust] = [:], pushIdentities: [PushIdentity] = [],
    tokens: TokenStore = TokenStore()
  ) {
    (self.host, self.port, self.limits) = (host, port, limits)
    self.trustedProxies = trustedProxies
    self.appStoreApps = appStoreApps
    self.pushIdentities = pushIdentities
    self.tokens = tokens
  }
}
