import SubscriptionCore

/// Compares what a ledger says of one subscription with the truth.
struct Comparison {
  let truth: Truth
  let record: Life.Record
  let subscriber: Subscriber
  let instant: Timestamp
  let telling: Telling
  let store: Store

  private var summary: SubscriberSummary {
    subscriber.summary(at: instant, policy: Examiner.policy, profile: nil)
  }

  /// What differs.
  var findings: [OracleFinding] {
    let summary = summary
    let status = summary.status
    var found: [OracleFinding] = []
    switch telling {
    case .prompt, .shuffled:
      found += states(status) + present(status) + past(status) + flags(status)
      found += money(summary, proven: truth.isPlanProven) + episodes()
    case .late:
      found += states(status) + present(status) + past(status) + flags(status)
      found += money(summary, proven: false)
    case .losses, .middle, .today:
      found += states(status) + present(status) + flags(status)
      found += money(summary, proven: false)
    case .oldToday, .oldPrompt:
      found += oldStates(status) + flags(status) + money(summary, proven: false)
    case .bare: found += bareStates(status) + flags(status) + money(summary, proven: false)
    }
    switch telling {
    case .prompt, .shuffled, .late, .losses: break
    case .middle, .today, .oldToday, .oldPrompt, .bare: found += keptDates()
    }
    return found
  }

  private func unequal<Value: Equatable>(
    _ name: String, _ expected: Value?, _ got: Value?
  ) -> [OracleFinding] {
    expected == got ? [] : [finding(name, text(expected), text(got))]
  }

  private func apart(
    _ name: String, _ expected: Timestamp?, _ got: Timestamp?, by slack: Duration = .seconds(1)
  ) -> [OracleFinding] {
    if let expected, let got, expected - got <= slack, got - expected <= slack { return [] }
    return expected == got ? [] : [finding(name, text(expected), text(got))]
  }

  private func finding(_ name: String, _ expected: String, _ got: String) -> OracleFinding {
    OracleFinding(what: name, text: "\(name): expected \(expected), got \(got)")
  }

  private func text<Value>(_ value: Value?) -> String {
    guard let value else { return "nil" }
    if let instant = value as? Timestamp { return instant.rfc3339 }
    return "\(value)"
  }

  // MARK: Where it stands

  private func states(_ status: SubscriptionStatus) -> [OracleFinding] {
    // Google's description of an end names neither a refund nor a price increase
    // (<doc:GooglePlayRules#Observed-transitions>).
    let isVague = store == .googlePlay && telling != .prompt && telling != .shuffled
    if isVague, truth.state == .refunded || truth.end?.reason == .priceIncrease {
      return status.state == .expired || status.state == .refunded
        ? [] : unequal("state", truth.state, status.state)
    }
    if isDateUnheard(status), status.end?.reason == .billing { return [] }
    var found = unequal("state", truth.state, status.state)
    found += unequal("access", truth.access, status.access.granted)
    if truth.state != .superseded {
      found += unequal("auto-renew", truth.autoRenew, status.autoRenew)
    }
    found += unequal("end", truth.end?.reason, status.end?.reason)
    found += unequal("cause", truth.end?.cause, status.end?.cause)
    return found
  }

  /// Whether a hold follows a pause or a deferral that was perhaps not told: within the longest
  /// grace it may as well be that of the date before (<doc:Plans#Failures-that-were-not-reported>).
  private func isDateUnheard(_ status: SubscriptionStatus) -> Bool {
    guard isMisled, truth.state == .hold, let failure = truth.episodes.last,
      let told = status.paidThrough
    else { return false }
    return told < failure.dueAt && failure.toldAt - told <= .days(32)
  }

  /// A notification of Google's alone states no date: it is judged by its own word, and proves no
  /// access that lasts for nobody knows how long.
  private func bareStates(_ status: SubscriptionStatus) -> [OracleFinding] {
    guard case .play(let record) = record else { return states(status) }
    switch truth.state {
    case .superseded:
      // Only the resources name what replaced it, and whose purchases they are.
      return status.access.granted ? unequal("access", false, true) : []
    case .renewalPending, .active, .canceled:
      return unequal("state", .unknown, status.state)
        + unequal("access", false, status.access.granted)
    case .grace where record.plan.graceDays != (record.plan.isWeekly ? 3 : 7): return []
    default:
      return unequal("state", truth.state, status.state)
        + unequal("access", truth.access, status.access.granted)
    }
  }

  /// What a description of today must show, beside the state.
  private func present(_ status: SubscriptionStatus) -> [OracleFinding] {
    var found: [OracleFinding] = []
    if truth.access, let until = truth.accessUntil {
      found += apart("access until", until, status.access.until)
    }
    switch truth.state {
    case .active, .canceled: found += apart("paid through", truth.paidThrough, status.paidThrough)
    case .grace:
      if !truth.isGraceEndHidden {
        found += apart("grace ends", truth.graceEnds, status.graceEnds)
      }
    case .paused: found += apart("resumes", truth.resumesAt, status.resumesAt)
    default: break
    }
    return found
  }

  /// What the words so far must show of the present: the dates behind it.
  ///
  /// A resource that was fetched late leaves dates unknown, and never makes them others.
  private func past(_ status: SubscriptionStatus) -> [OracleFinding] {
    let isLate = telling == .late
    var found: [OracleFinding] = []
    switch truth.state {
    case .grace, .hold, .paused, .renewalPending:
      if !isLate || status.paidThrough != nil {
        found += apart("paid through", truth.paidThrough, status.paidThrough)
      }
    default: break
    }
    if truth.state.isFailing, let ends = truth.retryEnds {
      found += apart("retry ends", ends, status.retryEnds, by: .seconds(isLate ? 90 : 1))
    }
    if let end = truth.end { found += apart("ended", end.at, status.end?.at, by: .seconds(30)) }
    return found
  }

