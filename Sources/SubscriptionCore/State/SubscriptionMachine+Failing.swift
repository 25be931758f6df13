// MARK: Failing renewals

extension SubscriptionMachine {
  /// Enters grace or hold, or updates the failing renewal with a further report.
  mutating func fail(
    into state: SubscriptionState, after last: StatePeriod?, paidThrough: Timestamp?,
    by event: SubscriptionEvent
  ) {
    guard let last, var failure = last.failure ?? reopened(paidThrough) else {
      begin(state, after: last, paidThrough: paidThrough, by: event)
      return
    }
    noteRenewalDue()
    let statedGrace = graceEnd(stated: event)
    if state == .grace {
      failure.hadGrace = true
      // A changed setting moves the end of a running grace either way (<doc:EdgeCases#Case-32>).
      failure.graceEnds = statedGrace ?? failure.graceEnds
    } else if failure.holdToldAt == nil {
      failure.holdToldAt = event.effectiveAt
    }
    guard state != last.state else {
      periods[periods.count - 1].failure = failure
      periods[periods.count - 1].confirmedAt = event.statedAt
      periods[periods.count - 1].paidThrough = paidThrough
      failures[failures.count - 1] = failure
      return
    }
    var since = min(event.effectiveAt, event.statedAt)
    if state == .hold, last.state == .grace {
      // Grace ends at its date, not at the report of its end, unless Google cut it short.
      let ends = failure.graceEnds ?? graceEnd(knownInHold: event, after: failure.failedAt)
      if let ends, ends <= event.effectiveAt { since = ends }
      failure.graceEnds = min(failure.graceEnds ?? since, since)
    }
    failures[failures.count - 1] = failure
    append(state, since: since, paidThrough, failure, by: event)
  }

  /// Returns the latest failure as an open one if the same unpaid period fails on, or is paid after
  /// all: a refund, a cancellation, an end or another purchase of a held product closed it
  /// meanwhile, and no other renewal has failed (<doc:EdgeCases#Case-18>).
  func reopened(_ paidThrough: Timestamp?) -> Failure? {
    guard let paidThrough, var failure = failures.last, failure.paidThrough == paidThrough,
      periods.last?.paidThrough == paidThrough
    else { return nil }
    switch failure.ending?.state {
    case .refunded, .expired, .canceled: break
    case .superseded where store.replacesHeldPurchases: break
    case .pending, .active, .renewalPending, .grace, .hold, .paused, .superseded, .unknown, nil:
      return nil
    }
    failure.ending = nil
    return failure
  }

  /// Opens a failure at its first report.
  private mutating func begin(
    _ state: SubscriptionState, after last: StatePeriod?, paidThrough: Timestamp?,
    by event: SubscriptionEvent
  ) {
    let word = firstWord(of: state, after: last, by: event)
    let isResumption = last?.state == .paused
    var due = failedDate(paidThrough, by: event, word: word, into: state)
    if due == nil, !isResumption { payLost(until: word, by: event) }
    let graceEnded = isResumption ? nil : playGraceEnd(after: due, by: event)
    let failedAt =
      graceEnded == nil
      ? firstDecline(due, by: event, word: word, after: periods.last)
      : max(due ?? word, periods.last?.since ?? word)
    if !store.movesExpiry, let date = due, failedAt == word,
      date - word > RecoveryPolicy.failureWindow(environment)
    {
      // A status that fails beside a period that is paid for contradicts it, and wins.
      note(
        .contradiction, at: event.statedAt,
        "the status is \(state.rawValue) although the period is paid for")
      due = nil
    }
    var failure = Failure(
      failedAt: failedAt, isAnnounced: failedAt > word,
      // After a pause the stores count from the resumption.
      paidThrough: isResumption ? nil : due,
      hadGrace: state == .grace,
      graceEnds: state == .grace ? graceEnd(stated: event) : nil,
      holdToldAt: state == .hold ? word : nil)
    var since = failedAt
    if let due {
      if failedAt > word {
        // The paid period continues until then.
        since = last?.state == .active ? last?.since ?? word : word
      } else if failedAt - due < RecoveryPolicy.settling(environment), failedAt > due {
        // The report arrives some seconds after the date it is about.
        since = due
      }
    }
    var unheardGraceEnd = graceEnded
    if store.reportsHoldAfterGrace, state == .hold, failedAt < word {
      // A date that is past in retry is the end of a grace whose beginning was never reported, and
      // GRACE_PERIOD_EXPIRED implies one without a date.
      let stated = event.facts.graceEndsAt.flatMap { $0 > failedAt ? min($0, word) : nil }
      unheardGraceEnd = stated ?? (event.kind == .holdStarted ? word : nil)
    }
    if let ended = unheardGraceEnd {
      (failure.hadGrace, failure.graceEnds) = (true, ended)
      append(.grace, since: since, due, failure, by: event)
      since = ended
    }
    open(failure)
    append(state, since: since, isResumption ? paidThrough : due, failure, by: event)
  }

