// MARK: Days with figures

extension Subscriber {
  /// Returns the days on which the subscription adds to daily figures.
  ///
  /// - Parameters:
  ///   - changes: Every change of state, oldest first.
  ///   - summary: The summary at the same instant; the last standing is its state and amount.
  ///   - episodes: The billing episodes.
  ///   - now: The same instant.
  ///   - policy: The policy, for prices and periods of the catalogue.
  /// - Returns: The days.
  /// - Complexity: O(*n*) for *n* changes and payments.
  func days(
    changes: [SubscriberProjection.Transition], summary: SubscriberSummary,
    episodes: [BillingEpisode], at now: Timestamp, policy: ChurnPolicy
  ) -> SubscriptionDays {
    var days = SubscriptionDays()
    days.started = changes.first { $0.to != .pending && $0.to != .unknown }
      .map { SubscriptionDays.number(of: $0.at) }
    let payments = collected.entries
    var charges: [(at: Timestamp, place: Int)] = []
    charges.reserveCapacity(payments.count)
    for place in payments.indices {
      if let at = payments[place].at { charges.append((at, place)) }
    }
    for place in charges.indices.dropFirst() where charges[place].at < charges[place - 1].at {
      charges.sort { ($0.at, $0.place) < ($1.at, $1.place) }
      break
    }
    days.renewals.reserveCapacity(charges.count)
    for charge in charges where !payments[charge.place].isDayUnknown {
      guard collected.isRenewal(payments[charge.place]) else { continue }
      days.renewals.append(
        SubscriptionDays.Renewal(
          day: SubscriptionDays.number(of: charge.at), amount: payments[charge.place].amount))
    }
    charges.removeAll { payments[$0.place].isOfOtherItem }
    days.firstPayments = firstPayments(charges, episodes)
    days.standings = standings(changes, charges, episodes, summary, at: now, policy)
    days.refunds = summary.refunds.map { SubscriptionDays.number(of: $0.at) }
    if isFamilyShared {
      days.exemptSince = days.standings.first?.day
    } else {
      days.ends = summary.ends.map {
        SubscriptionDays.End(day: SubscriptionDays.number(of: $0.at), cause: $0.cause)
      }
      if let ended = revenueEnds(summary.status), ended <= now {
        days.exemptSince = SubscriptionDays.number(of: ended)
      }
    }
    return days
  }

  /// The refunds of payments, oldest first.
  var refunds: [Refund] {
    if isOnlyListedVoid { return [] }
    let refunds = collected.entries.compactMap { entry in
      entry.isRefundable ? entry.refundedAt.map { Refund(at: $0) } : nil
    }
    return refunds.count > 1 ? refunds.sorted { $0.at < $1.at } : refunds
  }

  /// Returns the day on which the user's first payment was made at once after a free trial; none if
  /// it had failed before, or if there was no trial right before it.
  private func firstPayments(
    _ charges: [(at: Timestamp, place: Int)], _ episodes: [BillingEpisode]
  ) -> [Int] {
    let entries = collected.entries
    guard let next = charges.firstIndex(where: { entries[$0.place].isRefundable }), next > 0,
      entries[charges[next - 1].place].isOwnTrial
    else { return [] }
    let first = entries[charges[next].place]
    guard collected.isRenewal(first), !first.isDayUnknown else { return [] }
    let trialAt = charges[next - 1].at
    let hasFailed = episodes.contains { $0.isFirstPayment && $0.failedAt >= trialAt }
    return hasFailed ? [] : [SubscriptionDays.number(of: charges[next].at)]
  }

  /// Returns the state and the monthly amount at the end of each day on which one of them changed;
  /// since the last change or payment, those of the summary.
  private func standings(
    _ changes: [SubscriberProjection.Transition], _ charges: [(at: Timestamp, place: Int)],
    _ episodes: [BillingEpisode], _ summary: SubscriberSummary, at now: Timestamp,
    _ policy: ChurnPolicy
  ) -> [SubscriptionDays.Standing] {
    var standings: [SubscriptionDays.Standing] = []
    var (change, charge) = (0, 0)
    var last: LastAmount?
    while change < changes.count || charge < charges.count {
      let day = min(
        change < changes.count ? SubscriptionDays.number(of: changes[change].at) : .max,
        charge < charges.count ? SubscriptionDays.number(of: charges[charge].at) : .max)
      func isOver(_ instant: Timestamp) -> Bool { SubscriptionDays.number(of: instant) <= day }
      while change < changes.count, isOver(changes[change].at) { change += 1 }
      while charge < charges.count, isOver(charges[charge].at) { charge += 1 }
      guard change > 0 else { continue }
      if change == changes.count, charge == charges.count {
        for one in present(since: day, summary, at: now, policy) { standings.add(one) }
        break
      }
      let state = changes[change - 1].to
      var mrr: Money?
      let episode =
        state.isFailing && !isFamilyShared ? episodes.last { isOver($0.failedAt) } : nil
      if let episode {
        mrr = episode.mrr
      } else if charge > 0, !state.isOver {
        mrr = monthly(of: charges[charge - 1].place, policy, &last)
      }
      standings.add(SubscriptionDays.Standing(day: day, state: state, mrr: mrr))
    }
    return standings
  }

