/// The prompt schedule: decides from a case, a policy and the present whether a prompt is due.
///
/// Step 2 at the App Store follows ``BillingIssueWindows``: one prompt per window, whatever its
/// step. It is due from the opening of the first window after the one in which a prompt was last
/// shown, or from the failure, and stays due until a prompt is shown or the retries end; windows
/// that pass in the meantime do not add up. Step 2 at Google Play is due 24 hours after the last
/// prompt, or at the failure (<doc:GoldenCases#G16>). Step 3 follows its own last prompt by the
/// plan's cadence, and one of another step by a day. Step 1 is never due, and nothing is for an
/// account that is held out. Records before the failure or after the present do not count.
///
/// A snooze and quiet hours move the instant later; a prompt that would be due at or after the end
/// of the retries is withheld. A decision is pure, and allocates nothing without rules.
public enum PromptSchedule {
  /// Returns the decision about a case at an instant.
  ///
  /// - Complexity: O(*r* + *s*) for *r* rules and *s* prompts shown.
  public static func decide(_ case: PromptCase, policy: PromptPolicy, at now: Timestamp)
    -> PromptDecision
  {
    if let reason = `case`.stateReason { return PromptDecision(verdict: .withheld(reason)) }
    let plan = `case`.plan(in: policy, at: now)
    var decision = PromptDecision(verdict: .withheld(.notFailing), step: plan.step, rule: plan.rule)
    decision.shownInEpisode = plan.shownCount
    decision.lastShownAt = plan.lastShownAt
    if let reason = `case`.statusReason ?? plan.reason {
      decision.verdict = .withheld(reason)
      return decision
    }
    guard let opening = plan.opening(no: `case`.snoozedUntil) else {
      decision.verdict = .withheld(.triesOver)
      return decision
    }
    if let end = plan.escalationEnds, max(opening, plan.endOfQuiet(around: now) ?? now) >= end {
      // The escalation shows nothing any more; the plan's own step goes on when it ends.
      return decide(`case`.projected(to: end), policy: policy, at: end).foreseen(for: end)
    }
    let at = now < opening ? opening : plan.endOfQuiet(around: now)
    guard let at else {
      decision.verdict = .due(since: opening)
      decision.message = plan.message
      decision.nextAt = plan.opening(following: opening, after: now)
      return decision
    }
    guard plan.isOpen(at: at) else {
      decision.verdict = .withheld(.triesOver)
      return decision
    }
    decision.verdict = .scheduled(at: at)
    decision.message = plan.message
    decision.nextAt = plan.opening(after: at)
    return decision
  }

  /// Returns the next instant after `now` at which time alone can change the decision.
  ///
  /// The decision may be the same at that instant, but it never changes before.
  public static func nextChange(of case: PromptCase, policy: PromptPolicy, after now: Timestamp)
    -> Timestamp?
  {
    guard `case`.stateReason == nil else { return nil }
    let decision = decide(`case`, policy: policy, at: now)
    let plan = `case`.plan(in: policy, at: now)
    var instants: [Timestamp?] = [
      decision.verdict.instant, decision.nextAt, plan.triesEnd, `case`.snoozedUntil,
      plan.endOfQuiet(around: now), plan.quietHours?.nextStart(after: now),
    ]
    for escalation in policy.plans.compactMap(\.escalation) {
      instants.append(`case`.accessUntil.map { $0 - escalation.within })
      instants.append(`case`.accessUntil)
    }
    for rule in policy.rules { instants += rule.when.timeBoundaries(for: `case`) }
    return instants.compactMap { $0 }.filter { $0 > now }.min()
  }
}

extension PromptDecision {
  /// Returns the decision about a later instant, as it is foreseen before.
  fileprivate func foreseen(for instant: Timestamp) -> PromptDecision {
    guard case .due = verdict else { return self }
    var decision = self
    decision.verdict = .scheduled(at: instant)
    return decision
  }
}

extension PromptPolicy {
  /// Every plan, the stores' own first.
  var plans: [PromptPlan] { [appStore, googlePlay] + rules.map(\.plan) }
}

extension PromptCase {
  /// The reason for which no prompt can be due in this state; `nil` while a renewal is failing.
  var stateReason: WithheldReason? {
    switch state {
    case .grace, .hold: nil
    case .superseded: .superseded
    case .refunded: .refunded
    case .expired: .expired
    case .canceled: .canceled
    case .paused: .paused
    case .active where recoveredAt != nil: .recovered
    case .active, .pending, .renewalPending: .notFailing
    case .unknown: .notKnown
    }
  }

  /// The reason for which no prompt is due although a renewal is failing; `nil` if there is none.
  ///
  /// The order is that of <doc:Prompts#Due-rule>: first who pays, then the kind of failure.
  var statusReason: WithheldReason? {
    if environment != .production || flags.contains(.sandbox) { return .sandbox }
    if flags.contains(.familyShared) { return .familyShared }
    if asksConsent { return .priceConsent }
    if endReason == .productUnavailable { return .productUnavailable }
    if autoRenew == false { return .autoRenewOff }
    if isSuppressed { return .suppressed }
    return nil
  }

  /// A Boolean value that indicates whether a price change awaits the user's consent.
  var asksConsent: Bool { flags.contains(.priceConsentPending) || endReason == .priceIncrease }

  /// Returns the plan that applies at an instant.
  func plan(in policy: PromptPolicy, at now: Timestamp) -> AppliedPlan {
    let rule = policy.rules.first { $0.applies(to: self, at: now) }
    return AppliedPlan(
      self, rule?.plan ?? policy.plan(for: store), rule: rule?.name ?? PromptPolicy.defaultRule,
      holdout: policy.holdout, at: now)
  }

  /// Returns whether the account is held out; a case without any identifier never is.
  func isHeldOut(by holdout: PromptHoldout?) -> Bool {
    guard let holdout, let id else { return false }
    return holdout.holdsOut(account: account, subscription: id)
  }

  /// Returns the beginning of an escalation's last days of access; `nil` outside of them.
  func start(of escalation: PromptPlan.Escalation, at now: Timestamp) -> Timestamp? {
    guard state == .grace, let accessUntil, now < accessUntil else { return nil }
    let start = accessUntil - escalation.within
    return start <= now ? start : nil
  }
}
