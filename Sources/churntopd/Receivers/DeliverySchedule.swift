import EventLedger
import SubscriptionCore

/// The retry schedule of undelivered changes.
enum DeliverySchedule {
  /// The pauses between attempts that Standard Webhooks recommends: three days in all.
  static let pauses: [Duration] = [
    .seconds(5), .minutes(5), .minutes(30), .hours(2), .hours(5), .hours(10), .hours(14),
    .hours(20), .hours(24),
  ]

  /// The least time for which a change is retried.
  static let patience = pauses.reduce(.zero, +)

  /// Returns the time of the next attempt, not before the earliest that the receiver accepts; `nil`
  /// if the change is not sent again.
  ///
  /// A receiver that is available from time to time gets more attempts, and none over a shorter
  /// time. The jitter is a random duration from zero up to the given one.
  static func next(
    after attempts: Int, of change: RecordedChange, at now: Timestamp, notBefore stated: Timestamp?,
    jitter: (Duration) -> Duration
  ) -> Timestamp? {
    guard attempts <= pauses.count || now - change.recordedAt < patience else { return nil }
    let pause = pauses[min(max(0, attempts - 1), pauses.count - 1)]
    let next = now + pause + jitter(pause / 10)
    return max(next, stated ?? next)
  }

  /// Returns the pause after which an unreachable receiver is tried with one change.
  static func rest(after failures: Int) -> Duration {
    min(.minutes(1), .seconds(1 << min(max(failures, 1) - 1, 6)))
  }
}
