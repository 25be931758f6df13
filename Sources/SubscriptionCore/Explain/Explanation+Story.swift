// MARK: History

extension Explanation {
  /// The sentences about the events that led to the present state.
  var story: [String] {
    let since = moment(status.stateSince)
    switch status.state {
    case .pending: return ["The purchase has awaited its first payment since \(since)."]
    case .active: return recovery + [paid] + refundBefore + another + arrangements
    case .renewalPending: return [lateRenewal] + refundBefore + arrangements
    case .grace:
      return [failureToday + " \(storeName) grants a grace period, so access goes on."]
        + refundBefore + arrangements
    case .hold: return [failureToday + holdBegan] + refundBefore + arrangements
    case .paused: return recovery + [pause] + refundBefore + arrangements
    case .canceled: return [cancellation] + refundBefore
    case .expired where refundedAfterEnd == nil: return lastFailure + [ending] + refundBefore
    case .expired, .refunded: return lastFailure + [ending] + refundAfterEnd
    case .superseded:
      let other = subscriber.facts.replacedBy.map { " (\($0))" } ?? ""
      let last = successor.flatMap { $0.subscription == subscriber.facts.replacedBy ? nil : $0 }
      let then = last.map { ", and was replaced in its turn; the last one is \($0.subscription)" }
      return lastFailure + [
        "Another purchase of the same user\(other) replaced it on \(since)\(then ?? "")."
      ]
    case .unknown where subscriber.isOnlyListedVoid: return [listed]
    case .unknown where status.flags.contains(.notYetAsked): return [heardOf]
    case .unknown: return ["\(storeName) has not stated the state of the subscription."]
    }
  }

  /// A sentence that an order was given back, of a purchase that may be no subscription.
  private var listed: String {
    "Only a refund is known: \(at) lists an order that was voided on "
      + "\(moment(subscriber.lastEventAt)), and the list does not say whether it paid for a "
      + "subscription or a one-time purchase."
  }

  /// A sentence that a notification arrived without saying what changed.
  private var heardOf: String {
    "Only a notification is known: \(at) reported a change on \(moment(subscriber.lastEventAt)), "
      + "and has not yet been asked about it, or has not answered."
  }

  private var paid: String {
    let offer =
      if status.flags.contains(.trial) {
        "a free trial"
      } else if status.flags.contains(.introductory) {
        "paid for, at an introductory price,"
      } else {
        "paid for"
      }
    var text = "It is \(offer)"
    if let paidThrough = status.paidThrough { text += " until \(moment(paidThrough))" }
    if status.flags.contains(.billingIssue) {
      text += "; \(at) has announced a problem with the payment of the next renewal"
    }
    return text + "."
  }

  /// The other purchase that is charged beside this active one; `nil` if there is none, or if one
  /// of both does not renew.
  var chargedBeside: LinkedPurchase? {
    guard status.state == .active, status.autoRenew != false else { return nil }
    // A purchase made while a renewal of this one failed is charged beside it once that is paid.
    return running(.doubleBilling) ?? running(.beside)
  }

  /// The other purchase that is charged while the renewal of this one fails; `nil` for none.
  var paidBeside: LinkedPurchase? {
    status.state.isFailing ? running(.doubleBilling) ?? running(.beside) : nil
  }

  /// Returns the first renewing purchase of a relation that is charged in addition to this one.
  ///
  /// A user has products of two subscription groups by intent (<doc:EdgeCases#Case-6>), and pays
  /// for none that the family shares.
  private func running(_ relation: LinkedPurchase.Relation) -> LinkedPurchase? {
    if subscriber.isFamilyShared { return nil }
    let charged = subscriber.related.filter { other in
      other.isRunning(at: now) && other.autoRenew && !other.isFamilyShared
        && other.isOf(subscriber.facts.group)
    }
    let names = charged.map(\.subscription)
    return subscriber.linkedPurchases(at: now, policy: policy).first {
      $0.relation == relation && $0.until == nil && names.contains($0.subscription)
    }
  }

  /// The purchase of the same product or in the same group that goes on while this one is over;
  /// `nil` if there is none.
  ///
  /// A top-up or change of plan that was never paid leaves the earlier purchase as it was, so only
  /// a later purchase counts for it.
  var goesOnAs: RelatedPurchase? { boughtAgain.filter { $0.isRunning(at: now) }.ownFirst }