  /// The product, and what lies across the states, as far as the telling says it.
  private func flags(_ status: SubscriptionStatus) -> [OracleFinding] {
    var found = unequal("product", truth.product, subscriber.product.rawValue)
    guard truth.state == .active || truth.state == .canceled else { return found }
    let isPlay = store == .googlePlay
    let isOld = telling == .oldToday || telling == .oldPrompt
    // Google's notifications alone say nothing but the product.
    if isPlay, telling == .bare { return found }
    // Version 1 states a trial by a payment that it leaves out once auto-renew is off; the App
    // Store's words were once without the kind of an offer.
    let isTrialStated = isPlay ? !isOld || truth.state == .active : telling != .bare
    if truth.isPhaseStated, isTrialStated {
      found += unequal("trial", truth.phase == .trial, status.flags.contains(.trial))
    }
    // No resource states a pause that is still to come.
    if telling != .today, !isOld {
      found += unequal("pause", truth.isPausePending, status.flags.contains(.pausePending))
    }
    found += unequal(
      "consent", truth.isConsentPending, status.flags.contains(.priceConsentPending))
    found += unequal("next product", truth.nextProduct, status.pendingProduct?.rawValue)
    return found
  }

  /// An old description says less: grace and hold of version 1, the end of a receipt.
  private func oldStates(_ status: SubscriptionStatus) -> [OracleFinding] {
    switch truth.state {
    case .superseded, .refunded, .paused: return []
    // Version 1 describes a pending purchase in the words of a failing renewal
    // (<doc:States#Signals-by-state>).
    case .pending: return []
    default: if truth.paidThrough == nil { return [] }
    }
    var found = unequal("state", truth.state, status.state)
    found += unequal("access", truth.access, status.access.granted)
    if truth.state == .active || truth.state == .canceled {
      found += apart("paid through", truth.paidThrough, status.paidThrough)
    }
    return found
  }

  // MARK: Money

  /// A plan may be unknown where nothing proves it; it is never a wrong one.
  private func money(_ summary: SubscriberSummary, proven: Bool) -> [OracleFinding] {
    if proven || summary.plan != nil, summary.plan != truth.plan {
      return isMisled ? [] : [finding("plan", text(truth.plan), text(summary.plan))]
    }
    guard let mrr = summary.mrr else {
      let isNeeded = proven && truth.phase == .base && truth.state == .active
      return isNeeded ? [finding("MRR", truth.monthly.decimal, "nil")] : []
    }
    var allowed = truth.phase == .base ? [truth.monthly] : [truth.monthly, truth.monthlyOfPhase]
    // While a renewal fails, its own price is at risk.
    if truth.state.isFailing, let due = truth.monthlyDue { allowed.append(due) }
    return isMisled || allowed.contains(mrr)
      ? [] : [finding("MRR", allowed.map(\.decimal).joined(separator: " or "), mrr.decimal)]
  }

  /// Whether a date was moved and what would say so was perhaps not told.
  private var isMisled: Bool {
    switch telling {
    case .prompt, .shuffled: false
    case .losses, .middle, .late, .today, .oldToday, .oldPrompt, .bare: truth.isDateMoved
    }
  }

  // MARK: Episodes

  private func episodes() -> [OracleFinding] {
    let told = subscriber.episodes(at: instant, policy: Examiner.policy)
    guard told.count == truth.episodes.count else {
      return [finding("episodes", "\(truth.episodes.count)", "\(told.count)")]
    }
    return zip(truth.episodes, told).enumerated().flatMap { index, pair in
      compare(pair.0, pair.1).map {
        OracleFinding(what: "episode " + $0.what, text: "episode \(index): " + $0.text)
      }
    }
  }

  /// Whether the billing date stayed at each recovery heard of, where it is said.
  private func keptDates() -> [OracleFinding] {
    subscriber.episodes(at: instant, policy: Examiner.policy).flatMap { told -> [OracleFinding] in
      guard let kept = told.renewalDateKept,
        let truth = truth.episodes.first(where: {
          $0.dueAt - .seconds(1) <= told.failedAt && told.failedAt <= $0.toldAt + .seconds(1)
        })
      else { return [] }
      switch truth.outcome {
      case .recoveredInGrace: return unequal("date kept", true, kept)
      case .recoveredInHold: return unequal("date kept", false, kept)
      case .open, .canceledByUser, .ranOut, .refunded, .superseded: return []
      }
    }
  }

  private func compare(_ truth: Truth.Episode, _ told: BillingEpisode) -> [OracleFinding] {
    var found = unequal("outcome", truth.outcome, told.outcome)
    found += unequal("grace", truth.graceEnds != nil, told.enteredGrace)
    found += apart("ended", truth.endedAt, told.endedAt, by: .seconds(60))
    if told.failedAt < truth.dueAt - .seconds(1) || told.failedAt > truth.toldAt + .seconds(1) {
      found.append(finding("failed", text(truth.dueAt), text(told.failedAt)))
    }
    let isDated = !self.truth.isGraceEndHidden && (truth.outcome == .open || truth.heldAt != nil)
    if isDated, let ends = truth.graceEnds {
      found += apart("grace ends", ends, told.graceEnds)
    }
    if (truth.heldAt == nil) != (told.holdStartedAt == nil) {
      found.append(finding("held", text(truth.heldAt), text(told.holdStartedAt)))
    }
    switch truth.outcome {
    case .recoveredInGrace: found += unequal("date kept", true, told.renewalDateKept)
    case .recoveredInHold: found += unequal("date kept", false, told.renewalDateKept)
    default: break
    }
    return found
  }
}
