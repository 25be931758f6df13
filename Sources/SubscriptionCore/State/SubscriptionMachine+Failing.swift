// MARK: A renewal that fails

extension SubscriptionMachine {
  /// Enters grace or hold, or takes in a further word on a failing renewal.
  mutating func fail(
    into state: SubscriptionState, after last: StatePeriod?, paidThrough: Timestamp?,
    by event: SubscriptionEvent
  ) {
    guard let last, var failure = last.failure else {
      begin(state, after: last, paidThrough: paidThrough, by: event)
      return
    }
    let statedGrace = graceEnd(stated: event)
    if state == .grace {
      failure.hadGrace = true
      // A changed setting moves the end of a running grace either way (domain case 32).
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
      // Grace ends at its date, not at the word of it; unless Google cut it short.
      if let ends = failure.graceEnds, ends <= event.effectiveAt { since = ends }
      failure.graceEnds = min(failure.graceEnds ?? since, since)
    }
    failures[failures.count - 1] = failure
    append(state, since: since, paidThrough, failure, by: event)
  }

  /// Opens a failure at the first word of it.
  private mutating func begin(
    _ state: SubscriptionState, after last: StatePeriod?, paidThrough: Timestamp?,
    by event: SubscriptionEvent
  ) {
    let word = firstWord(of: state, after: last, by: event)
    let isResumption = last?.state == .paused
    let due = failedDate(paidThrough, by: event, word: word, into: state)
    if due == nil, !isResumption { payLost(until: word, by: event) }
    let failedAt = firstDecline(due, by: event, word: word, after: periods.last)
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
        // What is paid for goes on until then.
        since = last?.state == .active ? last?.since ?? word : word
      } else if failedAt - due < RecoveryPolicy.settling(environment), failedAt > due {
        // The word comes some seconds after the date it is about.
        since = due
      }
    }
    if store == .appStore, event.kind == .holdStarted, failedAt < word {
      // GRACE_PERIOD_EXPIRED tells of a grace whose beginning was never heard.
      failure.hadGrace = true
      failure.graceEnds = event.facts.graceEndsAt.map { min($0, word) } ?? word
      append(.grace, since: since, due, failure, by: event)
      since = failure.graceEnds ?? word
    }
    failures.append(failure)
    append(state, since: since, isResumption ? paidThrough : due, failure, by: event)
  }

  /// The first instant at which a failure is known: the word of it, or the date at which a resource
  /// fetched later says that grace or what was paid for had ended.
  ///
  /// That of a resumption is due with the end of the pause, not with the date before it (domain
  /// case 30).
  private func firstWord(
    of state: SubscriptionState, after last: StatePeriod?, by event: SubscriptionEvent
  ) -> Timestamp {
    let word = min(event.effectiveAt, event.statedAt)
    guard store == .googlePlay, event.kind == .snapshot, state == .hold,
      let ended = event.facts.expiresAt
    else { return word }
    guard let last, last.state == .paused else { return min(word, ended) }
    return min(word, last.resumesAt ?? word)
  }

  /// The date of the renewal that failed: the end of what was paid for, if that is near to the
  /// first word of the failure; `nil` where renewals in between were never heard of.
  ///
  /// Near is two days, and the longest grace more where its beginning was not heard (section 9 of
  /// the domain page). The date in a transaction of Apple's is that of the renewal itself.
  private func failedDate(
    _ paidThrough: Timestamp?, by event: SubscriptionEvent, word: Timestamp,
    into state: SubscriptionState
  ) -> Timestamp? {
    guard let paidThrough else { return nil }
    if store == .appStore, event.facts.expiresAt != nil { return paidThrough }
    var near = RecoveryPolicy.failureWindow(environment)
    if state == .hold || event.kind == .snapshot {
      let terms = RecoveryTerms(store: store, environment: environment, period: plan?.period)
      near += RecoveryPolicy.standard.longestGrace(terms)
    }
    return word - paidThrough <= near ? paidThrough : nil
  }

  /// Tells of renewals that were never heard of: who fails to pay one was paid for until then.
  private mutating func payLost(until word: Timestamp, by event: SubscriptionEvent) {
    guard let last = periods.last, last.failure == nil,
      last.state == .active || last.state == .canceled, let before = last.paidThrough,
      before < word
    else { return }
    if event.facts.offer == nil, facts.offer?.kind == .freeTrial { facts.offer = nil }
    let isTrial = facts.offer?.kind == .freeTrial
    if last.state == .active, last.isTrial == isTrial {
      periods[periods.count - 1].paidThrough = nil
      return
    }
    let since = max(before, last.since)
    if last.since == since { periods.removeLast() }
    periods.append(
      StatePeriod(
        state: .active, since: since, confirmedAt: event.statedAt, paidThrough: nil,
        isTrial: isTrial))
  }

  /// The first decline: the date of the renewal, or the first word of its failure if later (section
  /// 6 of the domain page).
  ///
  /// A description fetched afterwards is no word of when.
  private func firstDecline(
    _ due: Timestamp?, by event: SubscriptionEvent, word: Timestamp, after last: StatePeriod?
  ) -> Timestamp {
    guard let due, last?.state != .paused else { return word }
    if due > word {
      // Apple announces it before its date, unless it says grace or hold by now. Google never does:
      // the date is what is not known well, unless the word is of something else and the resource
      // was fetched so late that it tells of the failure.
      switch store {
      case .appStore:
        return event.facts.status == .grace || event.facts.status == .hold ? word : due
      case .googlePlay:
        let isOfFailure = event.kind == .billingFailed || event.kind == .holdStarted
        return isOfFailure || due > event.recordedAt || event.kind == .snapshot ? word : due
      }
    }
    let isFirstWord = event.kind != .snapshot && !(store == .appStore && event.kind == .holdStarted)
    return isFirstWord ? word : max(due, last?.since ?? due)
  }

  /// The end of grace that an event states: Apple's own field, Google's expiry date.
  private func graceEnd(stated event: SubscriptionEvent) -> Timestamp? {
    if let ends = event.facts.graceEndsAt { return ends }
    return store == .googlePlay && event.facts.status == .grace ? event.facts.expiresAt : nil
  }

  private mutating func append(
    _ state: SubscriptionState, since: Timestamp, _ paidThrough: Timestamp?, _ failure: Failure,
    by event: SubscriptionEvent
  ) {
    let since = max(since, periods.last?.since ?? since)
    if let last = periods.last, last.since == since { periods.removeLast() }
    periods.append(
      StatePeriod(
        state: state, since: since, confirmedAt: event.statedAt, paidThrough: paidThrough,
        isTrial: facts.offer?.kind == .freeTrial, failure: failure))
  }

  /// Tells of the failing renewal before an end for which the store gives up collecting it and of
  /// whose beginning nothing was heard: it lasted from the end of what was paid for.
  mutating func failUnheard(by event: SubscriptionEvent) {
    guard event.kind != .snapshot, event.facts.endReason == .billing, let last = periods.last,
      last.state == .active, last.failure == nil, facts.priceConsentPending != true,
      let paidThrough = last.paidThrough,
      event.effectiveAt - paidThrough > RecoveryPolicy.silentWindow(store, environment)
    else { return }
    let longest = RecoveryPolicy.longestTries + RecoveryPolicy.endAllowance(environment)
    guard event.effectiveAt - paidThrough <= longest else {
      // Renewals in between were lost; when the last one began to fail is not known.
      payLost(until: event.effectiveAt, by: event)
      failures.append(Failure(failedAt: event.effectiveAt, hadGrace: false))
      append(.hold, since: event.effectiveAt, nil, failures[failures.count - 1], by: event)
      return
    }
    let failure = Failure(failedAt: paidThrough, paidThrough: paidThrough, hadGrace: false)
    failures.append(failure)
    append(.hold, since: paidThrough, paidThrough, failure, by: event)
  }

  /// Closes the open failure when another state than grace and hold was entered; `inGrace` where
  /// the word for it says so.
  mutating func endFailure(by next: StatePeriod, previous: StatePeriod, inGrace: Bool = false) {
    guard let failure = previous.failure, !failures.isEmpty else { return }
    guard !failure.isAnnounced || failure.failedAt < next.since else {
      // Announced, and settled before its date: nothing failed.
      failures.removeLast()
      return
    }
    failures[failures.count - 1].ending = Failure.Ending(
      state: next.state, at: next.since, reason: next.endReason, paidThrough: next.paidThrough,
      period: environment == .production ? plan?.period : nil, isToldInGrace: inGrace)
  }
}

