// MARK: Access

extension Explanation {
  /// A sentence about the user's access and its end.
  var access: String {
    guard status.isAccessKnown else { return "Whether the user has access is not known." }
    if isLongSilent { return accessWhenHeard }
    guard status.access.granted else {
      guard let until = status.access.until, until <= now else {
        return "The user has no access."
      }
      if mayBeInGrace { return "The user's access was expected to end about \(moment(until))." }
      if let latestGraceEnd {
        return "The user has had no access since \(moment(latestGraceEnd)) at the latest."
      }
      return "The user has had no access since \(moment(until))."
    }
    guard let until = status.access.until else {
      return "The user has access, and when it ends is not known."
    }
    if until <= now { return "The user has access, and its stated end has passed." }
    let isExpected =
      status.state == .grace && !isGraceEndStated || status.state == .renewalPending
    let why = status.flags.contains(.pausePending) ? ", when the pause begins" : ""
    return "The user has access \(isExpected ? "until about" : "until") \(moment(until))\(why)."
  }

  /// A Boolean value that indicates whether the store stated the end of grace.
  var isGraceEndStated: Bool {
    status.graceEnds != nil && subscriber.machine.failures.last?.graceEnds != nil
  }
}
