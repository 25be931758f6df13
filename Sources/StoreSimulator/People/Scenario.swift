import SubscriptionCore

/// A fate that one early member of the population is certain to have.
///
/// Chance alone gives most of what can happen; these see to it that every state and every cause
/// of churn is there in any world of at least ``populationMin`` subscribers.
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

  /// The smallest population in which all of them are.
  static var populationMin: Int { allCases.count * 3 }

  /// The fate of a member of the population, if its place has one: every third, at first.
  init?(index: Int) {
    guard index % 3 == 1 else { return nil }
    self.init(rawValue: index / 3)
  }

  /// The store it happens at.
  var store: Store {
    switch self {
    case .grace, .graceWithoutDate, .graceEnding, .holdEnding, .familyRevoked, .priceUnanswered,
      .productUnavailable, .refunded, .leftVoluntarily, .ranOut:
      .appStore
    case .pending, .renewalPending, .hold, .paused, .canceled, .developerEnded, .superseded,
      .boughtAnewInHold, .cancellationScheduled, .unheardOf, .playGrace, .playHold:
      .googlePlay
    }
  }

  /// What is bought.
  var plan: Plan {
    switch self {
    case .cancellationScheduled: .committed
    case .graceEnding, .holdEnding, .playGrace: .monthlyPremium
    case .pending, .renewalPending, .grace, .graceWithoutDate, .hold, .ranOut, .paused, .canceled,
      .leftVoluntarily, .refunded, .familyRevoked, .priceUnanswered, .productUnavailable,
      .developerEnded, .superseded, .boughtAnewInHold, .unheardOf, .playHold:
      .monthly
    }
  }

  /// How long before the start its first period ends; the fate comes true by the start.
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
    }
  }

  /// Whether its first renewal is declined and stays so until the start.
  var failsFirstRenewal: Bool {
    switch self {
    case .renewalPending, .grace, .graceWithoutDate, .graceEnding, .hold, .holdEnding, .ranOut,
      .boughtAnewInHold, .playGrace, .playHold:
      true
    case .pending, .paused, .canceled, .leftVoluntarily, .refunded, .familyRevoked,
      .priceUnanswered, .productUnavailable, .developerEnded, .superseded, .cancellationScheduled,
      .unheardOf:
      false
    }
  }

  /// What happens in its first period, and how long before the start.
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
    case .pending, .renewalPending, .grace, .graceWithoutDate, .graceEnding, .hold, .holdEnding,
      .ranOut, .productUnavailable, .unheardOf, .playGrace, .playHold:
      nil
    }
  }
}
