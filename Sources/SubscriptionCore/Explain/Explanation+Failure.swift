// MARK: A renewal that failed

extension Explanation {
  /// The failure that the sentences describe: the latest one.
  private var failure: Failure? { subscriber.machine.failures.last { $0.failedAt <= now } }

  /// The date of the renewal that failed, rather than the day on which the store reported it; `nil`
  /// if it is not known, as for a renewal that was failing before anything was reported.
  var failedRenewalAt: Timestamp? {
    guard let failure else { return episode?.failedAt }
    return failure.paidThrough == nil && !endsPause ? nil : failure.base(subscriber.store)
  }

  /// A Boolean value that indicates whether the payment that failed was to end a pause.
  var endsPause: Bool {
    guard let failure, failure.paidThrough == nil else { return false }
    return subscriber.machine.periods.last { $0.since < failure.failedAt }?.state == .paused
  }

  /// A Boolean value that indicates whether the store reported the failure only with its end, so
  /// that access was lost at some time before.
  var isLossUndated: Bool {
    guard status.state == .expired, let failure, failure.paidThrough == nil else { return false }
    return failure.ending?.at == failure.failedAt
  }

  /// Returns the renewal that failed, as the subject of a sentence about an instant, or the
  /// present; a store may report the failure before the date.
  private func failedRenewal(
    _ date: (Timestamp) -> String, at instant: Timestamp? = nil
  ) -> String {
    guard let failedRenewalAt else { return "A renewal whose date is not known" }
    let word = failedRenewalAt > instant ?? now ? "due on" : "of"
    return "The renewal \(word) \(date(failedRenewalAt))"
  }

  /// The present failure, as a sentence.
  var failureToday: String {
    if endsPause, let failedRenewalAt {
      return "The payment that was to end the pause was declined on \(moment(failedRenewalAt))."
    }
    var why = "because the payment\(ofOtherAmount) was declined"
    if promptCase.asksConsent {
      // The store awaits consent first; the result of the payment is unknown
      // (<doc:EdgeCases#Case-34>).
      why = "while a new price awaits the user's consent"
    } else if promptCase.endReason == .productUnavailable {
      why = "because the product is not for sale any more"
    }
    return "\(failedRenewal(moment)) failed \(why)."
  }

  /// The amount that the failed renewal would have charged, as a clause, if it is another one than
  /// that of the current period: after an offer, at a new price, or in another currency.
  private var ofOtherAmount: String {
    let machine = subscriber.machine
    guard !subscriber.isFamilyShared, subscriber.facts.offer?.kind != .freeTrial,
      let place = machine.failures.lastIndex(where: { $0.failedAt <= now }),
      !machine.failedRenewals[place].isChanged,
      let amount = episode?.price, let price = subscriber.price(policy), amount != price
    else { return "" }
    return " of \(amount.text)"
  }

  /// The latest possible end of grace, if the subscription counts, or counted until its end, as on
  /// hold only because the end that the policy expects has passed; `nil` if the store stated the
  /// end of grace or the hold.
  var latestGraceEnd: Timestamp? {
    guard let failure, failure.hadGrace, failure.graceEnds == nil else { return nil }
    let latest =
      failure.base(subscriber.store)
      + policy.recovery.longestGrace(subscriber.recoveryTerms(policy))
    if status.state == .hold { return subscriber.machine.state == .grace ? latest : nil }
    guard let end = status.end, !lastFailure.isEmpty, let lost = status.access.until, lost < end.at
    else { return nil }
    return min(latest, end.at)
  }

  /// A Boolean value that indicates whether the stated end of grace has passed for so long without
  /// a word of the store, which says at once what came of it, that the payment may well have gone
  /// through (<doc:EdgeCases#Case-12>).
  var isHoldUnsaid: Bool {
    status.state == .hold && status.isAccessInDoubt && latestGraceEnd == nil
  }

  /// A Boolean value that indicates whether grace may go on although its expected end has passed.
  var mayBeInGrace: Bool { latestGraceEnd.map { now < $0 } ?? false }

