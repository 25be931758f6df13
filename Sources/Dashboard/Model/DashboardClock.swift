import SubscriptionCore

/// The rule by which the dashboard's present follows from the machine's clock.
///
/// A value, so that as-of time, the demo's time-lapse and the tests are one mechanism.
public enum DashboardClock: Hashable, Sendable {
  /// The present is the present.
  case live
  /// The present does not move, as `--as-of` asks.
  case fixed(Timestamp)
  /// The present runs faster: at the machine's instant `since` it was `start`, and every
  /// millisecond since counts `speed` times.
  case scaled(start: Timestamp, since: Timestamp, speed: Int64)
  /// The present runs faster, as ``scaled(start:since:speed:)`` does, until it has caught up with
  /// the machine's clock: the time of a ledger that `churntopd simulate` feeds.
  case accelerated(start: Timestamp, since: Timestamp, speed: Int64)

  /// The present of the dashboard at an instant of the machine's clock.
  public func present(at machine: Timestamp) -> Timestamp {
    switch self {
    case .live: machine
    case .fixed(let instant): instant
    case .scaled(let start, let since, let speed):
      start
        + .milliseconds((machine - since).wholeMilliseconds.multipliedClamped(by: max(0, speed)))
    case .accelerated(let start, let since, let speed):
      min(machine, Self.scaled(start: start, since: since, speed: speed).present(at: machine))
    }
  }

  /// The time until the dashboard's clock shows another text.
  ///
  /// A minute for a live clock, a quarter of a second for one that runs faster, never for one that
  /// is stopped.
  func millisecondsToNextText(at machine: Timestamp) -> Int64? {
    switch self {
    case .live: 60_000 - (machine.milliseconds - machine.milliseconds.floored(to: 60_000))
    case .fixed: nil
    case .scaled(_, _, let speed): speed == 0 ? nil : 250
    case .accelerated:
      present(at: machine) < machine ? 250 : Self.live.millisecondsToNextText(at: machine)
    }
  }
}
