import SeededNumbers
import SubscriptionCore

/// What the user, the family, the developer and Apple do while a period runs.
extension AppStoreLife {
  private var expiresAt: Timestamp { record.latest?.expiresDate ?? now }

  /// At most one thing within a period.
  mutating func happen(at instant: Timestamp) {
    let inBase = record.latest?.offer == nil
    switch Int.random(in: 0..<100, using: &random) {
    case ..<12: cancel(at: instant)
    case ..<18: upgrade(at: instant)
    case ..<24: choosePlan(at: instant)
    case ..<29: if inBase { extend(at: instant) }
    case ..<34: revokeOrRefund(at: instant)
    case ..<38: refundEarlier(at: instant)
    case ..<43: if inBase { raisePrice(at: instant) }
    case ..<46: redeem(at: instant)
    case ..<49:
      tell("CONSUMPTION_REQUEST", at: instant, "a refund is asked for")
      tell("REFUND_DECLINED", at: instant + .minutes(30), "the refund is declined")
    default: break
    }
  }

  /// Auto-renew is turned off; it may be turned on again before the date.
  private mutating func cancel(at instant: Timestamp) {
    let end = expiresAt
    record.autoRenew = false
    (truth.state, truth.autoRenew) = (.canceled, false)
    tell("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED", at: instant, "cancels")
    if random.happens(30), let again = self.instant(after: instant, before: end) {
      record.autoRenew = true
      (truth.state, truth.autoRenew) = (.active, true)
      tell("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_ENABLED", at: again, "renews after all")
      return
    }
    truth.finish(.voluntary, at: end)
    (record.status, record.intent, record.inRetry) = (2, 1, false)
    tell("EXPIRED", "VOLUNTARY", at: end + .seconds(5), "ends as canceled")
    isOver = true
  }

  /// Another product takes over at once; the payment of the old one is given back in part.
  private mutating func upgrade(at instant: Timestamp) {
    record.transactions[record.transactions.count - 1].isUpgraded = true
    record.transactions[record.transactions.count - 1].revokedAt = instant
    plan = anotherPlan()
    nextPlan = nil
    offers = []
    pay(from: instant, purchasedAt: instant, isPurchase: true)
    tell(
      "DID_CHANGE_RENEWAL_PREF", "UPGRADE", at: instant,
      "upgrades to \(plan.product) \(plan.period)")
  }

  /// Another product is chosen for the next renewal, and perhaps given up again.
  private mutating func choosePlan(at instant: Timestamp) {
    let end = expiresAt
    let next = anotherPlan()
    nextPlan = next
    (record.nextProduct, record.renewalPrice) = (next.product, next.price)
    truth.nextProduct = next.product
    tell(
      "DID_CHANGE_RENEWAL_PREF", "DOWNGRADE", at: instant,
      "chooses \(next.product) \(next.period) for the next renewal")
    if random.happens(30), let again = self.instant(after: instant, before: end) {
      nextPlan = nil
      (record.nextProduct, record.renewalPrice) = (plan.product, plan.price)
      truth.nextProduct = nil
      tell("DID_CHANGE_RENEWAL_PREF", at: again, "keeps \(plan.product)")
    }
  }

  /// The developer moves the renewal date; the plan stays what it is.
  private mutating func extend(at instant: Timestamp) {
    let place = record.transactions.count - 1
    let date = expiresAt + .days(random.pick([3, 7, 14, 30, 31, 60, 90]))
    record.transactions[place].expiresDate = date
    (truth.paidThrough, truth.accessUntil) = (date, date)
    truth.isDateMoved = true
    tell("RENEWAL_EXTENDED", at: instant, "extended to \(date.rfc3339)")
  }

  /// The running payment is given back, or the family's share is taken away.
  private mutating func revokeOrRefund(at instant: Timestamp) {
    let place = record.transactions.count - 1
    let end = expiresAt
    let before = truth
    record.transactions[place].revokedAt = instant
    record.status = 5
    if record.isFamilyShared {
      record.transactions[place].isFamilyRevoke = true
      record.autoRenew = false
      truth.finish(.familySharing, at: instant)
      tell("REVOKE", at: instant, "the family's share ends")
      isOver = true
      return
    }
    truth.finish(.refund, at: instant)
    truth.autoRenew = true
    tell("REFUND", at: instant, "is refunded")
    if random.happens(25), let again = self.instant(after: instant, before: end) {
      record.transactions[place].revokedAt = nil
      record.status = 1
      truth = before
      tell("REFUND_REVERSED", at: again, "the refund is reversed")
      return
    }
    record.autoRenew = false
    truth.autoRenew = false
    tell(
      "DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED", at: instant + .seconds(2),
      "Apple turns auto-renew off")
    isOver = true
  }

  /// An earlier payment is given back, which changes nothing (<doc:EdgeCases#Case-17>).
  private mutating func refundEarlier(at instant: Timestamp) {
    let places = record.transactions.indices.dropLast().filter {
      !record.transactions[$0].isUpgraded && record.transactions[$0].revokedAt == nil
    }
    guard let place = places.randomElement(using: &random) else { return }
    record.transactions[place].revokedAt = instant
    tell("REFUND", transaction: place, at: instant, "payment \(place) is refunded")
  }

  /// A price increase asks for consent, gets it or does not.
  private mutating func raisePrice(at instant: Timestamp) {
    guard nextPlan == nil else { return }
    let end = expiresAt
    let price = Money(
      micros: plan.price.micros / 1_000_000 * 1_500_000, currency: plan.price.currency)
    (record.consent, record.renewalPrice) = (0, price)
    truth.isConsentPending = true
    tell("PRICE_INCREASE", "PENDING", at: instant, "is asked to pay more")
    if random.happens(60), let later = self.instant(after: instant, before: end) {
      record.consent = 1
      truth.isConsentPending = false
      tell("PRICE_INCREASE", "ACCEPTED", at: later, "agrees to pay more")
      plan.price = price
      return
    }
    truth.finish(.priceIncrease, at: end)
    (record.status, record.autoRenew, record.intent, record.inRetry) = (2, false, 3, false)
    tell("EXPIRED", "PRICE_INCREASE", at: end + .seconds(5), "ends without consent")
    isOver = true
  }

  /// A promotional offer is redeemed for the next renewal.
  private mutating func redeem(at instant: Timestamp) {
    guard offers.isEmpty, nextPlan == nil else { return }
    offers = [offer(2, "PAY_AS_YOU_GO", plan.period, micros: plan.price.micros / 2)]
    record.renewalPrice = offers[0].price
    tell("OFFER_REDEEMED", at: instant, "redeems an offer for the next renewal")
  }
}
