import EventLedger
import SubscriptionCore

/// A row with its value in the order of a query, which is looked up once.
struct ListedRow {
  let row: SubscriberSummary
  let place: Place

  /// Where a row stands: its value, and its id.
  struct Place {
    let key: SortKey?
    let id: SubscriptionID
  }

  init(_ row: SubscriberSummary, _ query: SubscriberQuery) {
    (self.row, place) = (row, Place(key: query.sort.key(of: row), id: row.id))
  }

  /// The rows in the order of a query.
  static func list(_ rows: [SubscriberSummary], _ query: SubscriberQuery) -> [ListedRow] {
    rows.map { ListedRow($0, query) }.sorted { $0.place.precedes($1.place, query) }
  }
}

extension ListedRow.Place {
  /// Returns whether the place is before another.
  func precedes(_ other: Self, _ query: SubscriberQuery) -> Bool {
    switch (key, other.key) {
    case (_?, nil): return true
    case (nil, _?): return false
    case (let key?, let otherKey?) where key != otherKey:
      return SortKey.precedes(key, otherKey) != query.descending
    case (_?, _?), (nil, nil):
      return id.rawValue.utf8Precedes(other.id.rawValue) != query.descending && id != other.id
    }
  }
}

extension SortKey {
  /// Returns whether one key comes before another of the same order.
  fileprivate static func precedes(_ left: SortKey, _ right: SortKey) -> Bool {
    switch (left, right) {
    case (.number(let left), .number(let right)): left < right
    case (.text(let left), .text(let right)): left.utf8Precedes(right)
    case (.number, .text): true
    case (.text, .number): false
    }
  }
}
