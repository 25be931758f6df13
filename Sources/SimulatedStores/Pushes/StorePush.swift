import SubscriptionCore

/// One notification on its way to the app's server, as often as it takes.
public struct StorePush: Hashable, Sendable {
  /// Who sends it.
  public var store: Store
  /// Whether money is involved.
  public var environment: StoreEnvironment
  /// What the sender calls it: Pub/Sub's message id.
  public var name: String
  /// The App Store's body, or Google's bare notification.
  public var body: [UInt8]
  /// When it was to be sent first.
  public var firstDueAt: Timestamp
  /// When it is to be sent next.
  public var dueAt: Timestamp
  /// How often it was sent.
  public var attempt = 0

  /// Creates a notification on its way.
  public init(
    store: Store, environment: StoreEnvironment, name: String, body: [UInt8],
    firstDueAt: Timestamp, dueAt: Timestamp
  ) {
    (self.store, self.environment, self.name, self.body) = (store, environment, name, body)
    (self.firstDueAt, self.dueAt) = (firstDueAt, dueAt)
  }

  /// When a notification that failed is sent again; `nil` when the sender gives up.
  ///
  /// The App Store tries five more times, 1, 12, 24, 48 and 72 hours after the try before, and not
  /// at all in the sandbox ("Responding to App Store Server Notifications"); Pub/Sub backs off from
  /// 10 to 600 seconds for seven days (<https://cloud.google.com/pubsub/docs/handling-failures>).
  func nextDueAt(after instant: Timestamp) -> Timestamp? {
    switch (store, environment) {
    case (.appStore, .production):
      let pauses = [Duration.hours(1), .hours(12), .hours(24), .hours(48), .hours(72)]
      return attempt - 1 < pauses.count ? instant + pauses[max(attempt - 1, 0)] : nil
    case (.appStore, .sandbox), (.appStore, .local): return nil
    case (.googlePlay, _):
      guard instant - firstDueAt < .days(7) else { return nil }
      return instant + min(.seconds(600), .seconds(10) * (1 << min(max(attempt - 1, 0), 10)))
    }
  }
}

/// One try to send a notification, as the App Store's history tells it.
struct SendAttempt: Hashable, Sendable {
  /// What became of it.
  enum Result: String, Hashable, Sendable {
    case success = "SUCCESS"
    case noResponse = "NO_RESPONSE"
    case refused = "UNSUCCESSFUL_HTTP_RESPONSE_CODE"
  }

  var at: Timestamp
  var result: Result

  /// The item of a history.
  var json: String {
    "{\"attemptDate\":\(at.milliseconds),\"sendAttemptResult\":\"\(result.rawValue)\"}"
  }
}