// MARK: Payments heard of in passing

extension SubscriptionMachine {
  /// Tells of a payment that an event describes without being the word of it: the trial or the
  /// period known before ended with it.
  mutating func payUnheard(by event: SubscriptionEvent) {
    let stated = event.facts
    guard !event.kind.isPayment, stated.product != nil, let last = periods.last,
      isNewerPayment(stated)
    else { return }
    if last.failure != nil {
      recoverUnheard(last, by: event)
      return
    }
    if store == .googlePlay, stated.status == .grace || stated.status == .hold {
      // The order says that the date known was paid for.
      payLost(until: min(event.effectiveAt, event.statedAt), by: event)
      return
    }
    guard store == .appStore, event.kind != .snapshot, let purchased = stated.purchasedAt,
      let expires = stated.expiresAt, purchased <= event.statedAt
    else { return }
    switch last.state {
    case .active, .canceled, .refunded, .expired: break
    case .pending, .renewalPending, .grace, .hold, .paused, .superseded, .unknown: return
    }
    let isTrial = stated.offer?.kind == .freeTrial
    let window = RecoveryPolicy.silentWindow(store, environment)
    var since = max(purchased, last.since)
    if let before = last.paidThrough, last.state == .active || last.state == .canceled,
      since > before,
      since - before <= window
    {
      since = max(before, last.since)
    }
    if last.state == .active, last.isTrial == isTrial,
      last.paidThrough.map({ since <= $0 }) ?? true
    {
      periods[periods.count - 1].paidThrough = expires
      return
    }
    if since == last.since { periods.removeLast() }
    periods.append(
      StatePeriod(
        state: .active, since: since, confirmedAt: event.statedAt, paidThrough: expires,
        isTrial: isTrial))
  }
  /// Tells of the recovery of a failing renewal that was never heard, where an event describes a
  /// later payment and the subscription fails again or is over.
  private mutating func recoverUnheard(_ last: StatePeriod, by event: SubscriptionEvent) {
    let stated = event.facts
    switch event.kind {
    case .billingFailed, .holdStarted, .expired, .autoRenewDisabled: break
    default: return
    }
    // Google says that it was paid, not when: after the last word of the failure.
    let paidAt = store == .appStore ? stated.purchasedAt : last.confirmedAt
    guard let paidAt, paidAt < min(event.effectiveAt, event.statedAt) else { return }
    let since = max(paidAt, last.since)
    if since == last.since { periods.removeLast() }
    let paid = StatePeriod(
      state: .active, since: since, confirmedAt: event.statedAt,
      paidThrough: store == .appStore ? stated.expiresAt : nil,
      isTrial: stated.offer?.kind == .freeTrial)
    periods.append(paid)
    endFailure(by: paid, previous: last)
  }
}
