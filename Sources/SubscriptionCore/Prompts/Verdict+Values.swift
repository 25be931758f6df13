extension PromptDecision.Verdict {
  /// The verdict in the filter language: `now`, `scheduled` or `withheld`.
  public var word: String {
    switch self {
    case .due: "now"
    case .scheduled: "scheduled"
    case .withheld: "withheld"
    }
  }

  /// The verdict in data: `due`, `scheduled` or `withheld`.
  public var name: String { if case .due = self { "due" } else { word } }

  /// The instant from which a prompt is due; `nil` if it is not.
  var dueSince: Timestamp? {
    guard case .due(let since) = self else { return nil }
    return since
  }

  /// The instant at which a prompt will be due; `nil` if it is due or withheld.
  var scheduledAt: Timestamp? {
    guard case .scheduled(let at) = self else { return nil }
    return at
  }

  /// The instant from which a prompt is or will be due; `nil` if it is withheld.
  public var instant: Timestamp? { dueSince ?? scheduledAt }

  /// The reason for which a prompt is withheld; `nil` if it is not.
  public var withheldReason: WithheldReason? {
    guard case .withheld(let reason) = self else { return nil }
    return reason
  }
}

extension WithheldReason {
  /// The reason as a clause that follows "because".
  public var clause: String { words.clause }

  /// The reason in at most eleven letters, for a column.
  public var short: String { words.short }

  private var words: (clause: String, short: String) {
    switch self {
    case .notFailing: ("no renewal is failing", "not failing")
    case .recovered: ("the failed renewal was paid", "recovered")
    case .sandbox: ("it is a test purchase", "sandbox")
    case .familyShared: ("another member of the family pays, who alone can fix it", "family")
    case .autoRenewOff: ("auto-renew is off, so the store does not try any more", "renew off")
    case .priceConsent:
      ("a price change awaits the user's consent, which is another message", "consent")
    case .productUnavailable: ("the product is not for sale any more", "no product")
    case .paused: ("the user paused it", "paused")
    case .canceled: ("it is canceled and nothing more is charged", "canceled")
    case .refunded: ("it was refunded or revoked", "refunded")
    case .superseded: ("another purchase replaced it", "replaced")
    case .expired: ("it has ended", "expired")
    case .storeMailsOnly: ("the policy leaves it to the store's own mails", "store mail")
    case .capReached: ("the policy's number of prompts for one failure is used up", "cap hit")
    case .suppressed: ("an operator suppressed prompts for this failure", "suppressed")
    case .triesOver: ("the store's retries end before another prompt would be due", "retry ends")
    case .notKnown: ("it is not known whether a renewal is failing", "not known")
    case .heldOut: ("the account is held out for comparison", "held out")
    }
  }
}
