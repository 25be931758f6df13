import EventLedger
import SubscriptionCore

/// Throws unless the episodes and the days of a ledger are those that a fold of all its events
/// gives, the long way round: day by day, and nothing kept.
func requireMetrics(of ledger: any Ledger, at now: Timestamp) throws {
  var subscribers: [(Subscriber, SubscriberSummary)] = []
  for row in try allRows(of: ledger) where row.environment == .production {
    if let subscriber = try ledger.subscriber(row.id) { subscribers.append((subscriber, row)) }
  }
  let policy = ledger.policy
  let expected = subscribers.flatMap { subscriber, row in
    // A family member is not charged.
    subscriber.isFamilyShared
      ? [] : subscriber.episodes(at: now, policy: policy).map { EpisodeRecord(row, $0) }
  }
  let metrics = try Metrics(of: ledger)
  try require(Set(metrics.episodes), equals: Set(expected), "episodes")
  try require(metrics.episodes.count, equals: expected.count, "the number of episodes")
  let folded = try subscribers.map { subscriber, _ in
    FoldedSubscriber(
      subscriber, try ledger.events(of: subscriber.id).map(\.event), at: now, policy)
  }
  for day in metrics.days {
    try requireEpisodes(day, expected.map(\.episode))
    try requirePayments(day, folded.flatMap(\.payments))
    try requireFirstPayments(day, folded)
    // A status takes long to tell, so that not every day is asked.
    guard day.day.day % 4 == 1 else { continue }
    var states: [SubscriptionState: Int] = [:]
    var exempt = 0
    let end = day.day.start + .days(1) - .milliseconds(1)
    for index in folded.indices {
      if let state = folded[index].state(at: end) {
        states[state, default: 0] += 1
        if state.isLive, folded[index].isExempt(at: end) { exempt += 1 }
      }
    }
    try require(day.states, equals: states, "states on \(day.day)")
    try require(day.exempt, equals: exempt, "exempt on \(day.day)")
  }
  try requirePresent(of: ledger, metrics, at: now)
}

/// A subscriber with its payments.
private struct FoldedSubscriber {
  let subscriber: Subscriber
  let policy: ChurnPolicy
  let now: Timestamp
  let payments: [Payment]
  let present: SubscriptionStatus
  let begins: Timestamp?
  /// The days on which a first payment after a free trial came at once.
  let firstPayments: [CivilDate]

  init(
    _ subscriber: Subscriber, _ events: [SubscriptionEvent], at now: Timestamp,
    _ policy: ChurnPolicy
  ) {
    (self.subscriber, self.policy, self.now) = (subscriber, policy, now)
    payments = subscriber.payments(in: events, at: .distantFuture)
    present = subscriber.status(at: now, policy: policy)
    begins = subscriber.timeline(at: now, policy: policy).first?.from
    let failures = subscriber.episodes(at: now, policy: policy).filter(\.isFirstPayment)
    let ordered = payments.enumerated().sorted {
      ($0.element.at, $0.offset) < ($1.element.at, $1.offset)
    }.map(\.element)
    let trials = ordered.indices.filter { ordered[$0].kind == .freeTrial }
    firstPayments = trials.compactMap { place in
      guard ordered.indices.contains(place + 1) else { return nil }
      let (trial, next) = (ordered[place], ordered[place + 1])
      if ordered[..<place].contains(where: { $0.kind == .paid || $0.kind == .refunded }) {
        return nil
      }
      let later = trials.first { $0 > place }.map { ordered[$0].at }
      let hasFailed = failures.contains {
        $0.failedAt >= trial.at && $0.failedAt < later ?? .distantFuture
      }
      return next.isRenewal && next.isDayKnown && !hasFailed ? CivilDate(next.at) : nil
    }
  }

  /// Returns a Boolean value that indicates whether no churn rate counts it on the day of an
  /// instant: a family member, and one whose renewal nothing has reported for 67 days at present.
  func isExempt(at instant: Timestamp) -> Bool {
    if subscriber.isFamilyShared { return true }
    guard present.state == .renewalPending else { return false }
    let tries = (present.paidThrough ?? present.stateSince) + .days(60)
    let ended = tries + .days(7)
    return subscriber.lastEventAt < tries && ended <= min(now, instant)
  }