  /// Returns the present standing: since a day, and the one without revenue since it most likely
  /// ended (``revenueEnds(_:)``).
  private func present(
    since day: Int, _ summary: SubscriberSummary, at now: Timestamp, _ policy: ChurnPolicy
  ) -> [SubscriptionDays.Standing] {
    let state = summary.status.state
    let present = SubscriptionDays.Standing(day: day, state: state, mrr: summary.mrr)
    guard let ended = revenueEnds(summary.status), ended <= now else { return [present] }
    let before = monthly(at: summary.status, policy: policy)?.amount
    return [
      SubscriptionDays.Standing(day: day, state: state, mrr: before),
      SubscriptionDays.Standing(
        day: SubscriptionDays.number(of: ended), state: state, mrr: summary.mrr),
    ]
  }

  /// Returns the ends after which the subscription went on, oldest first.
  ///
  /// What was replaced by another purchase has not ended, nor has what was refunded if the store
  /// reversed the refund.
  func pastEnds(
    _ changes: [SubscriberProjection.Transition], _ policy: ChurnPolicy
  ) -> [SubscriptionEnd] {
    var ends: [SubscriptionEnd] = []
    for place in changes.indices.dropLast()
    where changes[place].to.isOver && !changes[place + 1].to.isOver {
      guard let moment = moment(at: changes[place].at, policy),
        let reason = moment.phase.endReason,
        reason != .refund
          || isRefunded(from: changes[max(0, place - 1)].at, to: changes[place + 1].at)
      else { continue }
      ends.append(end(reason, at: changes[place].at))
    }
    return ends
  }

  /// Returns a Boolean value that indicates whether a payment was refunded between two changes of
  /// state, and the refund was not reversed.
  private func isRefunded(from start: Timestamp, to end: Timestamp) -> Bool {
    collected.entries.contains { $0.refundedAt.map { start <= $0 && $0 <= end } ?? false }
  }
}

extension [SubscriptionDays.Standing] {
  /// Adds a standing, unless it is that of the day before.
  fileprivate mutating func add(_ standing: SubscriptionDays.Standing) {
    if let last, last.state == standing.state, last.mrr == standing.mrr { return }
    append(standing)
  }
}

// MARK: Monthly amounts of payments

/// A payment and its price per month.
private typealias LastAmount = (place: Int, amount: Money?)

extension Subscriber {
  /// Returns the price per month of a payment, which is mostly that of the one before.
  private func monthly(
    of place: Int, _ policy: ChurnPolicy, _ last: inout LastAmount?
  ) -> Money? {
    if let last, last.place == place || isAlike(place, last.place) { return last.amount }
    let amount = monthly(collected.entries[place], policy)
    last = (place, amount)
    return amount
  }

  /// Returns a Boolean value that indicates whether two payments have the same monthly amount, as
  /// most renewals do.
  private func isAlike(_ one: Int, _ other: Int) -> Bool {
    let entries = collected.entries
    return entries[one].offer == nil && entries[other].offer == nil
      && entries[one].amount == entries[other].amount && entries[one].amount != nil
      && entries[one].product == entries[other].product
      && entries[one].basePlan == entries[other].basePlan
  }

  private func monthly(_ entry: CollectedPayments.Entry, _ policy: ChurnPolicy) -> Money? {
    // A trial costs nothing, and of a family the purchaser pays.
    if entry.isTrial || entry.isShared {
      return entry.amount.map { Money(micros: 0, currency: $0.currency) }
    }
    let product = entry.product ?? self.product
    let terms = machine.terms(of: product, entry.basePlan)
    let key = ProductKey(store: store, app: app, product: product, basePlan: entry.basePlan)
    let products = policy.products.isEmpty ? nil : policy.products
    let plan = products?.period(of: key, at: entry.at)?.value ?? terms?.plan?.period
    guard entry.offer == nil else {
      guard let amount = entry.amount else { return nil }
      let paid = (entry.paidFrom ?? entry.at).flatMap { at in
        entry.paidTo.flatMap { BillingPeriod(sold: at, to: $0, at: store) }
      }
      return (paid ?? entry.offerPeriod ?? plan)?.monthly(amount)
    }
    let price =
      entry.amount ?? terms?.price
      ?? products?.price(of: key, country: country, at: entry.at)?.value
    return price.flatMap { plan?.monthly($0) }
  }
}
