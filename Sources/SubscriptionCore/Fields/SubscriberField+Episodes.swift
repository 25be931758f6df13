extension SubscriberField {
  /// The definition of a field of a billing episode; a row has as many values as episodes.
  var episodeEntry: Definition {
    switch self {
    case .failedAt:
      Definition(.age, "failed", of: .episode, help: "How long ago a renewal failed, or the date.")
    case .outcome:
      Definition(
        .choice, "outcome", choices: .outcomes, of: .episode,
        help: "The outcome of a billing episode.")
    case .recoveredAt:
      Definition(
        .age, "recovered", of: .episode,
        help: "How long ago a failed renewal was paid after all, or the date.")
    case .lostAt:
      Definition(
        .age, "lost", of: .episode,
        help: "How long ago a failed renewal ran out since the store gave up, or the date.")
    case .entered:
      Definition(
        .choices, "entered", choices: .recoveryStates, of: .episode,
        help: "Whether a billing episode had grace, and whether it came to hold.")
    case .afterTrial:
      Definition(
        .truth, "aftertrial", aliases: ["after-trial"], of: .episode,
        help: "Whether the renewal that failed was the first after a free trial.")
    case .lasted:
      Definition(
        .length, "lasted", of: .episode,
        help: "The time from the failure to the end of a billing episode, or until now.")
    case .prompts:
      Definition(
        .number, "prompts", of: .episode,
        help: "How many prompts were shown in a billing episode.")
    case .failedPlan:
      Definition(
        .text, "failedplan", aliases: ["failed-plan"], of: .episode,
        help: "The billing period of the renewal that failed, as ISO 8601: P1M.")
    case _: preconditionFailure("\(self) is no field of an episode")
    }
  }
}

extension BillingEpisode: FilterSubject {
  /// Returns the episode's value in a field of episodes; missing in any other field.
  public func value(of field: SubscriberField) -> SubscriberField.Value {
    switch field {
    case .failedAt: .instant(failedAt)
    case .outcome: .choice(outcome)
    case .recoveredAt: .instant(isRecovered ? endedAt : nil)
    case .lostAt: .instant(outcome == .ranOut ? endedAt : nil)
    case .entered:
      .texts((enteredGrace ? ["grace"] : []) + (holdStartedAt != nil ? ["hold"] : []))
    case .afterTrial: .truth(isFirstPayment)
    case .lasted: .number(endedAt.map { ($0 - failedAt).wholeMilliseconds })
    case .prompts: .number(Int64(prompts.count))
    case .failedPlan: .text(plan?.description)
    case _: field.missing
    }
  }
}

extension BillingEpisode.Outcome: NumberedChoice { static let places = enumerated() }
