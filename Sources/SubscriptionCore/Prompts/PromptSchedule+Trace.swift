extension PromptSchedule {
  /// Returns every condition of a decision with its value; a prompt is due exactly if all of them
  /// hold.
  ///
  /// If nothing is failing, only the conditions that need no schedule are listed.
  public static func trace(_ case: PromptCase, policy: PromptPolicy, at now: Timestamp)
    -> [PromptCondition]
  {
    let status = `case`.statusConditions
    guard `case`.stateReason == nil else { return status }
    return status + `case`.plan(in: policy, at: now).conditions(for: `case`)
  }
}

extension PromptCase {
  /// The conditions about the subscription, in the order in which they are tested.
  fileprivate var statusConditions: [PromptCondition] {
    let isProduction = environment == .production && !flags.contains(.sandbox)
    let isShared = flags.contains(.familyShared)
    let isGone = endReason == .productUnavailable
    return [
      PromptCondition(
        condition: "state is grace or hold", value: "\(state.title)", holds: state.isFailing),
      PromptCondition(
        condition: "environment is production",
        value: isProduction || environment != .production
          ? "\(environment.rawValue)" : "sandbox",
        holds: isProduction),
      PromptCondition(
        condition: "the user pays, not the family", value: isShared ? "family-shared" : "own",
        holds: !isShared),
      PromptCondition(
        condition: "no price change awaits consent", value: asksConsent ? "awaits consent" : "none",
        holds: !asksConsent),
      PromptCondition(
        condition: "the product is for sale", value: isGone ? "not for sale" : "for sale",
        holds: !isGone),
      PromptCondition(
        condition: "auto-renew is not off",
        value: autoRenew.map { $0 ? "on" : "off" } ?? "not stated", holds: autoRenew != false),
      PromptCondition(
        condition: "prompts are not suppressed", value: isSuppressed ? "suppressed" : "allowed",
        holds: !isSuppressed),
    ]
  }
}

extension AppliedPlan {
  /// The conditions about the schedule, in the order in which they are tested.
  fileprivate func conditions(for subject: PromptCase) -> [PromptCondition] {
    let snooze = subject.snoozedUntil.flatMap { $0 > now ? $0 : nil }
    let opening = scheduledOpening
    let isPastOpening = opening.map { $0 <= now } ?? false
    var conditions = [
      PromptCondition(
        condition: "the store still tries",
        value: triesEnd.map { "until \($0)" } ?? "end not known", holds: isOpen(at: now)),
      PromptCondition(
        condition: "the policy shows a prompt", value: "step \(step.rawValue) by rule \(rule)",
        holds: step != .storeMessages),
    ]
    if let holdout {
      let part = "\(holdout.percent) % of accounts"
      conditions.append(
        PromptCondition(
          condition: "not held out for comparison",
          value: isHeldOut ? "among the \(part) held out" : "not among the \(part) held out",
          holds: !isHeldOut))
    }
    return conditions + [
      PromptCondition(
        condition: "prompts of the step are below the cap",
        value: cap.map { "\(shownOfStep) of \($0)" } ?? "\(shownOfStep), no cap",
        holds: cap.map { shownOfStep < $0 } ?? true),
      PromptCondition(
        condition: pace, value: lastShownAt.map { "shown \($0)" } ?? "never shown",
        holds: isPastOpening && opening.map(isOpen) ?? false),
      PromptCondition(
        condition: "prompts are not snoozed", value: snooze.map { "until \($0)" } ?? "none",
        holds: snooze == nil),
      quietCondition,
    ]
  }

  private var quietCondition: PromptCondition {
    guard let quietHours else {
      return PromptCondition(condition: "outside of quiet hours", value: "none", holds: true)
    }
    let (from, to) = (QuietHours.clock(quietHours.from), QuietHours.clock(quietHours.to))
    return PromptCondition(
      condition: "outside of quiet hours \(from)-\(to)",
      value: "\(quietHours.clock(at: now))",
      holds: endOfQuiet(around: now) == nil)
  }

  /// The condition by the schedule.
  private var pace: String {
    switch (step, store) {
    case (.storeMessages, _): "the store's own mails are left to the store"
    case (.officialMessage, .appStore):
      "nothing shown in the App Store's window (day \(day) since the failure)"
    case (.officialMessage, .googlePlay): "last prompt at least 1d ago"
    case (.ownBanner, _):
      cadence > .days(1)
        ? "last banner at least \(DurationText.text(cadence)) ago, any prompt 1d"
        : "last prompt at least \(DurationText.text(cadence)) ago"
    }
  }

  /// The day since the failure; day 1 is the first.
  private var day: Int { BillingIssueWindows.day(of: now, failedAt: failedAt) }
}

extension QuietHours {
  /// Returns the time of day at an instant with its offset, for example `18:42 +01:00`.
  func clock(at instant: Timestamp) -> String {
    let minutes = Int(utcOffset.wholeMilliseconds / 60_000)
    let local = instant.milliseconds.quotientFloored(by: 60_000) + Int64(minutes)
    let minute = Int(local - local.floored(to: 1440))
    let sign = minutes < 0 ? "-" : "+"
    return QuietHours.clock(minute) + " " + sign + QuietHours.clock(abs(minutes))
  }
}
