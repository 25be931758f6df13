// MARK: Prompts, offers and caveats

extension Explanation {
  /// The sentences that explain the prompt decision.
  var prompt: [String] {
    let decision = status.prompt
    switch decision.verdict {
    case .due(let since):
      return ["A payment-fix prompt has been due since \(moment(since)): \(message)", record]
    case .scheduled(let at):
      return snooze + ["The next payment-fix prompt is due on \(moment(at)): \(message)", record]
    case .withheld(let reason):
      let shown = decision.shownInEpisode > 0 ? [record] : []
      return (reason == .triesOver ? snooze : [])
        + ["No payment-fix prompt is due, because \(clause(reason))."] + shown
    }
  }

  /// The sentence about the snooze that keeps prompts away, if there is one.
  private var snooze: [String] {
    guard let until = subscriber.snoozedUntil(at: now) else { return [] }
    let actor = subscriber.record.snoozes.last { $0.from <= now }?.actor ?? ""
    return ["Prompts are snoozed until \(moment(until))\(actor.isEmpty ? "" : ", by \(actor)")."]
  }

  /// Returns the reason for which no prompt is due, without claiming more about the renewal than is
  /// known.
  private func clause(_ reason: WithheldReason) -> String {
    if isLongSilent { return WithheldReason.notKnown.clause }
    if reason == .triesOver, !snooze.isEmpty { return WithheldReason.clauseOfSnooze }
    guard reason == .notFailing else { return reason.clause }
    if status.state == .renewalPending { return "\(at) has not said that the renewal failed" }
    if status.flags.contains(.billingIssue) { return "the renewal is not due yet" }
    return reason.clause
  }

  private var message: String {
    let rule = status.prompt.rule ?? PromptPolicy.defaultRule
    let what =
      switch status.prompt.message {
      case .billingIssue: "StoreKit's own message about the billing issue"
      case .transactional: "Google Play's own in-app message"
      case .banner: "the app's own banner"
      case nil: "nothing from the app"
      }
    return "Step \(status.prompt.step?.rawValue ?? 1), \(what), by the rule \(rule)."
  }

  private var record: String {
    guard let last = status.prompt.lastShownAt else {
      return "No prompt has been shown since the failure."
    }
    let count = status.prompt.shownInEpisode
    return
      "\(CountText.of(count, "prompt")) \(count == 1 ? "was" : "were") shown since the "
      + "failure, the last on \(moment(last))."
  }

  /// The sentences about the user's eligibility for an introductory offer.
  var offer: [String] {
    var eligibility = subscriber.offerEligibility(at: now, policy: policy)
    if isLongSilent, eligibility == .subscribed { eligibility = .notKnown }
    guard eligibility != .notKnown else {
      return ["Whether the user can get an introductory offer is not known."]
    }
    let answer = eligibility.isEligible ? "can" : "cannot"
    return ["The user \(answer) get an introductory offer. \(eligibility.sentence)"]
  }

  /// The sentences about uncertainties.
  var caveats: [String] {
    var texts: [String] = []
    if status.flags.contains(.notYetAsked), status.state != .unknown {
      texts.append(
        "Only notifications are known; \(at) has not yet been asked about it, or has not answered."
      )
    }
    if status.state == .grace, !isGraceEndStated {
      texts.append(
        status.graceEnds == nil
          ? "\(storeName) did not state when grace ends; ask it again."
          : "\(storeName) did not state when grace ends; the date is the policy's.")
    }
    if status.state == .renewalPending, !isLongSilent {
      let what = isResuming ? "pause" : "period"
      texts.append("\(storeName) has said nothing since the \(what) ended; that may change.")
    }
    texts += pauseDoubts
    texts += subscriber.doubleBilling.filter { $0.isRisk(at: now) }.compactMap(doubt)
    if status.flags.contains(.acknowledgementPending) { texts.append(acknowledgement) }
    if status.flags.contains(.refundRequested) {
      texts.append("A refund was requested, and \(at) has not said what came of it.")
    }
    if subscriber.environment != .production {
      texts.append("Times run faster for test purchases, so expected dates are rough.")
    }
    let told = subscriber.anomalies(at: now, policy: policy).filter { $0.kind.needsAnEye }
    return texts
      + told.suffix(3).map { $0.text.text(instant) }.map { text in
        "Please check: \(text)\(text.hasSuffix(".") ? "" : ".")"
      }
  }
}

extension Explanation {
  /// Returns the sentence that another purchase may be charged as well, once the renewal of this or
  /// of that one is paid.
  private func doubt(_ risk: DoubleBilling) -> String? {
    if status.state.isFailing {
      return "The user also bought \(risk.product) (\(risk.other)) on \(instant(risk.since)); "
        + "if this one is paid as well, both are charged."
    }
    let isFailing = subscriber.related.contains {
      $0.subscription == risk.other && $0.isFailing(at: now) && $0.autoRenew
    }
    guard isFailing, status.flags.contains(.doubleBillingRisk) else { return nil }
    return "A renewal of \(risk.product) (\(risk.other)), which the user also has, is failing; if "
      + "that is paid, both are charged."
  }

  /// The instant at which Google refunds a purchase that the app does not acknowledge
  /// (<doc:EdgeCases#Case-37>); `nil` where it does, or where the beginning is not known.
  var acknowledgedBy: Timestamp? {
    guard status.flags.contains(.acknowledgementPending), subscriber.environment == .production
    else { return nil }
    return subscriber.facts.startedAt.map { $0 + timeToAcknowledge }
  }

  /// The time that Google gives to acknowledge a purchase: half of a prepaid plan of less than a
  /// week, three days otherwise (<doc:GooglePlayRules#Purchases>).
  private var timeToAcknowledge: Duration {
    guard status.autoRenew == false, let plan = subscriber.provenPlan(policy)?.period,
      plan.nominal < .days(7)
    else { return .days(3) }
    return .milliseconds(plan.nominal.wholeMilliseconds / 2)
  }

  private var acknowledgement: String {
    let missing = "The app has not acknowledged the purchase"
    guard let acknowledgedBy else {
      let time = subscriber.environment == .production ? "three days" : "some minutes"
      return "\(missing); Google Play refunds it after \(time)."
    }
    return acknowledgedBy > now
      ? "\(missing); if it does not, Google Play refunds it on \(moment(acknowledgedBy))."
      : "\(missing), so Google Play was to refund it on \(moment(acknowledgedBy)); ask it again."
  }

  /// The uncertainty about a pause: Google Play sends one notification for a pause that is
  /// scheduled, changed or withdrawn, and reports its beginning separately.
  private var pauseDoubts: [String] {
    if status.flags.contains(.pausePending) {
      return [
        "Google Play does not say whether a pause was withdrawn; if it was, the next period is "
          + "charged as usual."
      ]
    }
    guard isPauseUnsaid, !isLongSilent else { return [] }
    return ["Google Play has not said that the pause began; that may change."]
  }
}

extension WithheldReason {
  /// The reason for which nothing is due any more after a snooze, as a clause like ``clause``.
  public static let clauseOfSnooze =
    "the store's retries end before a prompt can follow the snooze"
}

extension Anomaly.Kind {
  /// A Boolean value that indicates whether a person should check the anomaly, unless another
  /// sentence mentions it already.
  fileprivate var needsAnEye: Bool {
    switch self {
    case .contradiction, .endNotStated, .unknownValue, .dataQuality: true
    case .duplicate, .outOfOrder, .missingDate, .silentStore, .doubleBilling: false
    }
  }
}