  /// The same where it gives no access at present, as in a pause or while its renewal is not
  /// reported; `nil` if there is none, or one that goes on.
  var waitsAs: RelatedPurchase? {
    guard goesOnAs == nil else { return nil }
    return boughtAgain.filter { $0.isSubscribed(at: now) && $0.autoRenew }.ownFirst
  }

  private var boughtAgain: [RelatedPurchase] {
    guard status.state.isOver else { return [] }
    let earliest = wasNeverPaid ? subscriber.machine.purchasedAt : .distantPast
    return subscriber.related.filter { other in
      other.purchasedAt >= earliest && other.replacedBy == nil
        && (other.product == subscriber.product
          || other.group != nil && other.group == subscriber.facts.group)
    }
  }

  /// The purchase that replaced this one, or the last of those that replaced one another since;
  /// `nil` if it is not known.
  var successor: RelatedPurchase? {
    guard status.state == .superseded else { return nil }
    var names: Set = [subscriber.id]
    var name = subscriber.facts.replacedBy
    while let next = name, names.insert(next).inserted {
      guard let other = subscriber.related.first(where: { $0.subscription == next }) else {
        return nil
      }
      let following = subscriber.related.first { $0.subscription == other.replacedBy }
      let isReplaced = following.map { $0.purchasedAt <= now } ?? (other.replacedBy != nil)
      guard isReplaced else { return other }
      name = other.replacedBy
    }
    return nil
  }

  /// The purchase that replaced this one, if it gives access.
  var runningSuccessor: RelatedPurchase? {
    successor.flatMap { $0.givesAccess(after: now) ? $0 : nil }
  }

  /// The purchase that replaced this one and has ended since; `nil` if it goes on or is not known.
  var endedSuccessor: RelatedPurchase? {
    guard let endedAt = successor?.end, endedAt <= now else { return nil }
    return successor
  }

  /// The sentence about a purchase that is charged as well.
  private var another: [String] {
    guard let other = chargedBeside else { return refundedBeside.map { [refunded($0)] } ?? [] }
    let product = other.product.rawValue.isEmpty ? "another product" : other.product.rawValue
    let since = other.since.map { ", bought on \(moment($0))" } ?? ""
    return [
      "The user also has \(product) (\(other.subscription))\(since); where both renew, both are "
        + "charged."
    ]
  }

  /// The other purchase of the same user that was refunded and renews all the same.
  var refundedBeside: RelatedPurchase? {
    guard !subscriber.isFamilyShared else { return nil }
    return subscriber.related.first { other in
      other.renewsAfterRefund && other.purchasedAt <= now && !other.isFamilyShared
        && other.isOf(subscriber.facts.group)
    }
  }

  private func refunded(_ other: RelatedPurchase) -> String {
    let product = other.product.rawValue.isEmpty ? "another product" : other.product.rawValue
    return "The user also had \(product) (\(other.subscription)), whose latest payment was "
      + "refunded; auto-renew is on there all the same, so it may be charged as well."
  }

  private var lateRenewal: String {
    let word = isLongSilent ? "never said" : "has not said yet"
    if isResuming {
      return "The pause ended on \(moment(status.stateSince)), and \(at) \(word) whether the "
        + "payment that ends it was taken."
    }
    let end = status.paidThrough ?? status.stateSince
    if status.flags.contains(.trial) {
      return "The free trial ended on \(moment(end)), and \(at) \(word) whether the first payment "
        + "was taken."
    }
    return "The paid period ended on \(moment(end)), and \(at) \(word) whether the renewal was "
      + "paid."
  }

  /// A Boolean value that indicates whether the pending payment is the one that ends a pause.
  var isResuming: Bool {
    let wasPaused = subscriber.machine.state == .paused || subscriber.pendingPause != nil
    return status.state == .renewalPending && wasPaused
  }

  private var pause: String {
    let since = moment(status.stateSince)
    return isPauseUnsaid
      ? "The user asked for a pause, which was to begin on \(since)."
      : "The user paused the subscription; the pause began on \(since)."
  }

