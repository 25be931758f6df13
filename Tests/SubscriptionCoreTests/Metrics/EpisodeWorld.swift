import SeededNumbers
import SubscriptionCore

/// A seeded set of episodes with every outcome, for tests of metrics.
struct EpisodeWorld {
  /// The present.
  static let now = CivilDate(year: 2026, month: 11, day: 20).start + .hours(9)

  /// Returns episodes that failed in the 200 days before the present.
  static func records(_ count: Int, seed: Int) -> [EpisodeRecord] {
    var numbers = SeededNumbers(seed: seed)
    return (0..<count).map { index in record(index, &numbers) }
  }

  private static func record(_ index: Int, _ numbers: inout SeededNumbers) -> EpisodeRecord {
    let failedAt = now - .minutes(Int.random(in: 1...200 * 1440, using: &numbers))
    let hasGrace = numbers.happens(60)
    let graceEnds = hasGrace ? failedAt + .days(16) : nil
    let retryEnds = failedAt + .days(60)
    let length = Duration.minutes(Int.random(in: 1...60 * 1440, using: &numbers))
    let end = failedAt + length
    let access = graceEnds ?? failedAt
    var episode = BillingEpisode(
      failedAt: failedAt, enteredGrace: hasGrace, graceEnds: graceEnds, retryEnds: retryEnds,
      plan: numbers.pick([.monthly, .yearly, nil]), isFirstPayment: numbers.happens(20))
    episode.price = numbers.pick([
      nil, Money(micros: 4_990_000, currency: "USD"), Money(micros: 480_000_000, currency: "JPY"),
    ])
    let outcome: BillingEpisode.Outcome =
      numbers.happens(50)
      ? (end < access ? .recoveredInGrace : .recoveredInHold)
      : numbers.pick([.canceledByUser, .ranOut, .refunded, .superseded])
    let endedAt = outcome == .ranOut ? retryEnds : end
    if endedAt <= now { (episode.outcome, episode.endedAt) = (outcome, endedAt) }
    if access <= now, access < endedAt { episode.holdStartedAt = access }
    return EpisodeRecord(
      subscription: SubscriptionID("s\(index)"), store: numbers.pick(Store.allCases),
      product: ProductID(numbers.pick(["pro", "basic", ""])),
      country: numbers.pick(["JP", "US", nil]),
      tags: numbers.pick([[], ["vip"], ["vip", "beta"]]),
      episode: episode)
  }
}
