import SubscriptionCore

/// A fixed scenario for one early member of the population.
///
/// Random numbers produce most scenarios; these ensure that every state and every cause of churn
/// occurs in any world of at least three times as many subscribers as there are of these.
enum Scenario: Int, Hashable, Sendable, CaseIterable {
  case pending
  case renewalPending
  case grace
  case graceWithoutDate
  case graceEnding
  case hold
  case holdEnding
  case ranOut
  case paused
  case canceled
  case leftVoluntarily
  case refunded
  case familyRevoked
  case priceUnanswered
  case productUnavailable
  case developerEnded
  case superseded
  case boughtAnewInHold
  case cancellationScheduled
  case unheardOf
  case playGrace
  case playHold
  case chargedTwice
  case chargedTwiceAgain
  case unacknowledged
  case upgraded

  /// Creates the scenario of a member of the population, if its index has one: every third, at
  /// first.
  init?(index: Int) {
    guard index % 3 == 1 else { return nil }
    self.init(rawValue: index / 3)
  }

  /// A step with its time before the start.
  typealias Action = (step: SimulatedSubscriber.Step, beforeStart: Duration)

  private typealias Row = (
    store: Store, plan: Plan, periodEndsBeforeStart: Duration, failsFirstRenewal: Bool,
    action: Action?
  )

  private var row: Row {
    switch self {
    case .pending: (.googlePlay, .monthly, .zero, false, nil)
    case .renewalPending: (.googlePlay, .monthly, .hours(7), true, nil)
    case .grace: (.appStore, .monthly, .days(4), true, nil)
    case .graceWithoutDate: (.appStore, .monthly, .days(6), true, nil)
    case .graceEnding: (.appStore, .monthlyPremium, .days(15) + .hours(9), true, nil)
    case .hold: (.googlePlay, .monthly, .days(21), true, nil)
    case .holdEnding: (.appStore, .monthlyPremium, .days(59) + .hours(4), true, nil)
    case .ranOut: (.appStore, .monthly, .days(66), true, nil)
    case .paused: (.googlePlay, .monthly, .days(11), false, (.pauseAsk, .days(14)))
    case .canceled: (.googlePlay, .monthly, .days(-12), false, (.cancel, .days(2)))
    case .leftVoluntarily: (.appStore, .monthly, .days(2), false, (.cancel, .days(8)))
    case .refunded: (.appStore, .monthly, .days(-20), false, (.refund, .days(3)))
    case .familyRevoked: (.appStore, .monthly, .days(-12), false, (.familyRevoke, .days(6)))
    case .priceUnanswered: (.appStore, .monthly, .days(5), false, (.priceNotice, .days(25)))
    case .productUnavailable: (.appStore, .monthly, .days(9), false, nil)
    case .developerEnded: (.googlePlay, .monthly, .days(-12), false, (.developerCancel, .days(4)))
    case .superseded: (.googlePlay, .monthly, .days(-12), false, (.upgrade, .days(8)))
    case .boughtAnewInHold: (.googlePlay, .monthly, .days(34), true, (.repurchase, .days(7)))
    case .cancellationScheduled:
      (.googlePlay, .committed, .days(-12), false, (.scheduleCancellation, .days(9)))
    case .unheardOf: (.googlePlay, .monthly, .zero, false, nil)
    case .playGrace: (.googlePlay, .monthlyPremium, .days(3), true, nil)
    case .playHold: (.googlePlay, .monthly, .days(21), true, nil)
    case .chargedTwice: (.googlePlay, .monthly, .days(20), false, nil)
    case .chargedTwiceAgain: (.googlePlay, .monthlyPremium, .days(-22), false, nil)
    // Google Play takes an unacknowledged purchase back after three days.
    case .unacknowledged: (.googlePlay, .monthly, .days(-28), false, (.refund, .days(-1)))
    case .upgraded: (.appStore, .monthly, .days(-19), false, (.upgrade, .days(5)))
    }
  }

  /// The store of the purchase.
  var store: Store { row.store }
  /// The plan that is bought.
  var plan: Plan { row.plan }
  /// The time from the end of its first period to the start; the scenario is complete by the start.
  var periodEndsBeforeStart: Duration { row.periodEndsBeforeStart }
  /// A Boolean value that indicates whether its first renewal is declined and stays so until the
  /// start.
  var failsFirstRenewal: Bool { row.failsFirstRenewal }
  /// The step in its first period.
  var action: Action? { row.action }
}