  /// The state at an instant; `nil` before the first.
  ///
  /// What was replaced and went on nonetheless counts as expired meanwhile, and a time of which
  /// nothing is known as one in which a renewal is awaited, as on a timeline.
  func state(at instant: Timestamp) -> SubscriptionState? {
    if instant >= present.stateSince { return present.state }
    guard let begins, begins <= instant else { return nil }
    switch subscriber.status(at: instant, policy: policy).state {
    case .superseded: return .expired
    case .unknown: return .renewalPending
    case let state: return state
    }
  }
}

private func requireEpisodes(_ day: DailyFigures, _ episodes: [BillingEpisode]) throws {
  func isOnDay(_ instant: Timestamp?) -> Bool { instant.map { CivilDate($0) == day.day } ?? false }
  let failed = episodes.filter { isOnDay($0.failedAt) }
  let closed = episodes.filter { isOnDay($0.endedAt) }
  func classes(_ episodes: [BillingEpisode]) -> [EpisodeClass: Int] {
    Dictionary(grouping: episodes, by: EpisodeClass.init).mapValues(\.count)
  }
  func sums(_ episodes: [BillingEpisode]) -> [String: Int64] {
    Dictionary(grouping: episodes.compactMap(\.price), by: \.currency)
      .mapValues { $0.reduce(0) { $0 + $1.micros } }
  }
  try require(day.failed, equals: classes(failed), "failed on \(day.day)")
  try require(day.failedMicros, equals: sums(failed), "failed money on \(day.day)")
  try require(day.failedUnpriced, equals: failed.count { $0.price == nil })
  try require(day.closed, equals: classes(closed), "closed on \(day.day)")
  let recovered = closed.filter {
    $0.outcome == .recoveredInGrace || $0.outcome == .recoveredInHold
  }
  try require(day.recoveredMicros, equals: sums(recovered), "recovered on \(day.day)")
  try require(
    day.lostMicros, equals: sums(closed.filter { $0.outcome == .ranOut }), "lost on \(day.day)")
}

private func requirePayments(_ day: DailyFigures, _ payments: [Payment]) throws {
  let renewals = payments.filter {
    $0.isRenewal && $0.isDayKnown && CivilDate($0.at) == day.day
  }
  try require(day.renewed, equals: renewals.count, "renewals on \(day.day)")
  let sums = Dictionary(grouping: renewals.compactMap(\.amount), by: \.currency)
    .mapValues { $0.reduce(0) { $0 + $1.micros } }
  try require(day.renewedMicros, equals: sums, "renewed money on \(day.day)")
  try require(day.renewedUnpriced, equals: renewals.count { $0.amount == nil })
  let refunds = payments.filter { payment in
    payment.kind == .refunded && payment.refundedAt.map { CivilDate($0) == day.day } ?? false
  }
  try require(day.refunded, equals: refunds.count, "refunds on \(day.day)")
}

/// Throws unless a day counts the first payments after free trials that came at once: the renewals
/// with a trial right before them, after which no first payment failed.
private func requireFirstPayments(_ day: DailyFigures, _ subscribers: [FoldedSubscriber]) throws {
  let count = subscribers.reduce(0) { $0 + $1.firstPayments.count { $0 == day.day } }
  try require(day.firstPayments, equals: count, "first payments on \(day.day)")
}

/// Throws unless the present day has the states and amounts of the Overview, and the ends those of
/// the rows.
private func requirePresent(of ledger: any Ledger, _ metrics: Metrics, at now: Timestamp) throws {
  let today = CivilDate(now)
  guard let present = try ledger.dailyFigures(from: today, through: today, of: nil).first else {
    throw BrokenRule(description: "no figures of today")
  }
  let states = try ledger.figures(at: now).states.filter { $0.value.count > 0 }
  try require(present.states, equals: states.mapValues(\.count), "states of today")
  let amounts = states.mapValues(\.mrrMicros).filter { !$0.value.isEmpty }
  try require(present.mrrMicros, equals: amounts, "amounts of today")
  let ends = try allRows(of: ledger).compactMap { $0.status.end == nil ? nil : $0.countedEnds.last }
  for day in metrics.days {
    for (cause, count) in Dictionary(
      grouping: ends.filter { CivilDate($0.at) == day.day }, by: \.cause)
    {
      try require(
        day.ended[cause, default: 0] >= count.count, "ends on \(day.day): \(day.ended)")
    }
  }
}
