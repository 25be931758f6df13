import EventLedger

/// The state in which each view was left: its changes since it was opened, and the place.
public struct ViewMemory: Hashable, Sendable {
  /// The owner of a place.
  public enum Name: Hashable, Sendable {
    /// A list without a view.
    case list(Screen)
    /// The saved view of that name.
    case view(String)
  }

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
    /// A Boolean value that indicates whether the subscriber under the cursor is shown beside the
    /// list.
    public var showsSide: Bool?
    /// The row under the cursor, where the user chose it.
    public var cursor: ListWindow.Key?

    /// The present list.
    init(_ list: SubscriberListState, time: TimeView) {
      filter = list.filterText
      sort = SavedView.SortKey(list.sort, descending: list.descending)
      columns = list.columns
      self.time = time
      showsSide = list.showsSide
      cursor = list.isTouched ? list.window.selected : nil
    }

    /// A view as it was saved.
    init(_ view: SavedView) {
      filter = view.filter
      sort = view.sort.first ?? SavedView.SortKey(.losesAccess)
      columns = view.columns
      time = TimeView(zoomedTo: view.zoom)
    }
  }

  /// The places that were left.
  public var places: [Name: Place] = [:]
  /// The view that is open on each list.
  public var open: [Screen: String] = [:]

  /// The owner of a list's place now.
  func name(of screen: Screen) -> Name { open[screen].map(Name.view) ?? .list(screen) }
}
