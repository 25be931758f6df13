import Foundation
import SubscriptionCore

/// The system clock, which only the programs read; everything below them gets the time as a value.
public enum MachineClock {
  /// Returns the current time, to the millisecond.
  public static func now() -> Timestamp {
    // A double holds every millisecond of the next hundred thousand years exactly.
    Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
  }
}
