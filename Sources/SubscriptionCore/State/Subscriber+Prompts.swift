// MARK: Prompts and operators

extension Subscriber {
  /// Returns the input of a prompt decision at an instant.
  public func promptCase(at now: Timestamp, policy: ChurnPolicy) -> PromptCase {
    guard let moment = moment(at: now, policy) else {
      return PromptCase(store: store, environment: environment, state: .unknown, product: product)
    }
    return promptCase(undecided(moment, policy), moment, at: now, policy)
  }

  func promptCase(
    _ status: SubscriptionStatus, _ moment: Moment, at now: Timestamp, _ policy: ChurnPolicy
  ) -> PromptCase {
    var input = PromptCase(
      store: store, environment: environment, state: status.state, product: product)
    input.stateSince = status.stateSince
    input.flags = status.flags
    input.autoRenew = status.autoRenew
    if status.autoRenew == false, (machine.facts.commitmentPaymentsLeft ?? 0) > 0 {
      // Canceled for later: the payments of the commitment are still collected
      // (<doc:EdgeCases#Case-38>).
      input.autoRenew = true
    }
    input.graceEnds = status.graceEnds
    input.accessUntil = status.access.granted ? status.access.until : nil
    input.retryEnds = status.retryEnds
    input.endReason = machine.facts.endReason
    input.snoozedUntil = record.snoozeEnd(at: now)
    if status.state.isFailing, let failedAt = moment.period.failure?.failedAt {
      input.failedAt = failedAt
      input.shown = record.shown.filter { $0.at >= failedAt && $0.at <= now }
      input.isSuppressed = record.suppressedAt.contains { $0 >= failedAt && $0 <= now }
      if let ended = machine.obstacleEndedAt, failedAt == machine.failures.last?.failedAt {
        // No prompt is due from before the day on which the payment became the only problem.
        input.snoozedUntil = max(input.snoozedUntil ?? ended, ended)
      }
    } else if status.state == .active, let ending = machine.failures.last?.ending,
      ending.isPaid
    {
      input.recoveredAt = ending.at
    }
    // Fields for prompt rules; if the state alone decides, no rule is evaluated.
    guard input.stateReason == nil else { return input }
    (input.app, input.account, input.id) = (app, account, id)
    (input.plan, input.price, input.country) = (provenPlan(policy)?.period, price(policy), country)
    input.mrr = monthly(at: status, policy: policy)?.amount
    return input
  }

  /// The prompts shown, oldest first.
  public var promptsShown: [PromptCase.Shown] { record.shown }

  /// The texts of operators' notes, oldest first.
  public var notes: [String] { record.notes }

  /// Returns the operator who has claimed the case at an instant.
  public func claimedBy(at now: Timestamp) -> String? { claim(at: now)?.actor }

  /// Returns the claim in force at an instant, which without an end lasts until it is undone.
  public func claim(at now: Timestamp) -> (actor: String, until: Timestamp?)? {
    record.claimedBy(at: now).map { ($0.actor, $0.until) }
  }

  /// Returns the end of the snooze in force at an instant.
  public func snoozedUntil(at now: Timestamp) -> Timestamp? { record.snoozedUntil(at: now) }

  /// The instant of a refresh request that the store has not answered yet.
  public var refreshRequestedAt: Timestamp? {
    record.refreshRequestedAt.flatMap { $0 > lastEventAt ? $0 : nil }
  }

  /// Returns every condition of the prompt decision at an instant, with the value it was tested on.
  public func promptTrace(at now: Timestamp, policy: ChurnPolicy) -> [PromptCondition] {
    PromptSchedule.trace(promptCase(at: now, policy: policy), policy: policy.prompts, at: now)
  }
}
