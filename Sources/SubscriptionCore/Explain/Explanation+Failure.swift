// MARK: A renewal that failed

extension Explanation {
  /// The failure that the sentences describe: the latest one.
  private var failure: Failure? {
    subscriber.machine.failures.last { $0.failedAt <= now }
  }

  /// The date of the renewal that failed, rather than the day on which the store reported it.
  var failedRenewalAt: Timestamp? {
    failure.map { $0.base(subscriber.store) } ?? episode?.failedAt
  }

  /// The present failure, as a sentence.
  var failureToday: String {
    guard let failedRenewalAt else { return "The renewal failed." }
    if failure?.paidThrough == nil, wasPausedBefore(failedRenewalAt) {
      return "The payment that was to end the pause was declined on \(moment(failedRenewalAt))."
    }
    // The store awaits consent first; the result of the payment is unknown
    // (<doc:EdgeCases#Case-34>).
    let why =
      promptCase.asksConsent
      ? "while a new price awaits the user's consent" : "because the payment was declined"
    return "The renewal of \(moment(failedRenewalAt)) failed \(why)."
  }

  /// Returns whether a pause preceded an instant.
  func wasPausedBefore(_ instant: Timestamp) -> Bool {
    subscriber.machine.periods.last { $0.since < instant }?.state == .paused
  }

  /// The end of access after the failure, as a sentence.
  var holdBegan: String {
    let began = episode?.holdStartedAt ?? status.stateSince
    if episode?.enteredGrace == true {
      guard failure?.graceEnds == nil, subscriber.machine.state == .grace else {
        return " Grace ended on \(moment(began))."
      }
      return " Grace, whose end \(at) did not state, cannot have lasted beyond \(moment(began)); "
        + "ask it again."
    }
    let window = RecoveryPolicy.silentWindow(subscriber.store, subscriber.environment)
    guard let failure, let toldAt = failure.holdToldAt,
      toldAt - failure.base(subscriber.store) > window || status.flags.contains(.notYetAsked)
    else {
      return " No grace period was granted."
    }
    return " \(storeName) reported on \(moment(toldAt)) that access is lost."
  }

  /// The last failure, if it was paid after all.
  var recovery: [String] {
    guard status.state == .active, let episode, let endedAt = episode.endedAt,
      let failedRenewalAt
    else { return [] }
    let inGrace = episode.outcome == .recoveredInGrace
    guard inGrace || episode.outcome == .recoveredInHold else { return [] }
    var text = "The renewal of \(instant(failedRenewalAt)) failed and was paid on "
    text += instant(endedAt)
    text += inGrace ? ", in grace" : ", after access had been lost"
    switch episode.renewalDateKept {
    case true?: text += "; the billing date stayed as it was"
    case false?: text += "; the billing date moved to the day of the payment"
    case nil: break
    }
    return [text + "."]
  }

  /// The failure that was never paid, if it led to the present state.
  var lastFailure: [String] {
    guard let episode, let failedRenewalAt, let endedAt = episode.endedAt else { return [] }
    switch episode.outcome {
    case .ranOut, .canceledByUser, .refunded, .superseded: break
    case .open, .recoveredInGrace, .recoveredInHold: return []
    }
    let wasPaidSince = subscriber.machine.periods.contains {
      $0.since >= endedAt && ($0.state == .active || $0.state == .canceled)
    }
    guard !wasPaidSince else { return [] }
    var text = "The renewal of \(instant(failedRenewalAt)) failed because the payment was "
    text += "declined"
    if let held = episode.holdStartedAt, held < endedAt {
      let what = episode.enteredGrace ? "grace, and access with it," : "access"
      text += "; \(what) ended on \(instant(held))"
    } else if episode.enteredGrace {
      text += "; access went on in grace"
    }
    return [text + "."]
  }
}
