// MARK: Advice for the user

extension Explanation {
  /// The sentences that advise support what to tell the user.
  var advice: [String] {
    if status.state == .unknown {
      let again = status.flags.contains(.notYetAsked) ? "about it" : "again"
      return ["Ask \(at) \(again) before telling the user anything."]
    }
    if status.flags.contains(.familyShared), !status.state.isOver {
      return ["Tell the user that only the family member who bought it can change anything."]
    }
    if isLongSilent || isOverdue { return [askAgain] }
    if isHoldUnsaid { return [askAgain] + (paidBeside == nil ? [] : failingAdvice) }
    switch status.state {
    case .grace, .hold: return failingAdvice
    case .renewalPending where status.flags.contains(.priceConsentPending): return [agree]
    case .renewalPending where isResuming:
      return ["Tell the user that the payment which ends the pause is being processed."]
    case .renewalPending: return ["Tell the user that the renewal is being processed."]
    case .active: return activeAdvice
    case .canceled: return [keeping]
    case .paused: return ["To go on at once, the user ends the pause in \(settings)."]
    case .refunded where isAccessUnsaid && !renewsAfterRefund: return [askAgain]
    case .expired, .refunded: return [comingBack]
    case .pending: return ["Tell the user to complete the payment that \(at) is waiting for."]
    case .superseded:
      let name = successor.map { " (\($0.subscription))" } ?? ""
      return ["Look at the other purchase\(name); this one needs nothing from the user."]
    case .unknown: return []
    }
  }

  private var activeAdvice: [String] {
    let flags = status.flags
    if flags.contains(.billingIssue) { return [fixPayment] }
    if flags.contains(.pausePending) {
      return ["To go on without the pause, the user withdraws it in \(settings) before it begins."]
    }
    if flags.contains(.cancellationScheduled) {
      if subscriber.facts.commitmentPaymentsLeft == 0 { return [keeping] }
      return [
        "Tell the user that the cancellation counts, and that the payments of the commitment are "
          + "due until its end."
      ]
    }
    if flags.contains(.priceConsentPending) { return [agree] }
    if flags.contains(.acknowledgementPending) {
      return [
        "Hand it to the app's developers: until the app acknowledges the purchase, the user may "
          + "have no access there."
      ]
    }
    if chargedBeside != nil {
      return [
        "Ask which of the two the user wants to keep; the other is canceled in the subscription "
          + "settings of \(at)."
      ]
    }
    if let other = refundedBeside {
      return [
        "If the user wants no more of the refunded one (\(other.subscription)), auto-renew must be "
          + "off there, in the subscription settings of \(at)."
      ]
    }
    return []
  }

  /// The sentences that lead to the pages of the advice by menus, for a user on the phone.
  var menus: [String] {
    let words = advice.joined(separator: " ")
    let isAboutSettings = words.contains("subscription settings")
    let isAboutPayment = words.contains(paymentPage)
    switch subscriber.store {
    case .googlePlay:
      guard isAboutSettings || isAboutPayment else { return [] }
      return [
        "In the Google Play app, subscriptions are behind the profile picture, under Payments & "
          + "subscriptions."
      ]
    case .appStore:
      let device = "On an iPhone or iPad,"
      let user = "in Settings, under the user's name"
      return (isAboutPayment ? ["\(device) payment methods are \(user), Payment & Shipping."] : [])
        + (isAboutSettings ? ["\(device) subscriptions are \(user), Subscriptions."] : [])
    }
  }

  private var failingAdvice: [String] {
    if promptCase.asksConsent {
      return ["Ask the user to agree to the new price in \(settings), before anything else."]
    }
    if promptCase.endReason == .productUnavailable { return [offerAnother] }
    if promptCase.autoRenew == false {
      return ["To keep it, the user subscribes again in the app; auto-renew is off."]
    }
    let usable = status.state == .hold && !mayBeInGrace ? givingAccess?.subscription : nil
    guard let other = paidBeside?.subscription ?? usable else { return [fixPayment] }
    return [
      "Ask whether the user wants to keep this one beside the other (\(other)). If not, it is "
        + "canceled in the subscription settings of \(at)"
        + (paidBeside == nil ? "" : ", so that both are not charged")
        + "; if so, the payment method is fixed at \(paymentPage)."
    ]
  }

  /// The advice for keeping a canceled subscription.
  private var keeping: String {
    switch cancellationReason {
    case .voluntary, .other, .refund, .familySharing:
      "To keep it, the user turns auto-renew on again in \(settings)."
    case .priceIncrease: agree
    case .productUnavailable: offerAnother
    case .developer: "To keep it, the user subscribes again in the app when it has ended."
    case .billing:
      "To keep it, the user subscribes again in the app when it has ended, with a payment method "
        + "that works."
    }
  }

  /// The advice for resubscribing after the end.
  private var comingBack: String {
    if let other = goesOnAs {
      let look = "Look at the user's other purchase (\(other.subscription)), which goes on"
      return renewsAfterRefund
        ? "\(look). \(stopRenewing)" : "\(look); this one needs nothing from the user."
    }
    if let other = waitsAs {
      let look = "Look at the user's other purchase (\(other.subscription)) first"
      return other.isAccessKnown(at: now)
        ? "\(look): it gives no access at present, and has not ended."
        : "\(look): whether it gives access is not known."
    }
    if status.flags.contains(.familyShared), status.end?.reason != .familySharing {
      return "To come back, the user subscribes in the app, or the purchaser subscribes again."
    }
    if wasNeverPaid { return "To have it, the user buys it again in the app." }
    if let other = givingAccess {
      let look = "Look at the user's other purchase (\(other.subscription)) first"
      return renewsAfterRefund
        ? "\(look). \(stopRenewing)"
        : "\(look); this one is bought again in the app only if the user wants it as well."
    }
    switch status.end?.reason {
    case .billing:
      return "To come back, the user subscribes again in the app, with a payment method that works."
    case .priceIncrease:
      return "To come back, the user subscribes again in the app, at the new price."
    case .productUnavailable: return offerAnother
    case .refund where renewsAfterRefund: return stopRenewing
    case .familySharing:
      return "To come back, the user subscribes in the app, or the purchaser subscribes or shares "
        + "it again."
    case .voluntary, .developer, .refund, .other, nil:
      return "To come back, the user subscribes again in the app."
    }
  }

  /// The advice after a refund that left auto-renew on.
  private var stopRenewing: String {
    let off = "If the user wants no more of this one, auto-renew must be off in \(settings)."
    // Google Play may have voided the order and left the access.
    return subscriber.store.refundsWithoutRevoking ? "\(askAgain) \(off)" : off
  }

  private var offerAnother: String {
    "The product is not for sale any more; offer the user another one."
  }

  private var fixPayment: String { "Ask the user to fix the payment method at \(paymentPage)." }

  private var paymentPage: String {
    PaymentPage.link(store: subscriber.store, product: subscriber.product, app: subscriber.app)
  }

  private var agree: String {
    "Ask the user to agree to the new price in \(settings); the payment is not the problem."
  }

  /// The place at which the user changes a subscription.
  private var settings: String {
    switch subscriber.store {
    case .appStore: "the App Store's subscription settings"
    case .googlePlay:
      "Google Play's subscription settings at "
        + PaymentPage.link(store: .googlePlay, product: subscriber.product, app: subscriber.app)
    }
  }
}
