/// A message that a store sends the user by itself while a renewal is failing: Step 1.
public struct StoreMessage: Hashable, Sendable {
  /// The channel through which it reaches the user.
  public enum Channel: String, Hashable, Sendable, CaseIterable {
    /// A push notification of the store's app and a mail.
    case pushAndMail
    /// StoreKit's message, shown at the next launch of the app unless the app defers it.
    case messageAtLaunch
  }

  /// The occasion on which it is sent.
  public enum Occasion: String, Hashable, Sendable, CaseIterable {
    /// Grace began.
    case graceStarted
    /// Hold began.
    case holdStarted
    /// A window of ``BillingIssueWindows`` opened.
    case windowOpened
  }

  /// The instant at which it is sent, or can first be shown.
  public var at: Timestamp
  /// The channel.
  public var channel: Channel
  /// The occasion.
  public var occasion: Occasion
}
