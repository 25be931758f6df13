import SeededNumbers
import SubscriptionCore

/// A renewal that is declined: the silent day, grace, hold, and the ways out of them.
extension PlayLife {
  /// The payment of the renewal is declined.
  mutating func fail() {
    let due = record.expiryTime
    let grace = record.plan.graceDays
    let agreed = record.priceChange.flatMap { $0.state == "CONFIRMED" ? $0.price : nil }
    truth.decline(agreed ?? record.price, over: record.plan.period)
    truth.state = .renewalPending
    truth.accessUntil = nil
    pass(to: due, "renewal due")
    record.order += 1
    // The word comes at once, or when the silent day is over (<doc:EdgeCases#Case-12>).
    let told = due + (grace > 0 && random.happens(60) ? .seconds(8) : .hours(24) + seconds())
    truth.retryEnds = due + .days(60)
    guard grace > 0 else {
      truth.episodes.append(Truth.Episode(dueAt: due, toldAt: told, heldAt: told))
      hold(from: told, told: told)
      return
    }
    // No grace is longer than the period that it is taken from.
    let ends = min(due + .days(grace), StoreCalendar.end(of: record.plan.period, from: due))
    truth.episodes.append(Truth.Episode(dueAt: due, toldAt: told, graceEnds: ends))
    (truth.state, truth.accessUntil, truth.graceEnds) = (.grace, ends, ends)
    (record.state, record.expiryTime) = ("IN_GRACE_PERIOD", ends)
    tell(6, at: told, "payment declined, grace through \(ends.rfc3339)")
    guard let instant = instant(after: told, before: ends) else {
      return hold(from: ends, told: ends + seconds())
    }
    switch Int.random(in: 0..<100, using: &random) {
    case ..<40: recover(at: instant, due: due)
    case ..<50: endByUser(at: instant, "cancels in grace")
    case ..<54: revoke(at: instant)
    case ..<58:
      // The setting was shortened: who is beyond the new end loses access at once
      // (<doc:EdgeCases#Case-32>).
      truth.episodes[truth.episodes.count - 1].graceEnds = instant
      record.expiryTime = instant
      hold(from: instant, told: instant)
    case ..<62 where grace == 30:
      // No hold follows: the end of grace is the end (<doc:EdgeCases#Case-33>).
      giveUp(at: ends)
    default: hold(from: ends, told: ends + seconds())
    }
  }

  /// Paid in grace: the billing date is kept.
  private mutating func recover(at instant: Timestamp, due: Timestamp) {
    record.paidOrder = record.order
    truth.closeEpisode(.recoveredInGrace, at: instant)
    startPeriod(at: due)
    tell(2, at: instant, "recovers in grace through \(record.expiryTime.rfc3339)")
  }

  /// Access is lost while the tries go on.
  private mutating func hold(from begin: Timestamp, told: Timestamp) {
    (truth.state, truth.access, truth.accessUntil) = (.hold, false, nil)
    (record.state, record.resumesAt) = ("ON_HOLD", nil)
    if let last = truth.episodes.last, last.heldAt == nil {
      truth.episodes[truth.episodes.count - 1].heldAt = begin
    }
    if begin < told { pass(to: begin, "grace is over") }
    tell(5, at: told, "on hold")
    let ends = truth.retryEnds ?? told + .days(30)
    guard let instant = instant(after: told, before: ends) else { return giveUp(at: ends) }
    switch Int.random(in: 0..<100, using: &random) {
    case ..<36:
      record.paidOrder = record.order
      truth.closeEpisode(.recoveredInHold, at: instant)
      startPeriod(at: instant)
      if record.phase == .base, tellsBase, isProvable(from: instant) { truth.isPlanProven = true }
      tell(1, at: instant, "recovers from hold through \(record.expiryTime.rfc3339)")
    case ..<50: endByUser(at: instant, "cancels on hold")
    case ..<60: repurchase(at: instant)
    case ..<65:
      // A hold of a length of its own.
      giveUp(at: instant)
    default: giveUp(at: ends)
    }
  }

  /// The tries are over: the date moves to the end of hold.
  private mutating func giveUp(at instant: Timestamp) {
    truth.closeEpisode(.ranOut, at: instant)
    truth.finish(.billing, at: instant)
    (record.state, record.autoRenew, record.canceled) = ("EXPIRED", false, .system)
    record.expiryTime = instant
    tell(3, at: instant, "Google gives up")
    tell(13, at: instant + .seconds(2), "the end is told")
    isOver = true
  }

  /// The same product is bought anew while on hold: a new token, and nothing links the two
  /// (<doc:EdgeCases#Case-15>).
  private mutating func repurchase(at instant: Timestamp) {
    truth.closeEpisode(.superseded, at: instant)
    var replaced = truth
    supersede(&replaced)
    truth = replaced
    pass(to: instant, "is replaced by a purchase")
    key += 1
    buy(record.plan, at: instant)
  }

  /// The payment that would resume a pause is declined: hold at once (<doc:EdgeCases#Case-30>).
  mutating func failToResume(at instant: Timestamp) {
    record.order += 1
    truth.resumesAt = nil
    truth.retryEnds = instant + .days(60)
    truth.episodes.append(Truth.Episode(dueAt: instant, toldAt: instant, heldAt: instant))
    hold(from: instant, told: instant)
  }
}
