// MARK: The store's activity

extension Explanation {
  /// The sentences about the store's activity and its end.
  var storeActivity: [String] {
    if isLongSilent { return [silence] }
    switch status.state {
    case .hold where isHoldUnsaid:
      return [
        "\(storeName) should have said by now what came of the payment: it may have gone through, "
          + "or be tried still."
      ]
    case .grace, .hold:
      return [trying] + (isTrying && !mayBeInGrace ? [paidLater] : []) + notices
    case .renewalPending: return processing
    case .active: return [nextCharge]
    case .canceled: return ["\(storeName) will not charge again."]
    case .paused: return ["\(storeName) charges again when the pause ends\(on(status.resumesAt))."]
    case .expired: return ["\(storeName) does not try to charge any more."]
    case .refunded: return [chargesAfterRefund]
    case .superseded:
      if let endedAt = endedSuccessor?.end {
        return [
          "\(storeName) does not charge for this one any more; the other purchase ended on "
            + "\(moment(endedAt))."
        ]
      }
      guard runningSuccessor?.autoRenew == true else {
        // The other one may be prepaid, or canceled.
        let other = runningSuccessor?.end.map {
          "; the other purchase does not renew and ends on \(moment($0))"
        }
        return ["\(storeName) does not charge for this one any more\(other ?? "")."]
      }
      return ["\(storeName) charges for the other purchase as long as that goes on."]
    case .pending: return []
    case .unknown: return ["What \(at) will charge, and when, is not known."]
    }
  }

  // MARK: Paid periods

  /// A sentence about the end of the current period.
  private var nextCharge: String {
    if let period = subscriber.machine.periods.last, period.isAnnounced {
      return announcedCharge(period)
    }
    if status.flags.contains(.pausePending) { return pauseInstead }
    if status.flags.contains(.cancellationScheduled) { return lastCharges }
    if status.autoRenew == false { return prepaidEnd }
    guard let renewsAt else { return "When \(at) charges the next period is not known." }
    if status.flags.contains(.priceConsentPending) {
      let charge = "\(storeName) will charge the next period on \(renewsAt) if the user agrees to "
      guard let deadline = subscriber.facts.consentDeadline else {
        return charge + "the new price by then; without consent the subscription ends that day."
      }
      return charge + "the new price by \(moment(deadline)); without consent \(at) cancels the "
        + "subscription then."
    }
    if status.autoRenew == nil {
      return "\(storeName) has not said whether auto-renew is on; if it is, the next period is "
        + "charged on \(renewsAt)."
    }
    if let next = status.pendingProduct {
      return "\(storeName) will renew it as \(next) on \(renewsAt)."
    }
    if isNextPeriodFree { return "\(storeName) will renew it on \(renewsAt) free of charge." }
    return "\(storeName) will charge the next period on \(renewsAt)\(forNewPrice)."
  }

  /// A Boolean value that indicates whether the next period costs nothing, by an offer.
  var isNextPeriodFree: Bool { subscriber.facts.renewalPrice?.micros == 0 }

  /// The amount of the next charge, if it is another one than that of the current period.
  private var forNewPrice: String {
    guard subscriber.facts.offer?.kind != .freeTrial, !status.flags.contains(.familyShared),
      let next = subscriber.facts.renewalPrice, let price = subscriber.price(policy),
      next.currency == price.currency, next != price
    else { return "" }
    return " for \(next.text)"
  }

  /// The next renewal date in words; a date that has passed is replaced by the end of the paid
  /// period.
  private var renewsAt: String? {
    let dates = [status.renewsAt, status.paidThrough].compactMap { $0 }
    return (dates.first { $0 > now } ?? dates.first).map(moment)
  }

  private func announcedCharge(_ period: StatePeriod) -> String {
    let due = period.failure.map { " on \(moment($0.failedAt))" } ?? " at the renewal"
    let then =
      period.state == .grace
      ? "access goes on in grace" + (status.graceEnds.map { " until \(moment($0))" } ?? "")
      : "access ends"
    return "If the payment is declined\(due), \(then) while \(at) tries again."
  }

  private var pauseInstead: String {
    let day = status.paidThrough == nil ? " at the end of the period" : on(status.paidThrough)
    return "\(storeName) will not charge\(day), as the pause begins instead; it charges again when "
      + "the pause ends\(on(subscriber.pendingPause?.resumesAt))."
  }

