// MARK: What the store is doing, and what to tell the user

extension Explanation {
  /// What the store is doing and when it stops.
  var storeActivity: [String] {
    if isLongSilent { return [silence] }
    switch standing.state {
    case .grace, .hold: return [trying] + [paidLater] + notices
    case .renewalPending:
      let word = "\(storeName) is still processing the renewal"
      return subscriber.store == .googlePlay
        ? [word + ", which takes a day or two at the most."] : [word + "."]
    case .active:
      if let next = standing.pendingProduct, let renewsAt = standing.renewsAt {
        return ["\(storeName) will renew it as \(next) on \(moment(renewsAt))."]
      }
      guard let renewsAt = standing.renewsAt else { return [] }
      return ["\(storeName) will charge the next period on \(moment(renewsAt))."]
    case .canceled: return ["\(storeName) will not charge again."]
    case .paused:
      guard let resumesAt = standing.resumesAt else {
        return ["\(storeName) charges again when the pause ends."]
      }
      return ["\(storeName) charges again when the pause ends on \(moment(resumesAt))."]
    case .expired, .refunded: return ["\(storeName) does not try to charge any more."]
    case .superseded: return ["\(storeName) charges for the other purchase."]
    case .pending, .unknown: return []
    }
  }

  private var trying: String {
    guard promptCase.autoRenew != false else {
      return "\(storeName) has stopped trying, because auto-renew is off."
    }
    let word = "\(storeName) keeps trying to collect the payment"
    guard let retryEnds = standing.retryEnds else {
      return word + ", and when it stops is not known."
    }
    guard retryEnds > now else {
      return "\(storeName) was expected to stop trying on \(moment(retryEnds)) and has not said so."
    }
    return word + " until about \(moment(retryEnds)), then the subscription ends."
  }

  private var paidLater: String {
    standing.state == .grace
      ? "If it is paid in grace, the billing date stays as it is."
      : "If it is paid now, access comes back and a new period begins on the day of the payment."
  }

  /// What the store itself has told the user.
  private var notices: [String] {
    guard subscriber.store == .googlePlay else { return [] }
    let sent = StoreMails.schedule(for: promptCase).filter { $0.at <= now }
    guard let last = sent.last else { return [] }
    let what = last.occasion == .holdStarted ? "access ended" : "grace began"
    return ["\(storeName) itself wrote to the user when \(what), on \(Wording.instant(last.at))."]
  }

  var promptCase: PromptCase { subscriber.promptCase(at: now, policy: policy) }

  /// What to tell the user.
  var advice: [String] {
    if standing.flags.contains(.familyShared) {
      return ["Tell the user that only the family member who bought it can change anything."]
    }
    if isLongSilent { return [askAgain] }
    switch standing.state {
    case .grace, .hold: return failingAdvice
    case .renewalPending: return ["Tell the user that the renewal is being processed."]
    case .active where standing.flags.contains(.billingIssue): return [fixPayment]
    case .active where standing.flags.contains(.priceConsentPending): return [agree]
    case .active: return []
    case .canceled:
      return ["To keep it, the user turns auto-renew on again in \(settings)."]
    case .paused: return ["To go on at once, the user ends the pause in \(settings)."]
    case .expired where standing.end?.reason == .billing:
      return [
        "To come back, the user subscribes anew in the app, with a payment method that works."
      ]
    case .expired, .refunded: return ["To come back, the user subscribes anew in the app."]
    case .pending: return ["Tell the user to complete the payment that \(at) is waiting for."]
    case .superseded: return ["Look at the other purchase; this one needs nothing from the user."]
    case .unknown: return ["Ask \(at) again before telling the user anything."]
    }
  }

  private var failingAdvice: [String] {
    if promptCase.asksConsent { return [agree] }
    if promptCase.endReason == .productUnavailable {
      return ["The product is not for sale any more; offer the user another one."]
    }
    if standing.autoRenew == false {
      return ["To keep it, the user subscribes anew in the app; auto-renew is off."]
    }
    return [fixPayment]
  }

  private var fixPayment: String {
    let link = PaymentPage.link(
      store: subscriber.store, product: subscriber.product, app: subscriber.app)
    return "Ask the user to fix the payment method at \(link)."
  }

  private var agree: String {
    "Ask the user to agree to the new price in \(settings); the payment is not the problem."
  }

  /// Where the user changes a subscription.
  private var settings: String {
    switch subscriber.store {
    case .appStore: "the App Store's subscription settings"
    case .googlePlay:
      PaymentPage.link(store: .googlePlay, product: subscriber.product, app: subscriber.app)
    }
  }
}
