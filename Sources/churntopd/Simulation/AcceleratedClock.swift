import SubscriptionCore

/// A clock that begins in the past, runs fast until it has reached the present, and is right then.
struct AcceleratedClock: Sendable {
  /// Where it begins.
  let start: Timestamp
  /// The machine's clock when it began.
  let began: Timestamp
  /// How many times as fast as the machine's it runs.
  let speed: Int64

  /// What it shows at an instant of the machine's clock.
  func shows(at now: Timestamp) -> Timestamp {
    let passed = (now - began).wholeMilliseconds
    let (scaled, overflow) = passed.multipliedReportingOverflow(by: speed)
    return overflow ? now : min(now, start + .milliseconds(scaled))
  }
}
