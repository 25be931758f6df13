import SubscriptionCore

/// The identity that pushes Google Play's notifications about an app: a service account and an
/// audience.
///
/// Both are set in the Pub/Sub subscription
/// (<https://cloud.google.com/pubsub/docs/authenticate-push-subscriptions>).
public struct PushIdentity: Hashable, Sendable {
  /// The app that it may push about; others need an identity of their own.
  public var package: AppID
  /// The audience of the token: the push endpoint's URL unless set otherwise.
  public var audience: String
  /// The mail address of the service account that Pub/Sub signs in as.
  public var serviceAccount: String

  /// Creates an identity.
  public init(package: AppID, audience: String, serviceAccount: String) {
    (self.package, self.audience, self.serviceAccount) = (package, audience, serviceAccount)
  }
}

/// The reason why a push request's token does not authenticate its sender.
enum PushTokenProblem: Error, Hashable, Sendable {
  /// There is none, or it is not a JWT.
  case malformed
  /// The token is signed with another algorithm than RS256.
  case algorithm(String)
  /// Google has no key of that name.
  case unknownKey
  /// The signature does not match.
  case signature
  /// A claim has a wrong value.
  case claim(String)
  /// The token does not have a time that every token of Google's has.
  case timeMissing(String)
  /// The token has expired, or is not valid yet.
  case time(String)
  /// Google's keys cannot be fetched at present.
  case keysUnavailable

  /// The detail: what is wrong and what to do.
  var detail: String {
    switch self {
    case .malformed:
      "The Authorization header holds no JWT. Turn on authentication at the push subscription."
    case .algorithm(let name): "The token is signed with \(name.prefix(20)); only RS256 counts."
    case .unknownKey: "Google has no key of the token's name (kid)."
    case .signature: "The token's signature does not match."
    case .claim(let name):
      "The token's \(name) is not the configured one. Compare the push subscription's audience and "
        + "service account with the configuration."
    case .timeMissing(let name):
      "The token has no time of \(name), or none that is one; every token of Google's has it."
    case .time(let what): "The token is \(what). Check this machine's clock."
    case .keysUnavailable: "Google's public keys cannot be fetched; the request may be sent again."
    }
  }
}
