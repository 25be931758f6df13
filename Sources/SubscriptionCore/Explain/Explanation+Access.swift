// MARK: Access

extension Explanation {
  /// A sentence about the user's access and its end.
  var access: String {
    if isLongSilent || isOverdue && status.isAccessKnown { return accessWhenHeard }
    guard status.isAccessKnown || status.isAccessInDoubt else {
      return "Whether the user has access is not known\(unlessOther)."
    }
    if isAccessUnsaid {
      return "\(storeName) gave a payment back and has not said whether access goes on"
        + "\(unlessOther)."
    }
    guard status.access.granted else {
      return status.state == .superseded ? accessOnceReplaced : noAccess
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

  /// The sentence about access that has ended; another purchase may give it all the same.
  private var noAccess: String {
    let other = unlessOther
    guard let until = status.access.until, until <= now else {
      return givingAccess == nil
        ? "The user has no access." : "This purchase gives no access\(other)."
    }
    if mayBeInGrace { return "The user's access was expected to end about \(moment(until))." }
    let isOnlyOne = !others.contains { $0.givesAccess(after: until) }
    if isHoldUnsaid {
      let whose = isOnlyOne ? "The user's access" : "The access by this purchase"
      return "\(whose) was to end on \(moment(until)), and whether it did is not known\(other)."
    }
    let word = isOnlyOne ? "The user has had no access" : "This purchase has given no access"
    if let latestGraceEnd { return "\(word) since \(moment(latestGraceEnd)) at the latest." }
    return "\(word) since \(moment(until))\(isLossUndated ? " at the latest" : other)."
  }

  /// The sentence about the access of a purchase that another one replaced.
  private var accessOnceReplaced: String {
    let word = "This purchase gives no access any more"
    if let other = runningSuccessor ?? goesOnAs {
      return "\(word); the other one (\(other.subscription)) does."
    }
    if let endedAt = endedSuccessor?.end {
      return "The user has had no access since \(moment(endedAt)) at the latest."
    }
    guard let successor else {
      return "\(word); the one that replaced it does, as long as that goes on."
    }
    guard successor.isAccessKnown(at: now) else {
      return "\(word), and whether the other one (\(successor.subscription)) does is not known."
    }
    let isHeld = successor.heldSince.map { $0 <= now } ?? false
    let why = isHeld ? ", as its payment is failing" : ""
    return "\(word), and the other one (\(successor.subscription)) does not either\(why)."
  }

  /// The user's other purchases, in the same group as far as is known.
  private var others: [RelatedPurchase] {
    subscriber.related.filter { $0.purchasedAt <= now && $0.isOf(subscriber.facts.group) }
  }

  /// The other purchase that gives access; `nil` if there is none.
  var givingAccess: RelatedPurchase? { others.filter { $0.isRunning(at: now) }.ownFirst }

  /// A Boolean value that indicates whether only the refund of an order is known, which Google Play
  /// may have made without ending access (<doc:EdgeCases#Case-17>), and access was not lost before.
  var isAccessUnsaid: Bool { status.state == .refunded && status.isAccessInDoubt }

  /// The other purchase that gives access, as the end of a sentence; empty if there is none.
  private var unlessOther: String {
    givingAccess.map { "; the user's other one (\($0.subscription)) gives access" } ?? ""
  }

  /// A Boolean value that indicates whether the store stated the end of grace.
  var isGraceEndStated: Bool {
    status.graceEnds != nil && subscriber.machine.failures.last?.graceEnds != nil
  }
}
