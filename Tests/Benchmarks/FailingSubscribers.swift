import EventLedger
import Foundation
import SeededNumbers
import SubscriptionCore

/// The subscribers of a large base whose renewals failed in the last six months, three times each.
///
/// Those whose renewals are paid are left out: no report reads them. Recoveries and cancellations
/// spread over the minutes of two months, so that no two episodes need be alike.
struct FailingSubscribers {
  /// The number of the subscribers.
  let count: Int

  /// The days from one failure to the next, one more than both stores try.
  private static let interval = 61
  private static let failures = 3

  /// Creates the failing subscribers of a base.
  ///
  /// - Parameters:
  ///   - subscribers: How many subscribers the base has.
  ///   - percent: The renewals that fail in 30 days, of a hundred subscribers.
  init(of subscribers: Int, percent: Double) {
    count = Int((Double(subscribers) * percent / 100 * Double(Self.interval) / 30).rounded())
  }

  /// The number of failures.
  var episodes: Int { Self.failures * count }

  /// The life of a subscriber as one entry.
  static func entry(of index: Int) -> LedgerEntry {
    var numbers = SeededNumbers(seed: index)
    let events = events(of: index, &numbers)
    return LedgerEntry(
      identity: "life-\(index)", format: "google-play-subscription", raw: [123, 125],
      receivedAt: events[0].recordedAt, verification: .unsigned, events: events)
  }

  private static func events(
    of index: Int, _ numbers: inout SeededNumbers
  ) -> [SubscriptionEvent] {
    let now = SyntheticSubscribers.now
    var model = SyntheticSubscribers.events(of: index)[0]
    model.subscription = SubscriptionID("gp_f\(String(index, radix: 16))")
    model.facts.product = numbers.pick(["news.monthly", "news.yearly", "games"])
    model.facts.country = numbers.pick(["JP", "DE", "US", "FR", "BR"])
    model.facts.account = AccountID("failing-\(index)")
    model.facts.price = Money(
      micros: 1_000_000 * Int64.random(in: 1...100, using: &numbers), currency: "JPY")
    var events: [SubscriptionEvent] = []
    func add(_ kind: EventKind, _ at: Timestamp, _ status: StatedStatus, until: Timestamp) {
      guard at < now else { return }
      var event = model
      (event.id, event.kind) = (EventID("f\(index).\(events.count)"), kind)
      (event.effectiveAt, event.statedAt, event.recordedAt) = (at, at, at)
      (event.facts.status, event.facts.expiresAt) = (status, until)
      if status == .grace { event.facts.graceEndsAt = until + .days(7) }
      if status == .expired { event.facts.endReason = kind == .expired ? .billing : .voluntary }
      events.append(event)
    }
    let first = Duration.milliseconds(
      Int64.random(in: 0..<Int64(interval) * 86_400_000, using: &numbers))
    var hasEnded = true
    for failure in 0..<failures {
      let failedAt = now - .days(interval * (failures - failure)) + first
      add(hasEnded ? .purchased : .renewed, failedAt - .hours(12), .active, until: failedAt)
      add(.billingFailed, failedAt, .grace, until: failedAt)
      let share = Int.random(in: 0..<100, using: &numbers)
      hasEnded = share >= 60
      // The quicker the likelier, and half of them within five days.
      let length = pow(Double.random(in: 0..<1, using: &numbers), 3.6) * 59
      let endedAt = failedAt + .milliseconds(60_000 + Int64(length * 86_400_000))
      switch share {
      case ..<60: add(.renewed, endedAt, .active, until: failedAt + .days(interval) - .hours(12))
      case ..<80: add(.autoRenewDisabled, endedAt, .expired, until: endedAt)
      default: add(.expired, failedAt + .days(60), .expired, until: failedAt)
      }
    }
    return events
  }
}
