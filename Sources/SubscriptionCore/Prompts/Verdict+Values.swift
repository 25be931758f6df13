extension PromptDecision.Verdict {
  /// The verdict in the filter language: `now`, `scheduled` or `withheld`.
  public var word: String {
    switch self {
    case .due: "now"
    case .scheduled: "scheduled"
    case .withheld: "withheld"
    }
  }

  /// The instant from which a prompt is or will be due; `nil` if it is withheld.
  public var instant: Timestamp? {
    switch self {
    case .due(let since): since
    case .scheduled(let at): at
    case .withheld: nil
    }
  }

  /// The reason for which a prompt is withheld; `nil` if it is not.
  public var withheldReason: WithheldReason? {
    guard case .withheld(let reason) = self else { return nil }
    return reason
  }
}

extension WithheldReason {
  /// The reason as a clause that follows "because".
  public var clause: String {
    switch self {
    case .notFailing: "no renewal is failing"
    case .recovered: "the failed renewal was paid"
    case .sandbox: "it is a test purchase"
    case .familyShared: "another member of the family pays, who alone can fix it"
    case .autoRenewOff: "auto-renew is off, so the store does not try any more"
    case .priceConsent: "a price change awaits the user's consent, which is another message"
    case .productUnavailable: "the product is not for sale any more"
    case .paused: "the user paused it"
    case .canceled: "it is canceled and nothing more is charged"
    case .refunded: "it was refunded or revoked"
    case .superseded: "another purchase replaced it"
    case .expired: "it has ended"
    case .storeMailsOnly: "the policy leaves it to the store's own mails"
    case .capReached: "the policy's number of prompts for one failure is used up"
    case .suppressed: "an operator suppressed prompts for this failure"
    case .triesOver: "the store's retries end before another prompt would be due"
    case .notKnown: "it is not known whether a renewal is failing"
    case .heldOut: "the account is held out for comparison"
    }
  }

  /// The reason in at most eleven letters, for a column.
  public var short: String {
    switch self {
    case .notFailing: "not failing"
    case .recovered: "recovered"
    case .sandbox: "sandbox"
    case .familyShared: "family"
    case .autoRenewOff: "renew off"
    case .priceConsent: "consent"
    case .productUnavailable: "no product"
    case .paused: "paused"
    case .canceled: "canceled"
    case .refunded: "refunded"
    case .superseded: "replaced"
    case .expired: "expired"
    case .storeMailsOnly: "store mail"
    case .capReached: "cap hit"
    case .suppressed: "suppressed"
    case .triesOver: "retry ends"
    case .notKnown: "not known"
    case .heldOut: "held out"
    }
  }
}
