/// A candidate policy as it is chosen setting by setting, beside the policy in force.
///
/// A length that it does not state stays as observed (<doc:ReplayingAPolicy#Dates>). Its prompts
/// replace those in force as a whole.
public struct PolicyCandidate: Hashable, Sendable {
  /// The lengths of the candidate.
  public var lengths = PolicyLengths()
  /// The lengths to compare with; those that are not stated are as observed.
  public var present = PolicyLengths()
  /// The prompts.
  public var prompts: PromptPolicy

  /// Creates a candidate that states nothing yet: the prompts are those in force.
  public init(over current: ChurnPolicy) { prompts = current.prompts }

  /// Returns a Boolean value that indicates whether the candidate states anything else than a
  /// policy.
  public func differs(from current: ChurnPolicy) -> Bool {
    !lengths.stated.isEmpty || prompts != current.prompts
  }

  /// Returns a Boolean value that indicates whether both sides of a replay can differ.
  public func compares(with current: ChurnPolicy) -> Bool {
    !present.stated.isEmpty || differs(from: current)
  }

  /// Returns the candidate as a whole policy: that in force with what the candidate states.
  ///
  /// A length is for all products, also for those with settings of their own.
  public func policy(over current: ChurnPolicy) -> ChurnPolicy {
    var policy = current
    policy.prompts = prompts
    policy.recovery = lengths.recovery(over: current.recovery)
    return policy
  }

  /// Changes the plan of each store and rule.
  public mutating func changePlans(_ change: (inout PromptPlan) -> Void) {
    change(&prompts.appStore)
    change(&prompts.googlePlay)
    for index in prompts.rules.indices { change(&prompts.rules[index].plan) }
  }
}

// MARK: Google Play's limits

extension PolicyCandidate {
  /// Returns the lengths of hold, in whole days, that Google Play permits beside the candidate's
  /// grace.
  ///
  /// Grace that the candidate leaves as observed counts with the length in force, or else with
  /// seven days, Google's default for a month.
  public func playHolds(over current: ChurnPolicy) -> ClosedRange<Int> {
    let grace = lengths.playGraceDays ?? current.recovery.googlePlay.graceDays
    return RecoveryPolicy.PlayRecovery(graceDays: grace).permittedHolds
  }

  /// Brings the length of hold within the limits; one that is not stated stays so.
  public mutating func fitHold(over current: ChurnPolicy) {
    let limits = playHolds(over: current)
    lengths.playHoldDays = lengths.playHoldDays.map {
      min(limits.upperBound, max(limits.lowerBound, $0))
    }
  }
}
