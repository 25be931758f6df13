extension CumulativeIncidence {
  /// Returns the time by which a cause has ended a share of the episodes; `nil` if it never has.
  ///
  /// The time is the first at which the estimate reaches the share. The interval holds the times at
  /// which the share lies within the estimate's interval: it begins where the upper bound reaches
  /// the share and ends where the lower bound does (R. Brookmeyer and J. Crowley, "A confidence
  /// interval for the median survival time", Biometrics 38 (1982), pages 29-41).
  ///
  /// - Complexity: O(*m*) for *m* different times.
  public func time(until share: Double, of cause: Cause) -> TimeEstimate? {
    var (time, earliest, latest): (Duration?, Duration?, Duration?) = (nil, nil, nil)
    for (place, step) in steps.enumerated() {
      let following = place + 1 < steps.count ? steps[place + 1].atRisk : 0
      let estimate = estimate(of: cause, in: step, following: following)
      let instant = durations.time(step.step)
      if earliest == nil, estimate.interval.upperBound >= share { earliest = instant }
      if time == nil, estimate.share >= share { time = instant }
      if estimate.interval.lowerBound >= share {
        latest = instant
        break
      }
    }
    return time.map { TimeEstimate(time: $0, earliest: earliest, latest: latest) }
  }
}
