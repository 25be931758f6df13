/// Something a store tells the user by itself while a renewal is failing: Step 1.
public struct StoreMessage: Hashable, Sendable {
  /// How it reaches the user.
  public enum Channel: String, Hashable, Sendable, CaseIterable {
    /// A push notification of the store's app and a mail.
    case pushAndMail
    /// StoreKit's message, shown at the next launch of the app unless the app defers it.
    case messageAtLaunch
  }

  /// What sets it off.
  public enum Occasion: String, Hashable, Sendable, CaseIterable {
    /// Grace began.
    case graceStarted
    /// Hold began.
    case holdStarted
    /// A window of ``BillingIssueWindows`` opened.
    case windowOpened
  }

  /// When it is sent, or can be shown first.
  public var at: Timestamp
  /// How it reaches the user.
  public var channel: Channel
  /// What sets it off.
  public var occasion: Occasion
}
