import SubscriptionCore

extension Words {
  /// An operator's action as a clause, for example `snoozed as_100 until 23 Nov 17:42Z`.
  static func sentence(_ action: OperatorAction, now: Timestamp) -> String {
    let who = action.subscriptions.map(\.rawValue).joined(separator: ", ")
    let until = action.until.map { " until " + moment($0, now: now) } ?? ""
    return switch action.kind {
    case .promptShown: "step \(action.step ?? 2) prompt shown to \(who)"
    case .promptSnoozed: "prompts of \(who) snoozed\(until)"
    case .promptSuppressed: "prompts of \(who) suppressed for this billing episode"
    case .noted: "a note on \(who)"
    case .claimed: "\(who) claimed\(until)"
    case .refreshRequested: "a fresh answer from the store asked for \(who)"
    case .undone: "an earlier action on \(who) taken back"
    case .snapshot, .purchased, .purchasePending, .pendingPurchaseCanceled, .renewed, .recovered,
      .billingFailed, .holdStarted, .autoRenewDisabled, .autoRenewEnabled,
      .cancellationScheduled, .pauseScheduled, .paused, .productChangeScheduled,
      .productChangeReverted, .productChanged, .superseded, .offerRedeemed, .priceChanged,
      .renewalExtended, .expired, .refunded, .revoked, .refundReversed, .refundDeclined,
      .refundRequested, .unrecognized:
      "\(action.kind.title) on \(who)"
    }
  }
}
