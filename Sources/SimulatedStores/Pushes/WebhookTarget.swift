import SubscriptionCore

/// The configuration of pushes: the addresses and names that a real store is configured with.
public struct WebhookTarget: Hashable, Sendable {
  /// The address that the App Store posts to.
  public var appStore: String
  /// A Boolean value that indicates whether the address is set for the sandbox as well; the App
  /// Store sends none of its notifications otherwise.
  public var takesSandbox = true
  /// The address that Pub/Sub posts to.
  public var googlePlay: String
  /// The audience of Pub/Sub's bearer tokens; its default is the address.
  public var audience: String
  /// The service account that Pub/Sub posts with.
  public var serviceAccount: String
  /// A Boolean value that indicates whether the subscription is pulled, so that Pub/Sub pushes
  /// nothing.
  public var isPulled = false
  /// The name of the subscription.
  public var subscription = "projects/simulated/subscriptions/churntop"

  /// Creates a target.
  public init(
    appStore: String, googlePlay: String, audience: String? = nil,
    serviceAccount: String = "pubsub@simulated.iam.gserviceaccount.com"
  ) {
    (self.appStore, self.googlePlay) = (appStore, googlePlay)
    self.audience = audience ?? googlePlay
    self.serviceAccount = serviceAccount
  }

  /// Returns whether an address is set for a notification.
  func takes(_ push: StorePush) -> Bool {
    takesSandbox || (push.store, push.environment) != (.appStore, .sandbox)
  }
}

/// One HTTP POST, ready to be sent.
public struct WebhookPost: Hashable, Sendable {
  /// The address.
  public var url: String
  /// The header fields.
  public var fields: [String: String]
  /// The body.
  public var body: [UInt8]
  /// The delay before it is sent.
  public var delay: Duration = .zero
}

/// Sends a post and returns the status of the response; `nil` without one.
public typealias WebhookPoster = @Sendable (WebhookPost) async -> Int?

/// The results of the posts that were due.
public struct DeliveryCounts: Hashable, Sendable {
  /// The number of attempts.
  public var tried = 0
  /// The number that the app's server accepted.
  public var taken = 0
  /// The number to be sent again.
  public var again = 0
  /// The number that the stores gave up.
  public var givenUp = 0
}
