import SeededNumbers
import SubscriptionCore

/// What the user and the developer do while a period runs.
extension PlayLife {
  /// At most one thing within a period.
  mutating func happen(at instant: Timestamp) {
    let inBase = record.phase == .base
    switch Int.random(in: 0..<100, using: &random) {
    case ..<12: cancel(at: instant)
    case ..<18: if inBase { postpone(at: instant) }
    case ..<27: upgrade(at: instant)
    case ..<30: revoke(at: instant)
    case ..<38: if inBase, record.plan.period.unit != .year { pause(at: instant) }
    case ..<43: if inBase { raisePrice(at: instant) }
    case ..<48: voidEarlierOrder(at: instant)
    default: break
    }
  }

  /// Auto-renew is turned off; it may be turned on again before the date.
  private mutating func cancel(at instant: Timestamp) {
    let end = record.expiryTime
    let byDeveloper = random.happens(10)
    record.canceled = byDeveloper ? .developer : .user(at: instant)
    (record.state, record.autoRenew) = ("CANCELED", false)
    (truth.state, truth.autoRenew) = (.canceled, false)
    tell(3, at: instant, byDeveloper ? "the developer cancels" : "cancels")
    if random.happens(30), let again = self.instant(after: instant, before: end) {
      (record.state, record.autoRenew, record.canceled) = ("ACTIVE", true, nil)
      (truth.state, truth.autoRenew) = (.active, true)
      tell(7, at: again, "turns auto-renew on again")
      return
    }
    truth.finish(byDeveloper ? .developer : .voluntary, at: end)
    pass(to: end, "ends as canceled")
    record.state = "EXPIRED"
    tell(13, at: end + seconds(), "the end is told")
    isOver = true
  }

  /// The developer moves the date later; no order belongs to it, and the plan stays.
  private mutating func postpone(at instant: Timestamp) {
    record.expiryTime = record.expiryTime + .days(random.pick([3, 7, 14, 30, 31, 60, 90]))
    truth.paidThrough = record.expiryTime
    truth.accessUntil = record.expiryTime
    toldBaseExpiry = record.expiryTime
    truth.isDateMoved = true
    tell(9, at: instant, "deferred to \(record.expiryTime.rfc3339)")
  }

  /// Another product takes over at once under a new token.
  private mutating func upgrade(at instant: Timestamp) {
    let (old, oldKey, oldEnd) = (record, key, record.expiryTime)
    let wasInBase = record.phase == .base
    var oldTruth = truth
    supersede(&oldTruth)
    truth = oldTruth
    (record.state, record.autoRenew, record.canceled) = ("EXPIRED", false, .replacement)
    record.expiryTime = instant
    pass(to: instant, "is replaced")
    let replaced = record
    key += 1
    begin(nextPlan(), at: instant)
    record.linkedToken = old.token
    offers = []
    startPeriod(at: instant)
    truth.isPlanProven = record.plan.isPlain
    switch Int.random(in: 0..<3, using: &random) {
    case 0 where wasInBase: prorate(to: oldEnd)
    case 1 where wasInBase:
      prorate(to: instant + .hours(Int.random(in: 24...2000, using: &random)))
    default: break
    }
    tell(
      4, at: instant,
      "upgrades to \(record.plan.product) \(record.plan.period) through "
        + record.expiryTime.rfc3339)
    let (newRecord, newTruth, newKey) = (record, truth, key)
    (record, truth, key) = (replaced, oldTruth, oldKey)
    tell(13, at: instant + .seconds(4), "the replaced one's end is told")
    (record, truth, key) = (newRecord, newTruth, newKey)
  }

  /// What was paid for the old plan counts towards the new one until a date.
  private mutating func prorate(to date: Timestamp) {
    record.expiryTime = date
    (record.phase, truth.phase) = (.proration, .proration)
    truth.pay(through: date)
    toldBaseExpiry = nil
  }

  /// Another purchase has the access.
  func supersede(_ truth: inout Truth) {
    (truth.state, truth.access, truth.accessUntil) = (.superseded, false, nil)
    truth.autoRenew = false
    (truth.nextProduct, truth.graceEnds, truth.retryEnds) = (nil, nil, nil)
    (truth.isPausePending, truth.isConsentPending) = (false, false)
  }

