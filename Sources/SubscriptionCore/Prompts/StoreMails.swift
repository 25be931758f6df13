/// Something a store tells the user by itself while a renewal is failing: Step 1.
public struct StoreNotice: Hashable, Sendable {
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
    /// A window of ``MessageWindows`` opened.
    case windowOpened
  }

  /// When it is sent, or can be shown first.
  public var at: Timestamp
  /// How it reaches the user.
  public var channel: Channel
  /// What sets it off.
  public var occasion: Occasion
}

/// What the stores send without being asked.
///
/// Only what is documented or was observed: Google Play sends a push and a mail when grace and
/// when hold begins (golden case G5); StoreKit shows its message by itself at launch, in the
/// windows of ``MessageWindows``, and no mails are sent in the App Store's sandbox (golden case
/// G6). When Apple sends mails in production is not documented, so none are listed.
public enum StoreMails {
  /// What the store sends in the current billing episode, oldest first; empty without one.
  public static func schedule(for case: PromptCase) -> [StoreNotice] {
    guard `case`.state.isFailing, let failedAt = `case`.failedAt else { return [] }
    switch `case`.store {
    case .googlePlay: return googlePlay(`case`, failedAt: failedAt)
    case .appStore: return appStore(`case`, failedAt: failedAt)
    }
  }

  private static func googlePlay(_ subject: PromptCase, failedAt: Timestamp) -> [StoreNotice] {
    func notice(_ at: Timestamp, _ occasion: StoreNotice.Occasion) -> StoreNotice {
      StoreNotice(at: at, channel: .pushAndMail, occasion: occasion)
    }
    if subject.state == .grace {
      let hold = subject.graceEnds.map { notice($0, .holdStarted) }
      return [notice(failedAt, .graceStarted)] + (hold.map { [$0] } ?? [])
    }
    let holdStart = subject.graceEnds ?? subject.stateSince ?? failedAt
    let grace = holdStart > failedAt ? [notice(failedAt, .graceStarted)] : []
    return grace + [notice(holdStart, .holdStarted)]
  }

  private static func appStore(_ subject: PromptCase, failedAt: Timestamp) -> [StoreNotice] {
    guard subject.environment == .production else { return [] }
    return MessageWindows.openingDays.map { failedAt + .days($0 - 1) }
      .filter { opening in subject.retryEnds.map { opening < $0 } ?? true }
      .map { StoreNotice(at: $0, channel: .messageAtLaunch, occasion: .windowOpened) }
  }
}
