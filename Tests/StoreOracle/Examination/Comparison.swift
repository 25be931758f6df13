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
    let standing = summary.standing
    var found: [OracleFinding] = []
    switch telling {
    case .prompt, .shuffled:
      found += states(standing) + dates(standing) + flags(standing)
      found += money(summary, proven: truth.isPlanProven) + episodes()
    case .losses, .middle, .late:
      found += states(standing) + present(standing)
      found += money(summary, proven: false)
    case .today: found += states(standing) + present(standing) + money(summary, proven: false)
    case .oldToday, .oldPrompt: found += oldStates(standing) + money(summary, proven: false)
    case .bare: found += bareStates(standing) + money(summary, proven: false)
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

  private func states(_ standing: Standing) -> [OracleFinding] {
    // Google's description of an end names neither a refund nor a price increase (domain 2.3).
    let isVague = store == .googlePlay && telling != .prompt && telling != .shuffled
    if isVague, truth.state == .refunded || truth.end?.reason == .priceIncrease {
      return standing.state == .expired || standing.state == .refunded
        ? [] : unequal("state", truth.state, standing.state)
    }
    if isFailureUndated, standing.end?.reason == .billing { return [] }
    var found = unequal("state", truth.state, standing.state)
    found += unequal("access", truth.access, standing.access.granted)
    if truth.state != .superseded {
      found += unequal("auto-renew", truth.autoRenew, standing.autoRenew)
    }
    found += unequal("end", truth.end?.reason, standing.end?.reason)
    found += unequal("cause", truth.end?.cause, standing.end?.cause)
    return found
  }

  /// Whether renewals before a hold were lost and the hold may as well be that of the last date
  /// told: within the longest grace nobody can tell (domain 9).
  private var isFailureUndated: Bool {
    guard telling == .losses || telling == .middle, truth.state == .hold,
      let failure = truth.episodes.last,
      let told = subscriber.episodes(at: instant, policy: Examiner.policy).last
    else { return false }
    return told.failedAt < failure.dueAt && failure.toldAt - told.failedAt <= .days(32)
  }

  /// A notification of Google's alone states no date: it is judged by its own word.
  private func bareStates(_ standing: Standing) -> [OracleFinding] {
    guard case .play(let record) = record else { return states(standing) }
    switch truth.state {
    case .superseded:
      // Only the resources name what replaced it, and whose purchases they are.
      return standing.access.granted ? unequal("access", false, true) : []
    case .renewalPending, .active: return unequal("access", true, standing.access.granted)
    case .grace where record.plan.graceDays != (record.plan.isWeekly ? 3 : 7): return []
    default:
      return unequal("state", truth.state, standing.state)
        + unequal("access", truth.access, standing.access.granted)
    }
  }

  /// What a description of today must show, beside the state.
  private func present(_ standing: Standing) -> [OracleFinding] {
    var found: [OracleFinding] = []
    if truth.access, let until = truth.accessUntil {
      found += apart("access until", until, standing.access.until)
    }
    switch truth.state {
    case .active, .canceled: found += apart("paid through", truth.paidThrough, standing.paidThrough)
    case .grace:
      if !truth.isGraceEndHidden {
        found += apart("grace ends", truth.graceEnds, standing.graceEnds)
      }
    case .paused: found += apart("resumes", truth.resumesAt, standing.resumesAt)
    default: break
    }
    return found
  }

  private func dates(_ standing: Standing) -> [OracleFinding] {
    var found = present(standing)
    switch truth.state {
    case .grace, .hold:
      found += apart("paid through", truth.paidThrough, standing.paidThrough)
      if let ends = truth.retryEnds { found += apart("retry ends", ends, standing.retryEnds) }
    case .paused, .renewalPending:
      found += apart("paid through", truth.paidThrough, standing.paidThrough)
    default: break
    }
    if let end = truth.end { found += apart("ended", end.at, standing.end?.at, by: .seconds(30)) }
    return found
  }

  private func flags(_ standing: Standing) -> [OracleFinding] {
    var found = unequal("product", truth.product, subscriber.product.rawValue)
    guard truth.state == .active || truth.state == .canceled else { return found }
    if truth.isPhaseStated {
      found += unequal("trial", truth.phase == .trial, standing.flags.contains(.trial))
    }
    found += unequal("pause", truth.isPausePending, standing.flags.contains(.pausePending))
    found += unequal(
      "consent", truth.isConsentPending, standing.flags.contains(.priceConsentPending))
    found += unequal("next product", truth.nextProduct, standing.pendingProduct?.rawValue)
    return found
  }

  /// An old description says less: grace and hold of version 1, the end of a receipt.
  private func oldStates(_ standing: Standing) -> [OracleFinding] {
    switch truth.state {
    case .superseded, .refunded, .paused: return []
    // Version 1 describes a pending purchase in the words of a failing renewal (domain 3.2).
    case .pending: return []
    default: if truth.paidThrough == nil { return [] }
    }
    var found = unequal("state", truth.state, standing.state)
    found += unequal("access", truth.access, standing.access.granted)
    if truth.state == .active || truth.state == .canceled {
      found += apart("paid through", truth.paidThrough, standing.paidThrough)
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
    let allowed = truth.phase == .base ? [truth.monthly] : [truth.monthly, truth.monthlyOfPhase]
    return allowed.contains(mrr)
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
