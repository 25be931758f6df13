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

  /// The store of the purchase.
  var store: Store {
    switch self {
    case .grace, .graceWithoutDate, .graceEnding, .holdEnding, .familyRevoked, .priceUnanswered,
      .productUnavailable, .refunded, .leftVoluntarily, .ranOut, .upgraded:
      .appStore
    case .pending, .renewalPending, .hold, .paused, .canceled, .developerEnded, .superseded,
      .boughtAnewInHold, .cancellationScheduled, .unheardOf, .playGrace, .playHold,
      .chargedTwice, .chargedTwiceAgain, .unacknowledged:
      .googlePlay
    }
  }

  /// The plan that is bought.
  var plan: Plan {
    switch self {
    case .cancellationScheduled: .committed
    case .graceEnding, .holdEnding, .playGrace, .chargedTwiceAgain: .monthlyPremium
    case .pending, .renewalPending, .grace, .graceWithoutDate, .hold, .ranOut, .paused, .canceled,
      .leftVoluntarily, .refunded, .familyRevoked, .priceUnanswered, .productUnavailable,
      .developerEnded, .superseded, .boughtAnewInHold, .unheardOf, .playHold, .chargedTwice,
      .unacknowledged, .upgraded:
      .monthly
    }
  }

  /// The time from the end of its first period to the start; the scenario is complete by the start.
  var periodEndsBeforeStart: Duration {
    switch self {
    case .pending, .unheardOf: .zero
    case .renewalPending: .hours(7)
    case .grace: .days(4)
    case .graceWithoutDate: .days(6)
    case .graceEnding: .days(15) + .hours(9)
    case .hold, .playHold: .days(21)
    case .holdEnding: .days(59) + .hours(4)
    case .ranOut: .days(66)
    case .paused: .days(11)
    case .canceled, .superseded, .developerEnded, .familyRevoked, .cancellationScheduled: .days(-12)
    case .refunded: .days(-20)
    case .leftVoluntarily: .days(2)
    case .priceUnanswered: .days(5)
    case .productUnavailable: .days(9)
    case .boughtAnewInHold: .days(34)
    case .playGrace: .days(3)
    case .chargedTwice: .days(20)
    case .chargedTwiceAgain: .days(-22)
    case .unacknowledged: .days(-28)
    case .upgraded: .days(-19)
    }
  }

  /// A Boolean value that indicates whether its first renewal is declined and stays so until the
  /// start.
  var failsFirstRenewal: Bool {
    switch self {
    case .renewalPending, .grace, .graceWithoutDate, .graceEnding, .hold, .holdEnding, .ranOut,
      .boughtAnewInHold, .playGrace, .playHold:
      true
    case .pending, .paused, .canceled, .leftVoluntarily, .refunded, .familyRevoked,
      .priceUnanswered, .productUnavailable, .developerEnded, .superseded, .cancellationScheduled,
      .unheardOf, .chargedTwice, .chargedTwiceAgain, .unacknowledged, .upgraded:
      false
    }
  }

  /// The step in its first period, with its time before the start.
  var action: (step: SimulatedSubscriber.Step, beforeStart: Duration)? {
    switch self {
    case .paused: (.pauseAsk, .days(14))
    case .canceled: (.cancel, .days(2))
    case .leftVoluntarily: (.cancel, .days(8))
    case .refunded: (.refund, .days(3))
    case .familyRevoked: (.familyRevoke, .days(6))
    case .priceUnanswered: (.priceNotice, .days(25))
    case .developerEnded: (.developerCancel, .days(4))
    case .superseded: (.upgrade, .days(8))
    case .cancellationScheduled: (.scheduleCancellation, .days(9))
    case .boughtAnewInHold: (.repurchase, .days(7))
    // Google Play takes an unacknowledged purchase back after three days.
    case .unacknowledged: (.refund, .days(-1))
    case .upgraded: (.upgrade, .days(5))
    case .pending, .renewalPending, .grace, .graceWithoutDate, .graceEnding, .hold, .holdEnding,
      .ranOut, .productUnavailable, .unheardOf, .playGrace, .playHold, .chargedTwice,
      .chargedTwiceAgain:
      nil
    }
  }
}
