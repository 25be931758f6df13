import Dashboard
import SubscriptionCore

/// The content of `places.toml`.
struct SessionStateFile: Codable {
  /// The version of the file's format.
  var version: Int
  /// The state for each ledger, by its path without symbolic links.
  var ledgers: [String: Ledger]

  /// The state of one ledger's lists.
  struct Ledger: Codable {
    /// The instant at which the dashboard was left, as RFC 3339.
    var left: String?
    /// The filters that were typed, oldest first.
    var filters: [String]
    /// The lists without a view, by screen; an empty table is not written.
    var lists: [String: Place]?
    /// The saved views, by name; an empty table is not written.
    var views: [String: Place]?
    /// The counts of past days as Metrics showed them last, a line each.
    var days: [String]?

    init(_ memory: DashboardMemory, leftAt: Timestamp) {
      left = leftAt.rfc3339
      filters = memory.filters
      days = memory.pastDays.lines
      lists = Dictionary(uniqueKeysWithValues: memory.lists.map { ($0.rawValue, Place($1)) })
      views = Dictionary(
        memory.views.map { view, place in
          var place = Place(place)
          place.of = ViewFile.block(view)
          return (view.name, place)
        }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the state that the dashboard resumes, without unknown values of a newer version.
    func memory(_ saved: [SavedView]) -> DashboardMemory {
      var memory = DashboardMemory()
      memory.filters = filters
      memory.pastDays = PastDays(lines: days ?? [])
      for (name, place) in lists ?? [:] {
        if let screen = Screen(rawValue: name) { memory.lists[screen] = place.place }
      }
      for view in saved {
        guard let place = views?[view.name], place.of == ViewFile.block(view) else { continue }
        memory.views[view] = place.place
      }
      return memory
    }
  }

  /// The state of one list.
  struct Place: Codable {
    /// The view as `views.toml` defines it; absent for a list without a view.
    var of: String?
    /// The sort order, with a leading minus if it is reversed.
    var sort: String
    /// The columns from left to right.
    var columns: [String]
    /// The time that one cell of a timeline represents.
    var zoom: String?
    /// A Boolean value that indicates whether the subscriber is shown beside the list; absent for
    /// the default of the screen's size.
    var beside: Bool?
    /// The subscription under the cursor.
    var cursor: String?
    /// The section of the cursor.
    var section: Int?

    init(_ place: DashboardMemory.Place) {
      sort = place.sort.notation
      columns = place.columns.map(\.rawValue)
      (zoom, beside) = (place.zoom?.notation, place.showsSide)
      (cursor, section) = (place.cursor?.id.rawValue, place.cursor?.section)
    }

    var place: DashboardMemory.Place? {
      guard let sort = SavedView.SortKey(notation: sort) else { return nil }
      let cursor = cursor.map {
        ListWindow.Key(section: max(0, section ?? 0), id: SubscriptionID($0))
      }
      return DashboardMemory.Place(
        sort: sort, columns: columns.compactMap(ListColumn.init),
        zoom: zoom.flatMap { TimeZoom(notation: $0) }, showsSide: beside, cursor: cursor)
    }
  }
}
