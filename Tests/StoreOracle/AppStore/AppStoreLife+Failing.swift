import SeededNumbers
import SubscriptionCore

/// A renewal that is declined: grace where the app has it, billing retry, and the ways out.
extension AppStoreLife {
  /// The payment of the renewal is declined.
  mutating func fail() {
    guard let latest = record.latest else { return }
    let due = latest.expiresDate
    takeOverNextPlan()
    truth.decline(record.renewalPrice, over: plan.period)
    let isFirstPayment = gracePaidOnly && latest.offer?.discount == "FREE_TRIAL"
    let grace = isFirstPayment ? 0 : graceDaysOfRunningPlan
    (record.inRetry, record.intent) = (true, 2)
    guard grace > 0 else {
      let told = due + .seconds(Int64.random(in: 2...90, using: &random))
      if random.happens(10), now < due - .hours(5) { announce(at: due - .hours(4)) }
      truth.episodes.append(Truth.Episode(dueAt: due, toldAt: told, heldAt: due))
      (truth.state, truth.access, truth.accessUntil) = (.hold, false, nil)
      truth.retryEnds = due + .days(60)
      pass(to: due, "payment declined")
      record.status = 3
      tell("DID_FAIL_TO_RENEW", at: told, "retry without grace")
      return retry(from: told, due: due)
    }
    // Apple counts days by the clock of California; a summer time change moves the end an hour.
    let ends = due + .days(grace) + (random.happens(10) ? .hours(1) : .zero)
    let told = due + .seconds(Int64.random(in: 2...90, using: &random))
    truth.episodes.append(Truth.Episode(dueAt: due, toldAt: told, graceEnds: ends))
    (truth.state, truth.accessUntil, truth.graceEnds) = (.grace, ends, ends)
    truth.retryEnds = due + .days(60)
    pass(to: due, "payment declined")
    (record.status, record.graceEnds) = (4, ends)
    record.hidesGraceEnd = random.happens(4)
    if record.hidesGraceEnd {
      truth.isGraceEndHidden = true
      truth.accessUntil = nil
    }
    tell("DID_FAIL_TO_RENEW", "GRACE_PERIOD", at: told, "grace through \(ends.rfc3339)")
    if let instant = instant(after: told, before: ends) {
      switch Int.random(in: 0..<100, using: &random) {
      case ..<40 where instant < StoreCalendar.end(of: plan.period, from: due):
        return recover(at: instant, due: due)
      case ..<52: return endByUser(at: instant, "cancels in grace")
      default: break
      }
    }
    (truth.state, truth.access, truth.accessUntil) = (.hold, false, nil)
    truth.episodes[truth.episodes.count - 1].heldAt = ends
    pass(to: ends, "grace is over")
    record.status = 3
    tell("GRACE_PERIOD_EXPIRED", at: ends + .seconds(30), "the end of grace is told")
    retry(from: now, due: due)
  }

  /// The failure is told some hours before its date: what is paid for still runs
  /// (<doc:EdgeCases#Case-4>).
  private mutating func announce(at instant: Timestamp) {
    record.isOld = true
    tell("DID_FAIL_TO_RENEW", at: instant, "a failure is announced")
    record.isOld = false
  }

  /// The grace setting as it counts for the period that ran.
  private var graceDaysOfRunningPlan: Int {
    truth.plan.unit == .week ? min(graceDays, graceDays == 3 ? 3 : 6) : graceDays
  }

  /// Paid in grace: the billing date is kept, whichever date the purchase has.
  private mutating func recover(at instant: Timestamp, due: Timestamp) {
    truth.closeEpisode(.recoveredInGrace, at: instant)
    pay(from: due, purchasedAt: random.happens(50) ? due : instant, isPurchase: false)
    tell("DID_RENEW", "BILLING_RECOVERY", at: instant, "recovers in grace")
  }

  /// The tries go on without access.
  private mutating func retry(from told: Timestamp, due: Timestamp) {
    let ends = due + .days(60)
    guard let instant = instant(after: told, before: ends) else { return giveUp(at: ends) }
    switch Int.random(in: 0..<100, using: &random) {
    case ..<38:
      truth.closeEpisode(.recoveredInHold, at: instant)
      pay(from: instant, purchasedAt: instant, isPurchase: false)
      tell("DID_RENEW", "BILLING_RECOVERY", at: instant, "recovers from retry")
    case ..<55: endByUser(at: instant, "cancels in retry")
    default:
      // 60 days are nominal; an end after 63 days was observed.
      giveUp(at: ends + (random.happens(30) ? .hours(79) : .zero))
    }
  }

  /// Apple gives up.
  private mutating func giveUp(at instant: Timestamp) {
    truth.closeEpisode(.ranOut, at: instant)
    truth.finish(.billing, at: instant)
    // The date of the old grace stays behind (<doc:EdgeCases#Case-3>).
    (record.status, record.autoRenew, record.inRetry, record.intent) = (2, false, false, 2)
    tell("EXPIRED", "BILLING_RETRY", at: instant, "Apple gives up")
    isOver = true
  }

  /// The user cancels while nothing is paid for: it is over at once (<doc:EdgeCases#Case-7>).
  private mutating func endByUser(at instant: Timestamp, _ note: String) {
    truth.closeEpisode(.canceledByUser, at: instant)
    truth.finish(.voluntary, at: instant)
    (record.status, record.autoRenew, record.inRetry, record.intent) = (2, false, false, 1)
    tell("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED", at: instant, note)
    tell("EXPIRED", "VOLUNTARY", at: instant + .seconds(2), "the end is told")
    isOver = true
  }
}
