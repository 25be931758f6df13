import SubscriptionCore

/// The delivery times of messages: most arrive at once, some late, some twice.
public enum DeliveryTiming {
  /// The App Store's retries after a failed delivery, each counted from the previous attempt
  /// ("Responding to App Store Server Notifications",
  /// <https://developer.apple.com/documentation/appstoreservernotifications>).
  public static let retries = [Duration.hours(1), .hours(12), .hours(24), .hours(48), .hours(72)]

  /// Returns the arrival times of a message; the second, if any, is a duplicate.
  static func arrivals(
    of instant: Timestamp, from store: Store, _ rng: inout SeededRNG
  ) -> [Timestamp] {
    let promptly = instant + .seconds(Int64(rng.number(in: 1...4)))
    var arrivals = [rng.happens(22) ? late(promptly, from: store, &rng) : promptly]
    if rng.happens(14) {
      let pause =
        switch store {
        case .appStore: retries[0]
        case .googlePlay: Duration.minutes(11)
        }
      arrivals.append(arrivals[0] + pause)
    }
    return arrivals
  }

  private static func late(
    _ instant: Timestamp, from store: Store, _ rng: inout SeededRNG
  ) -> Timestamp {
    switch store {
    case .appStore:
      let failures = [1, 1, 1, 1, 1, 1, 2, 2, 3, 4, 5]
      return retries.prefix(rng.pick(failures)).reduce(instant) { $0 + $1 }
    case .googlePlay: return instant + rng.duration(from: .minutes(9), to: .hours(30))
    }
  }
}
