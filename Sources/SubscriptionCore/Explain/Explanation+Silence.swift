// MARK: A store that fell silent long ago

extension Explanation {
  /// Whether what was heard last is so old that the subscription has most likely moved on unheard.
  ///
  /// Whatever a store does about a renewal is over 60 days after it, grace included: the App Store
  /// tries no longer, and grace and hold of Google Play have 60 days together at the most (domain
  /// sections 0 and 2.5). Where no date of a renewal was told at all, a year goes before, the
  /// longest period that the stores sell. The state stays what was told; these are words for
  /// whoever has to answer a user.
  var isLongSilent: Bool {
    guard let over = lastStepEnds else { return false }
    return over + Self.deliveryTail <= now && subscriber.lastEventAt < over
  }

  /// When the last thing is over that the store can be doing without a word; `nil` where nothing
  /// is to come, or where the store has to speak first.
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
    // Grace and hold end by the clock alone, with a doubt of their own.
    case .grace, .hold, .canceled, .expired, .refunded, .superseded, .unknown: return nil
    }
  }

  /// The longest period of a subscription, a year and a day.
  private static let longestPeriod = Duration.days(366)

  /// The longest pause, three months (domain 2.5).
  private static let longestPause = Duration.days(92)

  /// How long a notification that nobody took is sent again: the App Store's last attempt is six
  /// days and a half after the first (domain 1.3).
  private static let deliveryTail = Duration.days(7)

  /// When the store spoke last, with its age.
  private var lastHeard: String { moment(subscriber.lastEventAt) }

  /// That what is known ends with the last word heard.
  var silence: String {
    "Nothing was heard from \(at) since \(lastHeard); whatever it did about a renewal is over by "
      + "now, so the subscription has most likely ended or changed."
  }

  /// What was known of access when the store spoke last.
  var accessWhenHeard: String {
    guard status.access.granted else {
      guard let until = status.access.until, until <= now else {
        return "The user had no access when \(at) spoke last."
      }
      return "By what was told, the user has had no access since \(moment(until))."
    }
    return "The user had access when \(at) spoke last, and may have none today."
  }

  /// What to do before anybody is told anything.
  var askAgain: String {
    "Refresh it from the store before telling the user anything."
  }
}
