import EventLedger
import SubscriptionCore

/// How each view was left: what the user changed about it since it was opened, and the place.
public struct ViewMemory: Hashable, Sendable {
  /// A view as it was left.
  public struct Place: Hashable, Sendable {
    /// The filter as typed.
    public var filter: String
    /// The order.
    public var sort: SavedView.SortKey
    /// The columns; empty for the usual ones.
    public var columns: [ListColumn]
    /// The axis of the timelines.
    public var time: TimeView
    /// The row under the cursor.
    public var cursor: ListWindow.Key?
  }

  /// The places by the name of the view; the empty name is the list without a view.
  public var places: [String: Place] = [:]
  /// The view that is open; empty for none.
  public var current = ""

  /// Creates a memory of nothing.
  public init() {}
}
