// MARK: Changes between two rows

extension SubscriptionChange {
  /// Returns the changes in a row that are not in the earlier row of the same subscription, if
  /// there is one, in the order in which they count.
  ///
  /// A newer row may correct the past: a transition whose date moved, with none of another kind in
  /// between, is the same change and is not reported again, and one before a change that was
  /// reported and remains is not reported: changes come in order. A change older than
  /// ``SubscriberProjection/historyLength`` is reported only if it led to the present state of a
  /// known subscription.
  ///
  /// - Complexity: O(*h*²) for *h* transitions, of which there are few.
  public static func between(
    _ old: SubscriberProjection?, and new: SubscriberProjection, shown: [SubscriptionEvent] = [],
    at now: Timestamp
  ) -> [SubscriptionChange] {
    var changes = freshTransitions(old, new, at: now).compactMap { change(of: $0, in: new) }
    changes += refundsAfterEnd(old, new, at: now)
    if let due = promptDue(old, new) { changes.append(due) }
    for event in shown where now - event.effectiveAt <= SubscriberProjection.historyLength {
      changes.append(
        SubscriptionChange(
          .promptShown, at: event.effectiveAt, of: new.summary,
          episode: new.episode(at: event.effectiveAt), step: event.action?.step,
          key: event.id.rawValue))
    }
    let heardAt = new.summary.lastEventAt
    if heardAt != old?.summary.lastEventAt {
      for place in changes.indices { changes[place].newsAt = heardAt }
    }
    return changes.sorted { ($0.at, $0.kind.rank) < ($1.at, $1.kind.rank) }
  }

  /// Returns whether two rows may differ by a change: a fast check that most rows pass.
  public static func mayDiffer(_ old: SubscriberProjection?, _ new: SubscriberProjection) -> Bool {
    guard let old else {
      return new.summary.status.prompt.isDue || new.history.contains { kind(of: $0) != nil }
    }
    let (before, after) = (old.summary.status, new.summary.status)
    return before.state != after.state || before.stateSince != after.stateSince
      || before.prompt.verdict != after.prompt.verdict
      || before.prompt.lastShownAt != after.prompt.lastShownAt || old.history != new.history
      || before.state == .expired && old.days.refunds != new.days.refunds
  }

  // MARK: States

  private static func freshTransitions(
    _ old: SubscriberProjection?, _ new: SubscriberProjection, at now: Timestamp
  ) -> [SubscriberProjection.Transition] {
    let earliest = now - SubscriberProjection.historyLength
    let known = (old?.history ?? []).withoutWaitsAfterPauses.filter { $0.at >= earliest }
    let status = new.summary.status
    var all = new.history
    if let before = old?.summary.status.state, before != status.state,
      all.last?.to != status.state
    {
      // The change is older than the history, but still new.
      all.append(.init(at: status.stateSince, from: before, to: status.state))
    }
    all = all.withoutWaitsAfterPauses
    var gone = known.filter { !all.contains($0) }
    var fresh: [SubscriberProjection.Transition] = []
    for transition in all {
      let kind = kind(of: transition)
      if !known.contains(transition) {
        let moved = gone.firstIndex { former in
          guard Self.kind(of: former) == kind else { return false }
          let (first, last) = (min(former.at, transition.at), max(former.at, transition.at))
          return !all.contains { $0.at > first && $0.at < last }
        }
        guard let moved else {
          fresh.append(transition)
          continue
        }
        gone.remove(at: moved)
      }
      // What precedes a change that was reported corrects the past, and is not the present.
      if kind != nil { fresh.removeAll() }
    }
    return fresh
  }

  private static func kind(of transition: SubscriberProjection.Transition) -> Kind? {
    switch (transition.from, transition.to) {
    case (_, .grace): .enteredGrace
    case (_, .hold): .enteredHold
    case (.grace, .active), (.hold, .active): .recovered
    case (.grace, .superseded), (.hold, .superseded): .superseded
    case (.paused, .active): .resumed
    case (_, .paused): .paused
    case (.expired, .active), (.expired, .canceled), (.refunded, .active), (.refunded, .canceled):
      .reinstated
    // A purchase whose first payment never came had not begun.
    case (.pending, .expired): nil
    case (_, .expired): .ended
    case (_, .refunded): .refunded
    case (_, .pending), (_, .active), (_, .renewalPending), (_, .canceled), (_, .superseded),
      (_, .unknown):
      nil
    }
  }

  private static func change(
    of transition: SubscriberProjection.Transition, in row: SubscriberProjection
  ) -> SubscriptionChange? {
    guard var kind = kind(of: transition) else { return nil }
    let episode = row.episode(at: transition.at)
    // Moved to a later date it is not failing any more, and was not paid.
    if kind == .recovered, episode?.outcome == .superseded { kind = .superseded }
    var change = SubscriptionChange(
      kind, at: transition.at, of: row.summary,
      episode: kind == .paused || kind == .resumed ? nil : episode)
    if kind == .ended || kind == .refunded {
      change.reason = reason(of: transition, episode, in: row)
    }
    return change
  }

