extension WhatIfReport {
  /// The assumptions under which the figures hold, each a sentence for people.
  public var assumptions: [String] { fixedDates + schedule + expectation + unknown }

  /// The assumptions about dates, access and money.
  private var fixedDates: [String] {
    let both =
      "Both sides are replayed: where a range of lengths is given, CURRENT is its first length and "
      + "not what was observed."
    return (comparesLengths ? [both] : []) + [
      "Dates are held fixed: payments and cancellations stay on their days, whatever the access "
        + "and the prompts. No behavior is modeled.",
      "A date changes only where the candidate states a length of grace or hold; every other date "
        + "is as the store stated it. Dates less than 12 hours apart count as equal.",
      "Grace and retries are counted from the renewal date, as far as it is known. Where retries "
        + "end earlier, a later payment does not happen.",
      "A payment in grace keeps the billing date, so it pays for the days of grace. Unpaid "
        + "access-days are those of all other episodes, open ones up to the present included.",
    ]
  }

  /// The assumptions about prompts.
  private var schedule: [String] {
    [
      "Prompts are those that are due, each taken as shown at once: they are more than the app "
        + "reported as shown wherever users did not open it. Snoozes and suppressions, Family "
        + "Sharing and awaited price consent, which withhold prompts, are not known of past "
        + "episodes."
    ]
  }

  /// The assumptions about the expected recovery.
  private var expectation: [String] {
    var sentences = [
      "The expected recovery takes the same pace of payments for both policies, in grace and in "
        + "hold alike: the cumulative incidence since the failure, with cancellations competing, "
        + "by store, and for weekly plans apart. Google reports 57 % more recoveries with grace "
        + "than without; no such effect is part of it.",
      "Bands are 95 %, from \(expected.resamplings) resamplings of subscriptions with seed "
        + "\(settings.seed). They cover chance alone, not these assumptions.",
    ]
    let beyond = max(expected.current.beyondObserved, expected.candidate.beyondObserved)
    if beyond > 0 {
      let followed = DurationText.short(expected.followedBeforeBeyond ?? expected.followedFor)
      sentences.append(
        "For \(Self.count(beyond)) the retries end later than any such episode was followed, "
          + "\(followed): payments after that are left out.")
    }
    return sentences
  }

  /// The values that are unknown.
  private var unknown: [String] {
    var sentences: [String] = []
    func add(_ count: Int, _ rest: String) {
      if count > 0 { sentences.append("\(Self.count(count)) \(rest)") }
    }
    add(gaps.open, "still open: in the fixed figures neither recovered nor lost.")
    add(gaps.planUnknown, "without a known billing period: their grace is that of a month or more.")
    add(
      gaps.graceEndUnknown,
      "without a known end of grace: it ends as the policy in force says or, where that grants "
        + "none, with the episode.")
    add(
      gaps.graceNotGranted,
      "without grace although the policy in force expects one: it is off in the console, or the "
        + "renewal followed a pause. The candidate grants it.")
    add(
      gaps.heldOut,
      "of accounts that a holdout leaves without prompts: they count without any under its policy.")
    add(current.revenue.unknown, "recovered at an unknown price: not part of the revenue.")
    for (field, count) in gaps.ruleFields.sorted(by: { $0.key < $1.key }) {
      add(count, "without a value of '\(field)', which a rule tests.")
    }
    for field in gaps.untestedFields {
      sentences.append("A rule tests '\(field)', which no past episode holds: it never matches.")
    }
    return sentences
  }

  private static func count(_ episodes: Int) -> String { CountText.of(episodes, "episode") }
}
