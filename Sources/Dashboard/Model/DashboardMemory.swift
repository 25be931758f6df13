import SubscriptionCore

/// The state of the lists that is saved from one session to the next.
///
/// A filter is not kept with its list: a list that silently leaves subscribers out would be taken
/// for the whole. A saved view has its filter in itself.
public struct DashboardMemory: Hashable, Sendable {
  /// The state in which a list was left.
  public struct Place: Hashable, Sendable {
    /// The order.
    public var sort: SavedView.SortKey
    /// The columns; empty for the usual ones.
    public var columns: [ListColumn]
    /// The time that one cell of the timelines covers; `nil` for what suits the width.
    public var zoom: TimeZoom?
    /// A Boolean value that indicates whether the subscriber under the cursor is shown beside the
    /// list; `nil` for what the size of the screen suggests.
    public var showsSide: Bool?
    /// The row under the cursor; `nil` for the top.
    public var cursor: ListWindow.Key?

    /// Creates a place.
    public init(
      sort: SavedView.SortKey, columns: [ListColumn] = [], zoom: TimeZoom? = nil,
      showsSide: Bool? = nil, cursor: ListWindow.Key? = nil
    ) {
      self.showsSide = showsSide
      (self.sort, self.columns, self.zoom, self.cursor) = (sort, columns, zoom, cursor)
    }

    /// Saves a place; the cursor only where the list is the same without a filter.
    init(_ place: ViewMemory.Place, filter: String) {
      self.init(
        sort: place.sort, columns: place.columns, zoom: place.time.zoom,
        showsSide: place.showsSide, cursor: place.filter == filter ? place.cursor : nil)
    }
  }

  /// The lists without a view.
  public var lists: [Screen: Place] = [:]
  /// The saved views; one that says something else by now is another view.
  public var views: [SavedView: Place] = [:]
  /// The filters that were typed, oldest first, without those that could name a person.
  public var filters: [String] = []
  /// The counts of past days as Metrics showed them last.
  public var pastDays = PastDays()

  /// Creates a memory of nothing.
  public init() {}
}

extension DashboardModel {
  /// The lists as they stand, to be saved.
  public var memory: DashboardMemory {
    var places = viewMemory.places
    places[viewMemory.name(of: .subscribers)] = ViewMemory.Place(subscribers, time: listView)
    places[viewMemory.name(of: .due)] = ViewMemory.Place(due, time: listView)
    var memory = DashboardMemory()
    for (name, place) in places {
      switch name {
      case .list(let screen): memory.lists[screen] = DashboardMemory.Place(place, filter: "")
      case .view(let name):
        guard let view = preferences.views.first(where: { $0.name == name }) else { continue }
        memory.views[view] = DashboardMemory.Place(place, filter: view.filter)
      }
    }
    memory.filters = search.history.filter { text in
      (try? Filter.parse(text, about: .events)).map { !$0.canNamePerson } ?? false
    }
    memory.pastDays = metrics.daysSeenAtEnd
    return memory
  }

  /// Restores the saved lists, before the first query.
  mutating func restore(_ memory: DashboardMemory) {
    search.history = memory.filters
    metrics.seenDays = memory.pastDays
    for view in preferences.views {
      guard let kept = memory.views[view] else { continue }
      var place = ViewMemory.Place(view)
      (place.sort, place.columns, place.cursor) = (kept.sort, kept.columns, kept.cursor)
      place.showsSide = kept.showsSide
      place.time = TimeView(zoomedTo: kept.zoom)
      viewMemory.places[.view(view.name)] = place
    }
    for (screen, place) in memory.lists {
      update(listOf: screen) { list in
        if screen == .subscribers {
          (list.sort, list.descending) = (place.sort.sort, place.sort.descending)
          list.columns = place.columns
        }
        list.showsSide = place.showsSide
        list.window.aim(at: place.cursor)
        list.isTouched = place.cursor != nil
      }
    }
    listView = TimeView(zoomedTo: memory.lists[.subscribers]?.zoom)
  }
}
