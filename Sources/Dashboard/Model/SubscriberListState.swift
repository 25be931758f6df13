import EventLedger
import SubscriptionCore

/// A list of subscribers: Subscribers and Due.
public struct SubscriberListState: Hashable, Sendable {
  /// The rows around the cursor.
  public var window = ListWindow()
  /// The filter in force, as typed.
  public var filterText = ""
  /// The filter in force.
  public var filter: Filter?
  /// The order.
  public var sort: SubscriberSort
  /// Whether the order is reversed.
  public var descending = false
  /// How many more rows match now than when the rows were read.
  public var arrivals = 0
  /// Whether the ledger has changed since the rows were read.
  public var isStale = false

  /// Creates a list in an order.
  public init(sort: SubscriberSort) { self.sort = sort }
}