  /// Returns the end of a grace of which nothing was reported, if a resource in hold proves it:
  /// Google's date stays at the end of grace, days after the renewal was due.
  private func playGraceEnd(after due: Timestamp?, by event: SubscriptionEvent) -> Timestamp? {
    guard store.movesExpiry, event.facts.status == .hold, let due,
      let ended = event.facts.expiresAt, ended <= event.statedAt + .hours(1),
      ended - due > RecoveryPolicy.silentWindow(store, environment)
    else { return nil }
    return min(ended, event.statedAt)
  }

  /// The instant at which the failing renewal ends without a further report, by the stores' default
  /// lengths; `nil` if no renewal is failing.
  var triesEnd: Timestamp? {
    guard let last = periods.last, last.failure != nil else { return nil }
    return last.phases(.standard, recoveryTerms).last { $0.state == .expired }?.from
  }

  /// The end of the tries for the failing renewal by the stores' default lengths, without the days
  /// that the store may be late to report it; `nil` if no renewal is failing.
  var nominalTriesEnd: Timestamp? {
    periods.last?.failure?.dates(.standard, recoveryTerms).retryEnds
  }

  /// The facts of the subscription that the lengths of grace and of the tries depend on.
  var recoveryTerms: RecoveryTerms {
    RecoveryTerms(store: store, environment: environment, period: plan?.period)
  }

  /// Returns the first instant at which a failure is known: its report, or the date at which,
  /// according to a resource fetched later, grace or the paid period had ended.
  ///
  /// The renewal after a pause is due at the end of the pause, not at the date before it
  /// (<doc:EdgeCases#Case-30>).
  private func firstWord(
    of state: SubscriptionState, after last: StatePeriod?, by event: SubscriptionEvent
  ) -> Timestamp {
    let word = min(event.effectiveAt, event.statedAt)
    guard store.describesOnRequest, event.kind == .snapshot, state == .hold,
      let ended = event.facts.expiresAt
    else { return word }
    guard let last, last.state == .paused else { return min(word, ended) }
    return min(word, last.resumesAt ?? word)
  }

  /// Returns the date of the renewal that failed: the end of the paid period, if that is near the
  /// first report of the failure; `nil` if renewals in between were never reported.
  ///
  /// Near means two days, plus the longest grace if its beginning was not reported
  /// (<doc:Plans#Failures-that-were-not-reported>). The date in a transaction of Apple's is that of
  /// the renewal itself.
  private func failedDate(
    _ paidThrough: Timestamp?, by event: SubscriptionEvent, word: Timestamp,
    into state: SubscriptionState
  ) -> Timestamp? {
    guard let paidThrough else { return nil }
    if !store.movesExpiry, event.facts.expiresAt != nil { return paidThrough }
    var near = RecoveryPolicy.failureWindow(environment)
    if state == .hold || event.kind == .snapshot {
      near += RecoveryPolicy.standard.longestGrace(recoveryTerms)
    }
    return word - paidThrough <= near ? paidThrough : nil
  }

  /// Extends the paid period over renewals that were never reported: a renewal that fails follows
  /// paid ones.
  mutating func payLost(until word: Timestamp, by event: SubscriptionEvent) {
    guard let last = periods.last, last.failure == nil,
      last.state == .active || last.state == .canceled, let before = last.paidThrough,
      before < word
    else { return }
    if event.facts.offer == nil, facts.isTrial { facts.offer = nil }
    if last.state == .active, last.isTrial == facts.isTrial {
      periods[periods.count - 1].paidThrough = nil
      return
    }
    let since = max(before, last.since)
    if last.since == since { periods.removeLast() }
    periods.append(
      StatePeriod(
        state: .active, since: since, confirmedAt: event.statedAt, paidThrough: nil,
        isTrial: facts.isTrial))
  }

  /// Returns the first decline: the date of the renewal, or the first report of its failure if
  /// later (<doc:Prompts#First-day>).
  ///
  /// A description fetched afterwards does not date the failure.
  private func firstDecline(
    _ due: Timestamp?, by event: SubscriptionEvent, word: Timestamp, after last: StatePeriod?
  ) -> Timestamp {
    guard let due, last?.state != .paused else { return word }
    if due > word {
      // Apple announces a failure before its date, unless the status is already grace or hold.
      // Google never does: its date is not exact, unless the report is about something else and the
      // resource was fetched so late that it includes the failure.
      switch store {
      case .appStore:
        return event.facts.status == .grace || event.facts.status == .hold ? word : due
      case .googlePlay:
        let isOfFailure = event.kind == .billingFailed || event.kind == .holdStarted
        return isOfFailure || due > event.recordedAt || event.kind == .snapshot ? word : due
      }
    }
    // The date in a transaction is exact: only the report of a decline may tell of a later one.
    let isFirstWord =
      store.reportsTransactions ? event.kind == .billingFailed : event.kind != .snapshot
    return isFirstWord ? word : max(due, last?.since ?? due)
  }

