/// A prompt plan applied to one case at one instant.
struct AppliedPlan {
  let store: Store
  let step: PromptStep
  let rule: String
  let cadence: Duration
  let cap: Int?
  let quietHours: QuietHours?
  let failedAt: Timestamp
  /// The instant from which the step applies: the failure, or the beginning of the last days of
  /// access.
  let stepSince: Timestamp
  /// The end of access, at which the plan's own step applies again; `nil` outside of an escalation.
  let escalationEnds: Timestamp?
  /// The end of the retries; `nil` if it is unknown.
  let triesEnd: Timestamp?
  let now: Timestamp
  /// The holdout that covers the failure; `nil` if there is none.
  let holdout: PromptHoldout?
  /// A Boolean value that indicates whether the account is held out by ``holdout``.
  let isHeldOut: Bool
  /// The number of prompts shown in the episode, of any step.
  private(set) var shownCount = 0
  /// The number of prompts shown in the episode, of the step that applies.
  private(set) var shownOfStep = 0
  private(set) var lastShownAt: Timestamp?
  /// The last prompt shown in the episode of the step that applies.
  private var lastOfStepAt: Timestamp?

  init(
    _ subject: PromptCase, _ plan: PromptPlan, rule: String, holdout: PromptHoldout?,
    at now: Timestamp
  ) {
    let escalatedAt = plan.escalation.flatMap { subject.start(of: $0, at: now) }
    step = escalatedAt == nil ? plan.step : plan.escalation?.step ?? plan.step
    (store, self.rule, self.now) = (subject.store, rule, now)
    (cadence, cap) = (step == .officialMessage ? .days(1) : plan.cadence, plan.cap)
    quietHours = plan.quietHours
    escalationEnds = escalatedAt == nil ? nil : subject.accessUntil
    let failedAt = subject.failedAt ?? subject.stateSince ?? now
    self.failedAt = failedAt
    self.holdout = holdout.flatMap { $0.covers(failedAt: failedAt) ? $0 : nil }
    isHeldOut = subject.isHeldOut(by: self.holdout)
    stepSince = max(failedAt, escalatedAt ?? failedAt)
    let retryEnds = subject.retryEnds
    switch subject.store {
    case .appStore:
      let sixtyDays = failedAt + BillingIssueWindows.length
      triesEnd = min(retryEnds ?? sixtyDays, sixtyDays)
    case .googlePlay: triesEnd = retryEnds
    }
    for shown in subject.shown where failedAt <= shown.at && shown.at <= now {
      shownCount += 1
      if shown.step == step {
        shownOfStep += 1
        lastOfStepAt = max(lastOfStepAt ?? shown.at, shown.at)
      }
      lastShownAt = max(lastShownAt ?? shown.at, shown.at)
    }
  }

  /// The instant from which the schedule alone would allow a prompt; `nil` if there is none.
  var scheduledOpening: Timestamp? { pausedUntil.map { max($0, stepSince) } }

  /// The end of the pause after the prompts that were shown: the cadence of Step 3 counts from its
  /// own last prompt, and a day, or the cadence if shorter, from one of another step; `nil` if
  /// nothing may follow.
  private var pausedUntil: Timestamp? {
    guard let lastShownAt else { return failedAt }
    guard step == .ownBanner else { return next(after: lastShownAt) }
    let afterAny = lastShownAt + min(cadence, .days(1))
    return lastOfStepAt.map { max(afterAny, $0 + cadence) } ?? afterAny
  }

  /// The message that the user is shown; `nil` for Step 1.
  var message: PromptMessage? {
    switch (step, store) {
    case (.storeMessages, _): nil
    case (.officialMessage, .appStore): .billingIssue
    case (.officialMessage, .googlePlay): .transactional
    case (.ownBanner, _): .banner
    }
  }

  /// The reason for which the plan shows nothing; `nil` if it shows a prompt.
  var reason: WithheldReason? {
    if !isOpen(at: now) { return .triesOver }
    if step == .storeMessages { return .storeMailsOnly }
    if isHeldOut { return .heldOut }
    if let cap, shownOfStep >= cap { return .capReached }
    return nil
  }

  /// Returns whether the store still retries at an instant.
  func isOpen(at instant: Timestamp) -> Bool { triesEnd.map { instant < $0 } ?? true }

  /// Returns the instant from which a prompt is due.
  ///
  /// It is not before the step applies, not before a snooze ends, and not in quiet hours; `nil` if
  /// the retries end before that.
  func opening(no snoozedUntil: Timestamp?) -> Timestamp? {
    scheduledOpening.flatMap { allowed(max($0, snoozedUntil ?? $0)) }
  }

  /// Returns the instant from which a prompt is due after one of the step is shown.
  func opening(after shown: Timestamp) -> Timestamp? { next(after: shown).flatMap(allowed) }

  /// Returns the prompt after the present one, if each is shown as soon as it is due.
  func opening(following since: Timestamp, after now: Timestamp) -> Timestamp? {
    if let cap, shownOfStep + 1 >= cap { return nil }
    if opensInWindows { return next(after: max(now, since)).flatMap(allowed) }
    let passed = (now - since).wholeMilliseconds / max(1, cadence.wholeMilliseconds)
    return allowed(since + .milliseconds((passed + 1) * cadence.wholeMilliseconds))
  }

  func endOfQuiet(around instant: Timestamp) -> Timestamp? { quietHours?.end(around: instant) }

  /// A Boolean value that indicates whether the step's prompts appear in the store's windows.
  private var opensInWindows: Bool { step == .officialMessage && store.showsMessagesInWindows }

  private func next(after shown: Timestamp) -> Timestamp? {
    if opensInWindows { return BillingIssueWindows.opening(after: shown, failedAt: failedAt) }
    return shown + cadence
  }

  /// Returns an instant moved out of quiet hours; `nil` if the retries have ended by then.
  private func allowed(_ instant: Timestamp) -> Timestamp? {
    let moved = endOfQuiet(around: instant) ?? instant
    return isOpen(at: moved) ? moved : nil
  }
}