  private var lastCharges: String {
    let left = subscriber.facts.commitmentPaymentsLeft
    let next = subscriber.facts.renewsAt.flatMap { $0 > now ? $0 : nil } ?? status.paidThrough
    guard left != 0 else {
      return "\(storeName) will not charge again; the subscription ends with the commitment"
        + "\(on(next))."
    }
    guard let next else {
      return "\(storeName) charges what is left of the commitment, then the subscription ends."
    }
    guard let left else {
      return "\(storeName) charges the commitment to its end; the current period ends on "
        + "\(moment(next))."
    }
    return "\(storeName) will charge the next payment of the commitment on \(moment(next)); when "
      + (left == 1 ? "that is" : "all \(left) are")
      + " paid for and used up, the subscription ends."
  }

  private var prepaidEnd: String {
    "\(storeName) does not renew it; it ends\(on(status.paidThrough)) unless the user buys more "
      + "time."
  }

  /// Returns an instant as the end of a clause; empty if it is not known.
  private func on(_ instant: Timestamp?) -> String { instant.map { " on \(moment($0))" } ?? "" }

  private var processing: [String] {
    let what = isResuming ? "the payment that ends the pause" : "the renewal"
    let word = "\(storeName) is still processing \(what)"
    var texts = [
      isOverdue
        ? "\(storeName) should have said by now what came of \(what): it may have been paid, it "
          + "may be tried again, or the subscription may have ended."
        : subscriber.store.retriesInSilence
          ? word + ", which takes a day or two at the most." : word + "."
    ]
    if status.flags.contains(.priceConsentPending) {
      texts.append(
        "If the user did not agree to the new price in time, the subscription has ended.")
    }
    return texts
  }

  /// A sentence about renewals after a refund, which does not turn auto-renew off
  /// (<doc:EdgeCases#Case-18>).
  private var chargesAfterRefund: String {
    guard renewsAfterRefund else { return "\(storeName) does not try to charge any more." }
    let next = [subscriber.facts.renewsAt, status.paidThrough].compactMap { $0 }
      .first { $0 > now }
    return "Auto-renew is on all the same, so \(at) may charge the next period\(on(next))."
  }

  /// A Boolean value that indicates whether a refunded purchase renews: at Google Play, an order
  /// was voided without a word on access (<doc:EdgeCases#Case-17>).
  public var renewsAfterRefund: Bool {
    status.state == .refunded && subscriber.machine.renewsAfterRefund
  }

  // MARK: Failing renewals

  /// A Boolean value that indicates whether the store still retries the failed renewal.
  private var isTrying: Bool {
    promptCase.autoRenew != false && promptCase.endReason != .productUnavailable
  }

  private var trying: String {
    guard isTrying else {
      let why = promptCase.autoRenew == false ? "auto-renew is off" : "the product is not for sale"
      return "\(storeName) has stopped trying, because \(why)."
    }
    let word = "\(storeName) keeps trying to collect the payment"
    guard let retryEnds = status.retryEnds else {
      return word + ", and when it stops is not known."
    }
    guard retryEnds > now else {
      return "\(storeName) was expected to stop trying on \(moment(retryEnds)) and has not said so."
    }
    // The retries count from the date of the renewal, which was before the first report.
    let until =
      failedRenewalAt == nil ? "\(moment(retryEnds)) at the latest" : "about \(moment(retryEnds))"
    let end = hasWaitingItems ? "\(subscriber.product) ends and the rest goes on" : nil
    return word + " until \(until), then \(end ?? "the subscription ends")."
  }

  /// A Boolean value that indicates whether the purchase has items beside the failing one that are
  /// paid for longer, and wait until that is paid or given up.
  var hasWaitingItems: Bool {
    guard status.state.isFailing, let failing = subscriber.facts.expiresAt else { return false }
    return subscriber.facts.otherItems?.contains {
      $0.expiresAt.map { $0 - failing >= .days(1) } ?? false
    } ?? false
  }

  private var paidLater: String {
    status.state == .grace
      ? "If it is paid in grace, the billing date stays as it is."
      : hasWaitingItems
        ? "If it is paid now, access comes back, and the billing date moves by the days on hold."
        : "If it is paid now, access comes back and a new period begins on the day of the payment."
  }

  /// The messages that the store itself has sent to the user, if their dates are known.
  private var notices: [String] {
    let sent = StoreMessages.schedule(for: promptCase).filter { message in
      switch message.occasion {
      case .graceStarted: message.at <= now && failedRenewalAt != nil
      case .holdStarted: message.at <= now && latestGraceEnd == nil
      case .windowOpened: false
      }
    }
    guard let last = sent.last else { return [] }
    let what =
      switch last.occasion {
      case .holdStarted: endsPause ? "account hold began" : "access ended"
      default: "grace began"
      }
    return ["\(storeName) itself wrote to the user when \(what), on \(instant(last.at))."]
  }

  var promptCase: PromptCase { subscriber.promptCase(at: now, policy: policy) }
}