  /// Returns the end of grace that an event states: Apple's own field, Google's expiry date.
  private func graceEnd(stated event: SubscriptionEvent) -> Timestamp? {
    if let ends = event.facts.graceEndsAt { return ends }
    return !store.statesGraceEnd && event.facts.status == .grace ? event.facts.expiresAt : nil
  }

  /// Returns the end of a grace whose date was not stated while it lasted, if a report of hold
  /// states it: Apple's field persists, and Google's date stays at the end of grace.
  private func graceEnd(
    knownInHold event: SubscriptionEvent, after failedAt: Timestamp
  ) -> Timestamp? {
    let stated = event.facts.graceEndsAt ?? (store.movesExpiry ? event.facts.expiresAt : nil)
    return stated.flatMap { $0 > failedAt ? $0 : nil }
  }

  /// Appends a state period of a failing renewal, replacing a previous one of no length.
  mutating func append(
    _ state: SubscriptionState, since: Timestamp, _ paidThrough: Timestamp?, _ failure: Failure,
    by event: SubscriptionEvent
  ) {
    let since = max(since, periods.last?.since ?? since)
    if let last = periods.last, last.since == since { periods.removeLast() }
    periods.append(
      StatePeriod(
        state: state, since: since, confirmedAt: event.statedAt, paidThrough: paidThrough,
        isTrial: facts.isTrial, failure: failure))
  }

  /// Ends the paid period with the item that could not be charged, if that is another one than
  /// names the purchase and ended before it (<doc:EdgeCases#Case-10>).
  mutating func dateFailingItem(of event: SubscriptionEvent) {
    guard store.sellsAddOns, event.facts.status == .grace || event.facts.status == .hold,
      let product = event.facts.product, product != facts.product,
      let last = periods.last, last.state == .active,
      let item = facts.otherItems?.first(where: { $0.product == product }),
      let ends = item.expiresAt, last.since <= ends, ends <= event.statedAt
    else { return }
    periods[periods.count - 1].paidThrough = ends
  }

  /// Moves the end of the paid period to a later one that is stated for the same transaction: that
  /// the renewal date was extended was not reported.
  mutating func extendUnheard(by event: SubscriptionEvent) {
    guard store.reportsTransactions, let last = periods.last, last.failure == nil,
      last.state == .active || last.state == .canceled, event.facts.transactionID != nil,
      event.facts.transactionID == facts.transactionID, let known = last.paidThrough,
      let ends = event.facts.expiresAt, known < ends
    else { return }
    periods[periods.count - 1].paidThrough = ends
  }

  /// Returns whether Google's purchase of several items goes on after grace or hold although no
  /// order is new: the tries for one item are over, which ends, and the others resume
  /// (<https://developer.android.com/google/play/billing/subscription-with-addons>).
  func goesOnUnpaid(by event: SubscriptionEvent) -> Bool {
    guard store.sellsAddOns, state.isFailing, !event.kind.isPayment,
      let known = facts.otherItems?.map(\.paidOrderID), let paid = event.facts.paidOrderID
    else { return false }
    let stated = [paid] + (event.facts.otherItems ?? []).map(\.paidOrderID)
    return stated.allSatisfy { $0 == nil || $0 == facts.paidOrderID || known.contains($0) }
  }

  /// Closes the open failure when a state other than grace and hold is entered; `inGrace` if the
  /// store reported a payment in grace, `isUnheard` if it reported only a later one, `isFree` if it
  /// states a free offer or a later date, `isUnpaid` if it gave up the item that failed.
  mutating func endFailure(
    by next: StatePeriod, previous: StatePeriod, inGrace: Bool = false, isUnheard: Bool = false,
    isFree: Bool = false, isUnpaid: Bool = false
  ) {
    guard let failure = previous.failure, !failures.isEmpty else { return }
    guard !failure.isAnnounced || failure.failedAt < next.since else {
      // Announced, and settled before its date: no renewal failed.
      failures.removeLast()
      failedRenewals.removeLast()
      return
    }
    failures[failures.count - 1].ending = Failure.Ending(
      state: isUnpaid ? .expired : next.state, at: next.since,
      reason: isUnpaid ? .billing : next.endReason, paidThrough: next.paidThrough,
      period: environment == .production ? plan?.period : nil, isToldInGrace: inGrace,
      isPaymentUnheard: isUnheard, isFree: isFree)
  }
}