  /// Returns the reason of an end: as the row states it or, for an end that no longer lasts, from
  /// the state before it.
  private static func reason(
    of transition: SubscriberProjection.Transition, _ episode: BillingEpisode?,
    in row: SubscriberProjection
  ) -> EndReason? {
    if let end = row.summary.ends.last(where: { $0.at == transition.at }) { return end.reason }
    if transition.to == .refunded { return .refund }
    if transition.from == .canceled { return .voluntary }
    guard let episode, episode.endedAt == transition.at else { return nil }
    switch episode.outcome {
    case .ranOut: return .billing
    case .canceledByUser: return .voluntary
    case .open, .recoveredInGrace, .recoveredInHold, .refunded, .superseded: return nil
    }
  }

  /// Returns the refunds of payments for a subscription that had ended before, which leave its end
  /// as it was (<doc:EdgeCases#Case-18>).
  ///
  /// A row keeps their days; the instant is that of the last event, if it is on the day. Where the
  /// end is news as well, refunds from its day on count.
  private static func refundsAfterEnd(
    _ old: SubscriberProjection?, _ new: SubscriberProjection, at now: Timestamp
  ) -> [SubscriptionChange] {
    let summary = new.summary
    guard summary.status.state == .expired, let end = summary.status.end else { return [] }
    let isEndKnown = old?.summary.status.state == .expired
    let first = max(end.at, now - SubscriberProjection.historyLength)
    let heardOn = SubscriptionDays.number(of: summary.lastEventAt)
    return Set(new.days.refunds).subtracting(old?.days.refunds ?? []).sorted().filter { day in
      isEndKnown || day >= SubscriptionDays.number(of: first)
    }.map { day in
      var change = SubscriptionChange(
        .refunded, at: day == heardOn ? summary.lastEventAt : .epoch + .days(day),
        of: summary, episode: nil)
      change.reason = .refund
      return change
    }
  }

  // MARK: Prompts

  private static func promptDue(_ old: SubscriberProjection?, _ new: SubscriberProjection)
    -> SubscriptionChange?
  {
    let prompt = new.summary.status.prompt
    guard case .due(let since) = prompt.verdict else { return nil }
    // A prompt of the same step that is still due is the same prompt, even if the instant from
    // which it is due, or that of the failure, changed.
    if let old, case let before = old.summary.status.prompt, before.isDue,
      before.step == prompt.step, before.shownInEpisode == prompt.shownInEpisode,
      !new.failsAgain(after: old)
    {
      return nil
    }
    return SubscriptionChange(
      .promptDue, at: since, of: new.summary, episode: new.episodes.last,
      step: prompt.step?.rawValue)
  }
}

extension SubscriptionChange.Kind {
  /// The position among changes of one instant.
  fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension [SubscriberProjection.Transition] {
  /// The transitions without the wait for the store's report at the end of a pause, so that a
  /// payment that is reported then ends the pause.
  fileprivate var withoutWaitsAfterPauses: Self {
    var isWaiting = false
    return compactMap { transition in
      var transition = transition
      if isWaiting, transition.from == .renewalPending { transition.from = .paused }
      isWaiting = transition.from == .paused && transition.to == .renewalPending
      return isWaiting || transition.from == transition.to ? nil : transition
    }
  }
}

extension SubscriberProjection {
  /// Returns whether another renewal is failing than in an earlier row, in which one was: that one
  /// is over, and has not only failed at another instant than was known.
  fileprivate func failsAgain(after old: SubscriberProjection) -> Bool {
    guard let failedAt = old.episodes.last?.failedAt else { return !episodes.isEmpty }
    return episodes.dropLast().contains { $0.endedAt.map { $0 >= failedAt } ?? false }
  }

  /// Returns the billing episode that includes an instant, its end included.
  ///
  /// Grace and hold begin at the end of the paid period, some seconds before the failure that
  /// Google Play reports.
  fileprivate func episode(at instant: Timestamp) -> BillingEpisode? {
    let settling = RecoveryPolicy.settling(summary.environment)
    return episodes.last { episode in
      episode.failedAt <= instant && episode.endedAt.map { instant <= $0 } ?? true
    } ?? episodes.first { $0.failedAt > instant && $0.failedAt - instant < settling }
  }
}

extension SubscriptionChange {
  /// Returns whether one change is recorded before another, across subscriptions.
  public static func precedes(_ left: SubscriptionChange, _ right: SubscriptionChange) -> Bool {
    (left.at, left.kind.rank, left.subscription.id)
      < (right.at, right.kind.rank, right.subscription.id)
  }
}
