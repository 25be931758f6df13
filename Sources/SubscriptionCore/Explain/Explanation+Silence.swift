// MARK: A store that has been silent for long

extension Explanation {
  /// A Boolean value that indicates whether the last report is so old that the subscription has
  /// most likely changed without a report.
  ///
  /// Any activity of a store on a renewal ends within 60 days of it, grace included: the App Store
  /// stops retrying, and grace and hold of Google Play last 60 days together at most
  /// (<doc:States#Recovery-side-by-side> and <doc:GooglePlayRules#Grace-and-hold>). If no renewal
  /// date is known, a year is added, the longest period that the stores sell. The state stays as
  /// reported; only the sentences for support change.
  public var isLongSilent: Bool {
    guard let over = lastStepEnds else { return false }
    return over + RecoveryPolicy.deliveryTail <= now && subscriber.lastEventAt < over
  }

  /// A Boolean value that indicates whether the store takes longer over a renewal than it can be
  /// processing it (<doc:EdgeCases#Case-12>), so that a report of it is missing.
  var isOverdue: Bool {
    status.state == .renewalPending
      && subscriber.moment(at: now, policy)?.phase.anomaly == .silentStore
  }

  /// The latest instant at which the store's unreported activity can end; `nil` if there is
  /// none, or if the store must report first.
  private var lastStepEnds: Timestamp? {
    let longest = RecoveryPolicy.longestTries
    switch status.state {
    case .renewalPending: return (status.paidThrough ?? status.stateSince) + longest
    case .active:
      guard status.paidThrough == nil, status.renewsAt == nil else { return nil }
      return subscriber.lastEventAt + Self.longestPeriod + longest
    case .pending: return subscriber.lastEventAt + longest
    case .paused:
      return status.resumesAt == nil ? status.stateSince + Self.longestPause + longest : nil
    // Grace and hold end by time alone, with a caveat of their own.
    case .grace, .hold, .canceled, .expired, .refunded, .superseded, .unknown: return nil
    }
  }

  /// The longest period of a subscription, a year and a day.
  private static let longestPeriod = Duration.days(366)

  /// The longest pause, three months (<doc:GooglePlayRules#Pauses>).
  private static let longestPause = Duration.days(92)

  /// The instant of the store's last report, with its age.
  private var lastHeard: String { moment(subscriber.lastEventAt) }

  /// A sentence that nothing is known since the last report.
  var silence: String {
    "\(storeName) has reported nothing since \(lastHeard); any renewal attempt is over by now, so "
      + "the subscription has most likely ended or changed."
  }

  /// A sentence about access as of the store's last report.
  var accessWhenHeard: String {
    guard status.access.granted || !status.isAccessKnown else {
      guard let until = status.access.until, until <= now else {
        return "At \(at)'s last report the user had no access."
      }
      return "By \(at)'s last report, the user has had no access since \(moment(until))."
    }
    return "At \(at)'s last report the user had access, which may have ended."
  }

  /// The advice to refresh the subscription before answering the user.
  var askAgain: String { "Refresh it from the store before telling the user anything." }
}
