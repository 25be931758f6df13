import SubscriptionCore
import Testing

/// A length for all of Google Play beside a product with settings of its own.
@Suite struct WhatIfProductTests {
  typealias Lengths = RecoveryPolicy.PlayRecovery

  /// The lengths of all products and of one in force and under the candidate, what the candidate
  /// states for all, and the days of grace and hold of an episode that had 7 and 53.
  struct Case: Sendable {
    var inForce = Lengths(graceDays: 7, holdDays: 53)
    var own: Lengths?
    var candidate: Lengths
    var candidateOwn: Lengths?
    var stated: Set<RecoveryChange.Setting>
    var days = (grace: 7, hold: 53)
  }

  static let fourteen = Lengths(graceDays: 14)

  @Test(arguments: [
    Case(candidate: Lengths(graceDays: 3), stated: [.playGrace], days: (3, 57)),
    // A file with another length for all leaves the product to its own settings.
    Case(
      own: fourteen, candidate: Lengths(graceDays: 3, holdDays: 53), candidateOwn: fourteen,
      stated: [.playGrace]),
    // So does one that states for all what is in force.
    Case(
      own: fourteen, candidate: Lengths(graceDays: 7, holdDays: 53), candidateOwn: fourteen,
      stated: [.playGrace, .playHold]),
    // Settings without grace mean Google Play's default, and not the length for all.
    Case(
      own: Lengths(holdDays: 40), candidate: Lengths(graceDays: 14),
      candidateOwn: Lengths(holdDays: 40), stated: [.playGrace]),
    Case(
      own: fourteen, candidate: Lengths(graceDays: 7, holdDays: 23), candidateOwn: fourteen,
      stated: [.playHold]),
    // The product's settings change, and so do its dates.
    Case(
      own: fourteen, candidate: Lengths(graceDays: 7, holdDays: 53),
      candidateOwn: Lengths(graceDays: 3), stated: [], days: (3, 57)),
    // An option and the screen state a length for every product.
    Case(
      own: Lengths(graceDays: 3), candidate: Lengths(graceDays: 3),
      candidateOwn: .init(graceDays: 3),
      stated: [.playGrace], days: (3, 57)),
    Case(
      own: Lengths(graceDays: 7, holdDays: 53), candidate: Lengths(graceDays: 7, holdDays: 23),
      candidateOwn: Lengths(graceDays: 7, holdDays: 23), stated: [.playHold], days: (7, 23)),
  ])
  func `a length for all is not that of a product whose own settings say another one`(
    _ example: Case
  ) {
    func policy(_ all: Lengths, _ own: Lengths?) -> ChurnPolicy {
      var policy = ChurnPolicy.standard
      policy.recovery.googlePlay = all
      policy.recovery.googlePlayProducts["pro.monthly"] = own
      return policy
    }
    var replay = whatIf(
      (policy(example.candidate, example.candidateOwn), example.stated),
      current: policy(example.inForce, example.own))
    let comparison = replay.add(.failed(.googlePlay, grace: 7, .ranOut, day: 60))
    let replayed = comparison.candidate
    #expect(replayed.accessEndsAt == decline + .days(example.days.grace))
    #expect(replayed.retryEnds == decline + .days(example.days.grace + example.days.hold))
    #expect(comparison.differs == (example.days != (7, 53)))
  }
}
