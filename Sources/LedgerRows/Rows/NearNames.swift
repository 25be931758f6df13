import EventLedger
import SubscriptionCore

/// The subscriptions with a name that a text is near to, and by how many errors at the least.
public struct NearNames {
  private var errors: [SubscriptionID: Int] = [:]

  /// Begins without subscriptions.
  public init() {}

  /// Adds a subscription.
  public mutating func add(_ id: SubscriptionID, errors count: Int) {
    errors[id] = min(errors[id] ?? count, count)
  }

  /// Returns the number of subscriptions with no more than some errors.
  public func count(atMost most: Int) -> Int { errors.values.count { $0 <= most } }

  /// Returns the nearest, in the order of their errors and identifiers.
  public func nearest(limit: Int) -> [SubscriptionID] {
    let nearest = errors.sorted { one, other in
      one.value != other.value
        ? one.value < other.value : one.key.rawValue.utf8Precedes(other.key.rawValue)
    }
    return nearest.prefix(limit).map(\.key)
  }
}
