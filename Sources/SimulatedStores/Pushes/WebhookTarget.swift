/// Where the fake stores post to: the addresses and names that a real store is configured with.
public struct WebhookTarget: Hashable, Sendable {
  /// Where the App Store posts; the sandbox posts there as well.
  public var appStore: String
  /// Where Pub/Sub posts.
  public var googlePlay: String
  /// The audience of Pub/Sub's bearer tokens; its default is the address.
  public var audience: String
  /// The service account in whose name Pub/Sub posts.
  public var serviceAccount: String
  /// Whether nothing is pushed by Pub/Sub, since the subscription is pulled.
  public var isPulled = false
  /// The subscription that Pub/Sub names.
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
}

/// One post, ready to be sent.
public struct WebhookPost: Hashable, Sendable {
  /// Where it goes.
  public var url: String
  /// The header fields.
  public var fields: [String: String]
  /// The body.
  public var body: [UInt8]
  /// How long it is held back.
  public var delay: Duration = .zero
}

/// Sends a post and tells the status of the reply; `nil` without one.
public typealias WebhookPoster = @Sendable (WebhookPost) async -> Int?

/// What became of the posts that were due.
public struct DeliveryCounts: Hashable, Sendable {
  /// How many were tried.
  public var tried = 0
  /// How many the app's server took.
  public var taken = 0
  /// How many are tried again.
  public var again = 0
  /// How many were given up.
  public var givenUp = 0
}
