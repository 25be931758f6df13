/// Whether a payment-fix prompt is to be shown, and why.
public struct PromptDecision: Hashable, Sendable {
  /// The three answers.
  public enum Verdict: Hashable, Sendable {
    /// It is to be shown now, and has been since that instant.
    case due(since: Timestamp)
    /// It will be due at that instant if nothing changes.
    case scheduled(at: Timestamp)
    /// It is not to be shown.
    case withheld(WithheldReason)
  }

  /// The answer.
  public var verdict: Verdict
  /// The step that applies, 1 to 3 (see ``PromptStep``); `nil` when nothing is failing.
  public var step: PromptStep?
  /// The name of the policy's rule that chose the step; `nil` when nothing is failing.
  public var rule: String?
  /// What the user is shown; `nil` when nothing is to be shown.
  public var message: PromptMessage?
  /// How many prompts were shown in the current billing episode.
  public var shownInEpisode: Int
  /// When a prompt was last shown in the current billing episode.
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

  /// Whether a prompt is to be shown now.
  public var isDue: Bool {
    guard case .due = verdict else { return false }
    return true
  }
}

/// The three steps of the payment-fix strategy.
public enum PromptStep: Int, Hashable, Sendable, CaseIterable, Codable {
  /// Nothing from us: the store's own mails and notifications.
  case storeMessages = 1
  /// The store's official in-app message.
  case officialMessage = 2
  /// Our own dialog or banner.
  case ownBanner = 3
}

/// What a prompt shows the user.
public enum PromptMessage: String, Hashable, Sendable, CaseIterable, Codable {
  /// StoreKit's `Message` with the reason `billingIssue`.
  case billingIssue
  /// Google Play's `showInAppMessages` with the category `TRANSACTIONAL`.
  case transactional
  /// Our own banner with the deep link to the store's payment page.
  case banner
}

/// Why a prompt is not to be shown.
public enum WithheldReason: String, Hashable, Sendable, CaseIterable, Codable {
  /// No renewal is failing.
  case notFailing
  /// The failing renewal was paid.
  case recovered
  /// Not real money.
  case sandbox
  /// Somebody else of the family pays.
  case familyShared
  /// The user turned auto-renew off, so the store does not try any more.
  case autoRenewOff
  /// A price change awaits consent, which is another message.
  case priceConsent
  /// The product is not for sale any more.
  case productUnavailable
  /// Paused by the user.
  case paused
  /// Canceled by the user.
  case canceled
  /// Refunded or revoked.
  case refunded
  /// Replaced by another purchase.
  case superseded
  /// It ended.
  case expired
  /// The policy leaves it to the store's mails (Step 1).
  case storeMailsOnly
  /// The policy's number of prompts for an episode is used up.
  case capReached
  /// An operator suppressed prompts for this episode.
  case suppressed
  /// The store's tries are over, or end before another prompt would be due.
  case triesOver
  /// The store has said nothing that tells whether a renewal is failing.
  case notKnown
}

/// One condition of a prompt decision, with the value it was tested on.
public struct PromptCondition: Hashable, Sendable {
  /// The condition as a sentence without a full stop, for example `state is grace or hold`.
  public var condition: String
  /// The value met, for example `grace`.
  public var value: String
  /// Whether the condition holds.
  public var holds: Bool

  /// Creates a condition.
  public init(condition: String, value: String, holds: Bool) {
    (self.condition, self.value, self.holds) = (condition, value, holds)
  }
}
