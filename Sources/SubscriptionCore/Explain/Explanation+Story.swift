// MARK: What happened, and whether the user has access

extension Explanation {
  /// What happened to bring it where it stands.
  var story: [String] {
    let since = moment(standing.stateSince)
    switch standing.state {
    case .pending: return ["The purchase has awaited its first payment since \(since)."]
    case .active: return recovery + [paid]
    case .renewalPending:
      let end = standing.paidThrough ?? standing.stateSince
      return [
        "The paid period ended on \(moment(end)), and \(at) "
          + (isLongSilent
            ? "never said whether the renewal was paid."
            : "has not said yet whether the renewal was paid.")
      ]
    case .grace: return [failure + " \(storeName) grants a grace period, so access goes on."]
    case .hold: return [failure + holdBegan]
    case .paused: return ["The user paused the subscription; the pause began on \(since)."]
    case .canceled:
      let since = moment(subscriber.facts.canceledAt ?? standing.stateSince)
      return [
        "Auto-renew was turned off on \(since), so the subscription ends when what was paid for is "
          + "used up."
      ]
    case .expired, .refunded: return lastFailure + [ending]
    case .superseded:
      let other = subscriber.facts.replacedBy.map { " (\($0))" } ?? ""
      return ["Another purchase of the same user\(other) replaced it on \(since)."]
    case .unknown: return ["\(storeName) has said nothing that tells where it stands."]
    }
  }

  private var paid: String {
    let offer = standing.flags.contains(.trial) ? "a free trial" : "paid for"
    var text = "It is \(offer)"
    if let paidThrough = standing.paidThrough { text += " until \(moment(paidThrough))" }
    if standing.flags.contains(.billingIssue) {
      text += "; \(at) has announced a problem with the payment of the next renewal"
    }
    return text + "."
  }

  private var failure: String {
    guard let failedAt = episode?.failedAt else { return "The renewal failed." }
    return "The renewal failed on \(moment(failedAt)) because the payment was declined."
  }

  private var holdBegan: String {
    let began = episode?.holdStartedAt ?? standing.stateSince
    return episode?.enteredGrace == true
      ? " Grace ended on \(moment(began))." : " No grace period was granted."
  }

  /// The last failure, where it was paid after all.
  private var recovery: [String] {
    guard standing.state == .active, let episode, let endedAt = episode.endedAt else { return [] }
    let inGrace = episode.outcome == .recoveredInGrace
    guard inGrace || episode.outcome == .recoveredInHold else { return [] }
    var text = "A renewal failed on \(Wording.instant(episode.failedAt)) and was paid on "
    text += Wording.instant(endedAt)
    text += inGrace ? ", in grace" : ", after access had been lost"
    switch episode.renewalDateKept {
    case true?: text += "; the billing date stayed as it was"
    case false?: text += "; the billing date moved to the day of the payment"
    case nil: break
    }
    return [text + "."]
  }

  /// The failure that was never paid, where that is how it ended.
  private var lastFailure: [String] {
    guard standing.state == .expired, let episode, episode.outcome == .ranOut else { return [] }
    let grace = episode.enteredGrace ? ", and grace did not help" : ""
    return ["A renewal failed on \(Wording.instant(episode.failedAt))\(grace)."]
  }

  private var ending: String {
    guard let end = standing.end else {
      return "It ended on \(moment(standing.stateSince))."
    }
    let why =
      switch end.reason {
      case .voluntary: "because the user canceled"
      case .billing: "because the payment could not be collected"
      case .priceIncrease: "because the user did not agree to a price increase"
      case .productUnavailable: "because the product was not for sale any more"
      case .developer: "because the developer ended it"
      case .refund: "because the latest payment was given back"
      case .familySharing: "because the purchaser stopped sharing it with the family"
      case .other: "for a reason that \(at) does not state"
      }
    var text = "It ended on \(moment(end.at)) \(why)"
    if let cause = end.cause { text += ", which counts as \(cause.rawValue) churn" }
    return text + "."
  }

  /// Whether the user has access, and until when.
  var access: String {
    if isLongSilent { return accessWhenHeard }
    guard standing.access.granted else {
      guard let until = standing.access.until, until <= now else {
        return "The user has no access."
      }
      return "The user has had no access since \(moment(until))."
    }
    guard let until = standing.access.until else {
      return "The user has access, and when it ends is not known."
    }
    if until <= now { return "The user has access, and its stated end has passed." }
    let isExpected =
      standing.state == .grace && !isGraceEndStated || standing.state == .renewalPending
    return "The user has access \(isExpected ? "until about" : "until") \(moment(until))."
  }
}
