import EventLedger
import SubscriptionCore

/// A row with its value in the order of a query, which is looked up once.
struct ListedRow {
  let row: SubscriberSummary
  private let key: SortKey?

  init(_ row: SubscriberSummary, _ query: SubscriberQuery) {
    (self.row, key) = (row, query.sort.key(of: row))
  }

  /// The rows in the order of a query.
  static func list(_ rows: [SubscriberSummary], _ query: SubscriberQuery) -> [ListedRow] {
    rows.map { ListedRow($0, query) }.sorted { $0.precedes($1, query) }
  }

  /// Returns whether the row is listed before another.
  func precedes(_ other: ListedRow, _ query: SubscriberQuery) -> Bool {
    switch (key, other.key) {
    case (_?, nil): return true
    case (nil, _?): return false
    case (let key?, let otherKey?) where key != otherKey:
      return SortKey.precedes(key, otherKey) != query.descending
    case (_?, _?), (nil, nil):
      let (id, otherID) = (row.id.rawValue, other.row.id.rawValue)
      return id.utf8Precedes(otherID) != query.descending && id != otherID
    }
  }
}
