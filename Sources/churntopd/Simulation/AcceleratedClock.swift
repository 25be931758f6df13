import SubscriptionCore

/// A clock that begins in the past, runs fast until it reaches the present, and is exact from then
/// on.
struct AcceleratedClock: Sendable {
  /// The time at which it begins.
  let start: Timestamp
  /// The time of the system clock when it began.
  let began: Timestamp
  /// The ratio of its speed to the system clock's.
  let speed: Int64

  /// Returns its time at an instant of the system clock.
  func shows(at now: Timestamp) -> Timestamp {
    let passed = (now - began).wholeMilliseconds
    let (scaled, overflow) = passed.multipliedReportingOverflow(by: speed)
    return overflow ? now : min(now, start + .milliseconds(scaled))
  }
}
