/// The decision about showing a payment-fix prompt, with its reason.
public struct PromptDecision: Hashable, Sendable {
  /// The three verdicts.
  public enum Verdict: Hashable, Sendable {
    /// The prompt is due since the instant.
    case due(since: Timestamp)
    /// The prompt will be due at the instant if nothing changes.
    case scheduled(at: Timestamp)
    /// The prompt must not be shown, for the given reason.
    case withheld(WithheldReason)
  }

  /// The verdict.
  public var verdict: Verdict
  /// The step that applies, 1 to 3 (see ``PromptStep``); `nil` if nothing is failing.
  public var step: PromptStep?
  /// The name of the policy's rule that chose the step; `nil` if nothing is failing.
  public var rule: String?
  /// The message that the user is shown; `nil` if nothing is to be shown.
  public var message: PromptMessage?
  /// The number of prompts shown in the current billing episode.
  public var shownInEpisode: Int
  /// The instant at which a prompt was last shown in the current billing episode.
  public var lastShownAt: Timestamp?
  /// The prompt after this one, if nothing changes and this one is shown when due.
  public var nextAt: Timestamp?

  /// Creates a decision.
  public init(
    verdict: Verdict, step: PromptStep? = nil, rule: String? = nil,
    message: PromptMessage? = nil, shownInEpisode: Int = 0, lastShownAt: Timestamp? = nil,
    nextAt: Timestamp? = nil
  ) {
    self.verdict = verdict
    self.step = step
    self.rule = rule
    self.message = message
    self.shownInEpisode = shownInEpisode
    self.lastShownAt = lastShownAt
    self.nextAt = nextAt
  }

  /// The clause about an action on prompts where there is no failing payment to prompt for.
  public static let nothingFailing = "no payment is failing here, so nothing changes for now"

  /// A Boolean value that indicates whether a prompt is due.
  public var isDue: Bool { verdict.dueSince != nil }
}

/// The three steps of the payment-fix strategy.
public enum PromptStep: Int, Hashable, Sendable, CaseIterable, Codable {
  /// No prompt by the app: the store's own mails and notifications.
  case storeMessages = 1
  /// The store's official in-app message.
  case officialMessage = 2
  /// The app's own dialog or banner.
  case ownBanner = 3
}

/// The message that a prompt shows the user.
public enum PromptMessage: String, Hashable, Sendable, CaseIterable {
  /// StoreKit's `Message` with the reason `billingIssue`.
  case billingIssue
  /// Google Play's `showInAppMessages` with the category `TRANSACTIONAL`.
  case transactional
  /// The app's own banner with the deep link to the store's payment page.
  case banner
}

/// The reason for which a prompt is withheld.
public enum WithheldReason: String, Hashable, Sendable, CaseIterable {
  /// No renewal is failing.
  case notFailing
  /// The failing renewal was paid.
  case recovered
  /// Not a real payment.
  case sandbox
  /// Another family member pays.
  case familyShared
  /// The user turned auto-renew off, so the store no longer retries.
  case autoRenewOff
  /// A price change awaits consent, which needs another message.
  case priceConsent
  /// The product is no longer for sale.
  case productUnavailable
  /// Paused by the user.
  case paused
  /// Canceled by the user.
  case canceled
  /// Refunded or revoked.
  case refunded
  /// Replaced by another purchase.
  case superseded
  /// The subscription ended.
  case expired
  /// The policy leaves it to the store's mails (Step 1).
  case storeMailsOnly
  /// The policy's number of prompts for an episode is used up.
  case capReached
  /// An operator suppressed prompts for this episode.
  case suppressed
  /// The store's retries have ended, or end before another prompt would be due.
  case triesOver
  /// It is unknown whether a renewal is failing.
  case notKnown
  /// The account is held out for comparison.
  case heldOut
}

/// One condition of a prompt decision, with the value it was tested on.
public struct PromptCondition: Hashable, Sendable {
  /// The condition as a sentence without a full stop, for example `state is grace or hold`.
  public var condition: String
  /// The actual value, for example `grace`.
  public var value: DatedText
  /// A Boolean value that indicates whether the condition holds.
  public var holds: Bool

  /// Creates a condition.
  public init(condition: String, value: DatedText, holds: Bool) {
    (self.condition, self.value, self.holds) = (condition, value, holds)
  }
}