  /// A Boolean value that indicates whether a pause has begun by its date without a report of the
  /// store.
  var isPauseUnsaid: Bool { status.state == .paused && subscriber.machine.state != .paused }

  private var cancellation: String {
    // Without the date of the cancellation, the first report of it is known.
    let since =
      subscriber.facts.canceledAt.map { "on \(moment($0))" }
      ?? "on or before \(moment(status.stateSince))"
    let why =
      switch cancellationReason {
      case .voluntary: "Auto-renew was turned off \(since)"
      case .priceIncrease: "The user did not agree to a price increase"
      case .productUnavailable: "The product is not for sale any more"
      case .developer: "The developer canceled it \(since)"
      case .billing: "\(storeName) canceled it \(since) because of a problem with the payment"
      case .refund, .familySharing, .other:
        "\(storeName) will not renew it and does not say why"
      }
    return status.flags.contains(.trial)
      ? why + ", so the subscription ends with the free trial."
      : why + ", so the subscription ends when what was paid for is used up."
  }

  /// The reason for which the current period is the last.
  var cancellationReason: EndReason { subscriber.machine.periods.last?.endReason ?? .voluntary }

  // MARK: Arrangements for later

  /// The sentences about changes that the user or the store has arranged for the end of the period.
  private var arrangements: [String] {
    var texts: [String] = []
    texts += addOns
    if status.flags.contains(.pausePending) { texts.append(coming) }
    if status.flags.contains(.cancellationScheduled) {
      let left = subscriber.facts.commitmentPaymentsLeft ?? 0
      let after =
        left > 0 ? ", after \(CountText.of(left, "more payment", "more payments"))" : ""
      texts.append("It has been canceled and ends with its commitment\(after).")
    }
    if status.flags.contains(.priceConsentPending), !status.state.isFailing {
      texts.append("\(higherPrice) awaits the user's consent.")
    }
    // The sentence on the next charge of an active one names the product, unless it is on consent.
    if let next = status.pendingProduct,
      status.state != .active || status.flags.contains(.priceConsentPending)
    {
      texts.append("The user has chosen \(next) for the next period.")
    }
    return texts
  }

  /// The sentences about the further products of the purchase, and about those that were removed.
  private var addOns: [String] {
    let removed = subscriber.facts.removedItems ?? []
    let addOns = (subscriber.facts.addOns ?? []).filter { !removed.contains($0) }
    func names(_ products: [ProductID]) -> String {
      products.map(\.rawValue).joined(separator: ", ")
    }
    var texts: [String] = []
    if !addOns.isEmpty {
      let isMainRemoved = removed.contains(subscriber.product)
      texts.append(
        "The purchase has \(CountText.of(addOns.count, "add-on")), \(names(addOns))"
          + (isMainRemoved ? "." : ", charged together with \(subscriber.product)."))
    }
    if !removed.isEmpty {
      let word = removed.count == 1 ? "ends" : "end"
      texts.append(
        "The user has removed \(names(removed)), which \(word) with the paid period.")
    }
    return texts
  }

  private var coming: String {
    let begins = status.paidThrough.map { "on \(moment($0))" } ?? "with the end of the period"
    return "The user has asked for a pause, which begins \(begins)."
  }

  /// A price increase, with its amount if that is stated and is not known to be the old one.
  private var higherPrice: String {
    guard let next = subscriber.facts.renewalPrice else { return "A higher price" }
    // The price is that of the product which was chosen for the next period.
    if let product = status.pendingProduct { return "A price of \(next.text) for \(product)" }
    if let price = subscriber.price(policy),
      next.currency != price.currency || next.micros <= price.micros
    {
      return "A higher price"
    }
    return "A higher price of \(next.text)"
  }

  // MARK: The end

  private var ending: String {
    guard let end = status.end else { return "It ended on \(moment(status.stateSince))." }
    if wasNeverPaid { return "The purchase was given up on \(moment(end.at)) and never paid for." }
    var text = "It ended on \(moment(end.at)) \(clause(end.reason))"
    if let cause = end.cause, subscriber.environment == .production, !subscriber.isFamilyShared {
      // Metrics leave out test purchases (<doc:EdgeCases#Case-35>), and churn rates family members.
      text += ", which counts as \(cause.rawValue) churn"
    }
    return text + "."
  }

