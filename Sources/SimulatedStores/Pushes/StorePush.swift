import StoreSimulator
import SubscriptionCore

/// One notification to the app's server, sent until it is accepted.
public struct StorePush: Hashable, Sendable {
  /// The sender.
  public var store: Store
  /// The environment.
  public var environment: StoreEnvironment
  /// The sender's identifier: Pub/Sub's message id.
  public var name: String
  /// The App Store's body, or Google's bare notification.
  public var body: [UInt8]
  /// The time of the first attempt.
  public var firstDueAt: Timestamp
  /// The time of the next attempt.
  public var dueAt: Timestamp
  /// The number of attempts.
  public var attempt = 0

  /// Returns the time of the next attempt after a failure; `nil` if the sender gives up.
  ///
  /// The App Store tries five more times, 1, 12, 24, 48 and 72 hours after the previous attempt,
  /// and not at all in the sandbox ("Responding to App Store Server Notifications"); Pub/Sub backs
  /// off from 10 to 600 seconds for seven days
  /// (<https://cloud.google.com/pubsub/docs/handling-failures>).
  func nextDueAt(after instant: Timestamp) -> Timestamp? {
    switch (store, environment) {
    case (.appStore, .production):
      let pauses = DeliveryTiming.retries
      return attempt - 1 < pauses.count ? instant + pauses[max(attempt - 1, 0)] : nil
    case (.appStore, .sandbox), (.appStore, .local): return nil
    case (.googlePlay, _):
      guard instant - firstDueAt < .days(7) else { return nil }
      return instant + min(.seconds(600), .seconds(10) * (1 << min(max(attempt - 1, 0), 10)))
    }
  }
}

/// One attempt to send a notification, as in the App Store's history.
struct SendAttempt: Hashable, Sendable {
  /// The result of an attempt.
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
