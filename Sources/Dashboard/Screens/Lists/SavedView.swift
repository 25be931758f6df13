import EventLedger
import SubscriptionCore
import TerminalUI

/// A saved view of a screen: filter, order, columns and zoom under a name.
public struct SavedView: Hashable, Sendable {
  /// An order and its direction.
  public struct SortKey: Hashable, Sendable {
    /// The order.
    public var sort: SubscriberSort
    /// A Boolean value that indicates whether the order is reversed.
    public var descending: Bool

    /// Creates an order.
    public init(_ sort: SubscriberSort, descending: Bool = false) {
      (self.sort, self.descending) = (sort, descending)
    }

    /// Reads the name of an order, a minus in front of a reversed one.
    public init?(notation: String) {
      let descending = notation.hasPrefix("-")
      guard let sort = SubscriberSort(rawValue: String(notation.dropFirst(descending ? 1 : 0)))
      else { return nil }
      self.init(sort, descending: descending)
    }

    /// The name of the order, a minus in front of a reversed one.
    public var notation: String { (descending ? "-" : "") + sort.rawValue }
  }

  /// The name; unique among the views.
  public var name: String
  /// The digit that opens it after `@`, 1 to 9; `nil` for a view that only the list opens.
  public var key: Int?
  /// The screen it shows; one with a tab.
  public var screen: Screen
  /// The filter as it was typed; empty for none.
  public var filter: String
  /// The order, of which the first counts; empty for the usual one.
  public var sort: [SortKey]
  /// The columns from left to right; empty for the usual ones.
  public var columns: [ListColumn]
  /// The time that one cell of the timelines covers; `nil` for what suits the width.
  public var zoom: TimeZoom?
  /// The mistake for which the view cannot be opened, without a full stop; `nil` for a sound one.
  ///
  /// Without its filter, a view would list everybody.
  public var problem: String?

  /// Creates a view.
  public init(
    name: String, key: Int? = nil, screen: Screen = .subscribers, filter: String = "",
    sort: [SortKey] = [], columns: [ListColumn] = [], zoom: TimeZoom? = nil
  ) {
    self.name = name
    self.key = key
    self.screen = screen
    self.filter = filter
    self.sort = sort
    self.columns = columns
    self.zoom = zoom
  }

  /// The highest digit that can open a view.
  public static let keyMax = 9

  /// Returns the lowest digit that opens none of some views; `nil` if each digit opens one.
  public static func freeKey(among views: [SavedView]) -> Int? {
    let taken = Set(views.compactMap(\.key))
    return (1...keyMax).first { !taken.contains($0) }
  }
}

/// A rule that sets the rows of some subscribers apart.
public struct HighlightRule: Hashable, Sendable {
  /// The filter of the subscribers.
  public var when: Filter
  /// The theme role of their rows.
  public var role: StyleRole

  /// Creates a rule.
  public init(when: Filter, role: StyleRole) { (self.when, self.role) = (when, role) }
}