  /// The end of access after the failure, as a sentence.
  var holdBegan: String {
    let began = episode?.holdStartedAt ?? status.stateSince
    if episode?.enteredGrace == true {
      guard let latestGraceEnd else {
        return isHoldUnsaid
          ? " Grace was to end on \(moment(began)), and \(at) has not said what came of it."
          : " Grace ended on \(moment(began))."
      }
      let end =
        mayBeInGrace
        ? "was expected to end about \(moment(began))"
        : "cannot have lasted beyond \(moment(latestGraceEnd))"
      return " Grace, whose end \(at) did not state, \(end); ask it again."
    }
    let window = RecoveryPolicy.silentWindow(subscriber.store, subscriber.environment)
    guard let failure, let toldAt = failure.holdToldAt,
      toldAt - failure.base(subscriber.store) > window || status.flags.contains(.notYetAsked)
    else {
      // Without the date of the renewal, grace may have come before.
      return failedRenewalAt == nil ? "" : " No grace period was granted."
    }
    return " \(storeName) reported on \(moment(toldAt)) that access is lost."
  }

  /// The last failure, if it was paid after all, or if something took the place of the payment.
  var recovery: [String] {
    guard let episode, let endedAt = episode.endedAt else { return [] }
    if let instead = instead(on: instant(endedAt)) {
      return ["\(failedRenewal(instant, at: endedAt)) failed and was never paid: \(instead)."]
    }
    guard status.state == .active else { return [] }
    let inGrace = episode.outcome == .recoveredInGrace
    guard inGrace || episode.outcome == .recoveredInHold else { return [] }
    var text =
      "\(failedRenewal(instant, at: endedAt)) failed and was paid on \(instant(endedAt))"
    text += inGrace ? ", in grace" : ", after access had been lost"
    switch episode.renewalDateKept {
    case true?: text += "; the billing date stayed as it was"
    case false?: text += "; the billing date moved to the day of the payment"
    case nil: break
    }
    return [text + "."]
  }

  /// Returns the clause about what happened on a day instead of the payment of the last failure,
  /// while the subscription went on; `nil` if it was paid, or if the subscription ended.
  private func instead(on day: String) -> String? {
    let machine = subscriber.machine
    guard let place = machine.failures.lastIndex(where: { $0.failedAt <= now }),
      let ending = machine.failures[place].ending
    else { return nil }
    let next = machine.periods.first { $0.since == ending.at }
    switch ending.state {
    case .paused: return "the user paused the subscription on \(day)"
    case .expired where next?.state == .active:
      let item = machine.failedRenewals[place].product?.rawValue ?? "that item"
      return "\(item) ended on \(day), and the rest goes on"
    case .active where ending.isFree:
      return next?.isTrial == true
        ? "a free offer took its place on \(day)"
        : "\(at) moved the renewal to a later date on \(day)"
    case .pending, .active, .renewalPending, .grace, .hold, .canceled, .expired, .refunded,
      .superseded, .unknown:
      return nil
    }
  }

  /// The failure that was never paid, if it led to the present state.
  var lastFailure: [String] {
    guard let episode, let endedAt = episode.endedAt else { return [] }
    switch episode.outcome {
    case .ranOut, .canceledByUser, .refunded, .superseded: break
    case .open, .recoveredInGrace, .recoveredInHold: return []
    }
    let wasPaidSince = subscriber.machine.periods.contains {
      $0.since >= endedAt && ($0.state == .active || $0.state == .canceled)
    }
    guard !wasPaidSince else { return [] }
    var text = "\(failedRenewal(instant, at: endedAt)) failed"
    switch status.end?.reason {
    case .productUnavailable, .priceIncrease: break
    case .voluntary, .billing, .developer, .refund, .familySharing, .other, nil:
      text += " because the payment was declined"
    }
    let isHoldStated = !episode.enteredGrace || failure?.graceEnds != nil
    if let held = episode.holdStartedAt, held < endedAt, isHoldStated, !endsPause {
      let what = episode.enteredGrace ? "grace, and access with it," : "access"
      text += "; \(what) ended on \(instant(held))"
    } else if episode.enteredGrace {
      text += "; access went on in grace"
    }
    return [text + "."]
  }
}
