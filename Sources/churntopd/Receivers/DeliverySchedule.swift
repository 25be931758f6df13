import EventLedger
import SubscriptionCore

/// When a change that did not arrive is sent again, and when no more.
enum DeliverySchedule {
  /// The pauses between attempts, as Standard Webhooks recommends them: three days in all.
  static let pauses: [Duration] = [
    .seconds(5), .minutes(5), .minutes(30), .hours(2), .hours(5), .hours(10), .hours(14),
    .hours(20), .hours(24),
  ]

  /// How long a change is sent at least before it is given up.
  static let patience = pauses.reduce(.zero, +)

  /// When a change is sent again.
  ///
  /// A receiver that comes and goes is sent it more often, and none the shorter.
  ///
  /// - Parameters:
  ///   - attempts: How often it was sent.
  ///   - change: The change.
  ///   - now: The present.
  ///   - stated: When the receiver wants it at the earliest.
  ///   - jitter: A random duration from zero up to the given one.
  /// - Returns: The instant; `nil` where it is not sent again.
  static func next(
    after attempts: Int, of change: RecordedChange, at now: Timestamp, notBefore stated: Timestamp?,
    jitter: (Duration) -> Duration
  ) -> Timestamp? {
    guard attempts <= pauses.count || now - change.recordedAt < patience else { return nil }
    let pause = pauses[min(max(0, attempts - 1), pauses.count - 1)]
    let next = now + pause + jitter(pause / 10)
    return max(next, stated ?? next)
  }

  /// How long a receiver that cannot be reached is left alone before it is tried with one change.
  static func rest(after failures: Int) -> Duration {
    min(.minutes(1), .seconds(1 << min(max(failures, 1) - 1, 6)))
  }
}
