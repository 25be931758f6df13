import SubscriptionCore

extension WithheldReason {
  /// The reason in a few words.
  var title: String {
    switch self {
    case .notFailing: "nothing is failing"
    case .recovered: "recovered"
    case .sandbox: "not production"
    case .familyShared: "family pays"
    case .autoRenewOff: "auto-renew off"
    case .priceConsent: "awaits price consent"
    case .productUnavailable: "not for sale"
    case .paused: "paused"
    case .canceled: "canceled"
    case .refunded: "refunded"
    case .superseded: "replaced"
    case .expired: "ended"
    case .storeMailsOnly: "store mails only"
    case .capReached: "cap reached"
    case .suppressed: "suppressed"
    case .triesOver: "the store stopped trying"
    case .notKnown: "not known"
    }
  }
}
