import Foundation
import SubscriptionCore

/// The clock of this machine, which only the programs read; everything below them gets values.
public enum MachineClock {
  /// The present, to the millisecond.
  public static func now() -> Timestamp {
    // A double holds every millisecond of the next hundred thousand years exactly.
    Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
  }
}