  /// The payment is given back and access taken at once.
  mutating func revoke(at instant: Timestamp) {
    truth.closeEpisode(.refunded, at: instant)
    truth.finish(.refund, at: instant)
    (record.state, record.autoRenew) = ("EXPIRED", false)
    record.canceled = random.happens(50) ? .system : .user(at: instant)
    record.expiryTime = instant
    tell(12, at: instant, "is refunded")
    change(.voided(order: record.paidOrder), at: instant + .seconds(1), "the order is voided")
    tell(13, at: instant + .seconds(2), "the end is told")
    isOver = true
  }

  /// An earlier payment is given back, which changes nothing (<doc:EdgeCases#Case-17>).
  private mutating func voidEarlierOrder(at instant: Timestamp) {
    guard record.paidOrder > 0 else { return }
    let order = Int.random(in: 0..<record.paidOrder, using: &random)
    change(.voided(order: order), at: instant, "order \(order) is voided")
  }

  /// A price increase asks for consent, gets it or does not (<doc:EdgeCases#Case-34>).
  private mutating func raisePrice(at instant: Timestamp) {
    let end = record.expiryTime
    let price = Money(
      micros: record.price.micros / 1_000_000 * 1_500_000, currency: record.price.currency)
    record.priceChange = PlayRecord.PriceChange(price: price, state: "OUTSTANDING")
    truth.isConsentPending = true
    tell(19, at: instant, "is asked to pay more")
    if random.happens(60), let later = self.instant(after: instant, before: end) {
      record.priceChange?.state = "CONFIRMED"
      truth.isConsentPending = false
      tell(19, at: later, "agrees to pay more")
      return
    }
    truth.finish(.priceIncrease, at: end)
    pass(to: end, "ends without consent")
    (record.state, record.autoRenew, record.canceled) = ("EXPIRED", false, .system)
    if random.happens(50) { record.priceChange = nil }
    tell(3, at: end + .seconds(3), "canceled without consent")
    tell(13, at: end + .seconds(5), "the end is told")
    isOver = true
  }

  /// A pause begins with the end of the period, and ends in one of four ways.
  private mutating func pause(at instant: Timestamp) {
    truth.isPausePending = true
    tell(11, at: instant, "asks for a pause")
    let begin = record.expiryTime
    if random.happens(15), let later = self.instant(after: instant, before: begin) {
      // Who cancels after all is not paused: it ends with the period.
      truth.isPausePending = false
      return cancel(at: later)
    }
    let count = Int.random(in: 1...3, using: &random)
    let resume = StoreCalendar.end(
      of: BillingPeriod(count, record.plan.isWeekly ? .week : .month), from: begin)
    (truth.state, truth.access, truth.accessUntil) = (.paused, false, nil)
    (truth.isPausePending, truth.resumesAt) = (false, resume)
    truth.isDateMoved = true
    pass(to: begin, "pauses")
    (record.state, record.resumesAt) = ("PAUSED", resume)
    tell(10, at: begin + .seconds(3), "the pause is told")
    switch Int.random(in: 0..<100, using: &random) {
    case ..<50: self.resume(at: resume)
    case ..<70: self.resume(at: instantOrMiddle(begin, resume))
    case ..<85:
      failToResume(at: resume)
    default:
      let end = instantOrMiddle(begin, resume)
      endByUser(at: end, "cancels while paused")
    }
  }

  private mutating func instantOrMiddle(_ start: Timestamp, _ end: Timestamp) -> Timestamp {
    instant(after: start, before: end) ?? start + .days(1)
  }

  private mutating func resume(at instant: Timestamp) {
    record.order += 1
    record.paidOrder = record.order
    startPeriod(at: instant)
    tell(1, at: instant, "resumes through \(record.expiryTime.rfc3339)")
  }

  /// The user ends what is not paid for: it is over at once, and the date is pulled to it.
  mutating func endByUser(at instant: Timestamp, _ note: String) {
    truth.closeEpisode(.canceledByUser, at: instant)
    truth.finish(.voluntary, at: instant)
    (record.state, record.autoRenew, record.canceled) = ("EXPIRED", false, .user(at: instant))
    (record.expiryTime, record.resumesAt) = (instant, nil)
    tell(3, at: instant, note)
    tell(13, at: instant + .seconds(2), "the end is told")
    isOver = true
  }
}