  private func clause(_ reason: EndReason) -> String {
    switch reason {
    case .voluntary where status.flags.contains(.familyShared): "because the purchaser canceled"
    case .voluntary:
      lastFailure.isEmpty
        ? "because the user canceled" : "because the user canceled while it was unpaid"
    case .billing where status.flags.contains(.familyShared):
      "because the purchaser's payment could not be collected"
    case .billing: "because the payment could not be collected"
    case .priceIncrease: "because the user did not agree to a price increase"
    case .productUnavailable: "because the product was not for sale any more"
    case .developer: "because the developer ended it"
    case .refund where subscriber.facts.isTrial:
      "because it was revoked" + unacknowledged
    case .refund:
      "because the latest payment was refunded"
        + (refundedPart.map { ", \($0) of it" } ?? "") + unacknowledged
    case .familySharing: "because it is no longer shared with the family"
    case .other where wasPrepaid: "because it was prepaid and no more time was bought"
    case .other: "for a reason that \(at) does not state"
    }
  }

  /// The sentence about a refund after the end.
  private var refundAfterEnd: [String] {
    guard let refundedAfterEnd else { return [] }
    let part = refundedPart.map { ", \($0) of it" } ?? ""
    return ["The latest payment was refunded after the end, on \(moment(refundedAfterEnd))\(part)."]
  }

  /// The sentence about the latest payment that was refunded without ending the subscription
  /// (<doc:EdgeCases#Case-17>).
  private var refundBefore: [String] {
    let refunded = subscriber.collected.payments.compactMap { payment in
      payment.refundedAt.flatMap { $0 <= now ? (payment, $0) : nil }
    }
    guard let (payment, refundedAt) = refunded.max(by: { $0.1 < $1.1 }) else { return [] }
    let which =
      payment.isDateStated ? "The payment of \(instant(payment.at))" : "An earlier payment"
    let part = payment.refundedPart.map { ", \(Payment.percentage($0)) of it" } ?? ""
    return ["\(which) was refunded on \(moment(refundedAt))\(part)."]
  }

  /// The instant at which the latest payment was given back after the end, which stays as it was;
  /// `nil` if it was not (<doc:EdgeCases#Case-18>).
  var refundedAfterEnd: Timestamp? {
    guard status.state == .expired, let end = status.end, !subscriber.isFamilyShared,
      subscriber.facts.offer?.kind != .freeTrial, let refundedAt = subscriber.facts.revokedAt,
      end.at < refundedAt, refundedAt <= now
    else { return nil }
    return refundedAt
  }

  /// The part of the latest payment that was given back, as a percentage; `nil` for all of it.
  var refundedPart: String? { subscriber.facts.refundedPart.map(Payment.percentage) }

  /// The clause that the app had not acknowledged the purchase, which Google refunds then
  /// (<doc:EdgeCases#Case-37>); empty if it had.
  private var unacknowledged: String {
    guard let end = status.end, subscriber.isUnacknowledged(at: end.at) else { return "" }
    return ", as the app had not acknowledged the purchase"
  }

  /// A Boolean value that indicates whether it was prepaid, so that time ended it.
  private var wasPrepaid: Bool {
    let periods = subscriber.machine.periods
    if periods.last?.state == .active { return true }
    guard subscriber.store.sellsPrepaidPlans, let paid = periods.dropLast().last,
      paid.state == .active
    else { return false }
    // What Google ended does not renew either, prepaid or not.
    return subscriber.facts.isPrepaid == true || paid.endReason == .other
  }

  /// A Boolean value that indicates whether nothing was ever paid: the first payment never came.
  var wasNeverPaid: Bool {
    if subscriber.facts.status == .pendingCanceled { return true }
    let before = subscriber.machine.periods.dropLast()
    return !before.isEmpty && before.allSatisfy { $0.state == .pending }
  }
}

extension [RelatedPurchase] {
  /// The first one that the user pays for, or else the first that the family shares.
  var ownFirst: RelatedPurchase? { first { !$0.isFamilyShared } ?? first }
}
