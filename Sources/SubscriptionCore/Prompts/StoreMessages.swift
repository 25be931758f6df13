/// The messages that the stores send by themselves.
///
/// It lists only what is documented or was observed: Google Play sends a push and a mail when grace
/// and when hold begins (<doc:GoldenCases#G5>); StoreKit shows its message by itself at launch, in
/// the windows of ``BillingIssueWindows``, and no mails are sent in the App Store's sandbox
/// (<doc:GoldenCases#G6>). Apple does not document when it sends mails in production, so none are
/// listed, and none to the members of a family, for whom the purchaser pays.
public enum StoreMessages {
  /// Returns the store's messages in the current billing episode, oldest first; empty without one.
  public static func schedule(for case: PromptCase) -> [StoreMessage] {
    guard `case`.state.isFailing, !`case`.flags.contains(.familyShared),
      let failedAt = `case`.failedAt
    else { return [] }
    switch `case`.store {
    case .googlePlay: return googlePlay(`case`, failedAt: failedAt)
    case .appStore: return appStore(`case`, failedAt: failedAt)
    }
  }

  private static func googlePlay(_ subject: PromptCase, failedAt: Timestamp) -> [StoreMessage] {
    func notice(_ at: Timestamp, _ occasion: StoreMessage.Occasion) -> StoreMessage {
      StoreMessage(at: at, channel: .pushAndMail, occasion: occasion)
    }
    if subject.state == .grace {
      let hold = subject.graceEnds.map { notice($0, .holdStarted) }
      return [notice(failedAt, .graceStarted)] + (hold.map { [$0] } ?? [])
    }
    let holdStart = subject.graceEnds ?? subject.stateSince ?? failedAt
    let grace = holdStart > failedAt ? [notice(failedAt, .graceStarted)] : []
    return grace + [notice(holdStart, .holdStarted)]
  }

  private static func appStore(_ subject: PromptCase, failedAt: Timestamp) -> [StoreMessage] {
    guard subject.environment == .production else { return [] }
    return BillingIssueWindows.openingDays.map { failedAt + .days($0 - 1) }
      .filter { opening in subject.retryEnds.map { opening < $0 } ?? true }
      .map { StoreMessage(at: $0, channel: .messageAtLaunch, occasion: .windowOpened) }
  }
}
