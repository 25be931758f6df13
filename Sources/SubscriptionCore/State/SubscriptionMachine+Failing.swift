// MARK: A renewal that fails

extension SubscriptionMachine {
  /// Enters grace or hold, or takes in a further word on a failing renewal.
  mutating func fail(
    into state: SubscriptionState, after last: Stretch?, paidThrough: Timestamp?,
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
      stretches[stretches.count - 1].failure = failure
      stretches[stretches.count - 1].confirmedAt = event.statedAt
      stretches[stretches.count - 1].paidThrough = paidThrough
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
    _ state: SubscriptionState, after last: Stretch?, paidThrough: Timestamp?,
    by event: SubscriptionEvent
  ) {
    let word = min(event.effectiveAt, event.statedAt)
    let failedAt = firstDecline(paidThrough, by: event, after: last)
    var failure = Failure(
      failedAt: failedAt, isAnnounced: failedAt > word,
      // After a pause the stores count from the resumption.
      paidThrough: last?.state == .paused ? nil : paidThrough,
      hadGrace: state == .grace,
      graceEnds: state == .grace ? graceEnd(stated: event) : nil,
      holdToldAt: state == .hold ? word : nil)
    var since = failedAt
    if let paidThrough {
      if failedAt > word {
        since = word
      } else if failedAt - paidThrough < RecoveryPolicy.settling(environment),
        failedAt > paidThrough
      {
        // The word comes some seconds after the date it is about.
        since = paidThrough
      }
    }
    if store == .appStore, event.kind == .holdStarted, failedAt < word {
      // GRACE_PERIOD_EXPIRED tells of a grace whose beginning was never heard.
      failure.hadGrace = true
      failure.graceEnds = event.facts.graceEndsAt.map { min($0, word) } ?? word
      append(.grace, since: since, paidThrough, failure, by: event)
      since = failure.graceEnds ?? word
    }
    failures.append(failure)
    append(state, since: since, paidThrough, failure, by: event)
  }

  /// The first decline: the date of the renewal, or the first word of its failure if later (section
  /// 6 of the domain page).
  ///
  /// A description fetched afterwards is no word of when.
  private func firstDecline(
    _ paidThrough: Timestamp?, by event: SubscriptionEvent, after last: Stretch?
  ) -> Timestamp {
    let word = min(event.effectiveAt, event.statedAt)
    guard let paidThrough, last?.state != .paused else { return word }
    if paidThrough > word {
      // Apple announces it before its date, unless it says grace or hold by now; Google never does,
      // so the date is what is not known well.
      let isFailing =
        store == .googlePlay || event.facts.status == .grace || event.facts.status == .hold
      return isFailing ? word : paidThrough
    }
    let isFirstWord = event.kind != .snapshot && !(store == .appStore && event.kind == .holdStarted)
    return isFirstWord ? word : max(paidThrough, last?.since ?? paidThrough)
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
    let since = max(since, stretches.last?.since ?? since)
    if let last = stretches.last, last.since == since { stretches.removeLast() }
    stretches.append(
      Stretch(
        state: state, since: since, confirmedAt: event.statedAt, paidThrough: paidThrough,
        isTrial: facts.offer?.kind == .freeTrial, failure: failure))
  }

  /// Tells of the failing renewal before an end for which the store gives up collecting it and of
  /// whose beginning nothing was heard: it lasted from the end of what was paid for.
  mutating func failUnheard(by event: SubscriptionEvent) {
    guard event.kind != .snapshot, event.facts.endReason == .billing, let last = stretches.last,
      last.state == .active, last.failure == nil, facts.priceConsentPending != true,
      let paidThrough = last.paidThrough,
      event.effectiveAt - paidThrough > RecoveryPolicy.silentWindow(store, environment)
    else { return }
    let failure = Failure(failedAt: paidThrough, paidThrough: paidThrough, hadGrace: false)
    failures.append(failure)
    append(.hold, since: paidThrough, paidThrough, failure, by: event)
  }

  /// Closes the open failure when another state than grace and hold was entered.
  mutating func endFailure(by next: Stretch, previous: Stretch) {
    guard let failure = previous.failure, !failures.isEmpty else { return }
    guard !failure.isAnnounced || failure.failedAt < next.since else {
      // Announced, and settled before its date: nothing failed.
      failures.removeLast()
      return
    }
    failures[failures.count - 1].ending = Failure.Ending(
      state: next.state, at: next.since, reason: next.endReason, paidThrough: next.paidThrough)
  }
}
