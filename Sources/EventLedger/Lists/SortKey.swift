import SubscriptionCore

/// The value by which a row takes its place in a list.
public enum SortKey: Hashable, Sendable {
  /// A number, such as the milliseconds of an instant.
  case number(Int64)
  /// A text, ordered by its UTF-8 bytes, which is the order of its Unicode scalars.
  case text(String)

  /// Returns whether one key comes before another of the same order.
  public static func precedes(_ left: SortKey, _ right: SortKey) -> Bool {
    switch (left, right) {
    case (.number(let left), .number(let right)): left < right
    case (.text(let left), .text(let right)): left.utf8Precedes(right)
    case (.number, .text): true
    case (.text, .number): false
    }
  }
}

extension String {
  /// A Boolean value that indicates whether the text comes before another by UTF-8 bytes, whatever
  /// the locale.
  public func utf8Precedes(_ other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }
}

extension SubscriberSort {
  /// The value of a row in this order; `nil` when it has none and comes last.
  public func key(of row: SubscriberSummary) -> SortKey? {
    let status = row.status
    switch self {
    case .losesAccess: return SortKey(status.losesAccessAt)
    case .promptDue:
      switch status.prompt.verdict {
      case .due(let since): return SortKey(since)
      case .scheduled(let at): return SortKey(at)
      case .withheld: return nil
      }
    case .stateSince: return SortKey(status.stateSince)
    case .retryEnds: return SortKey(status.retryEnds)
    case .renewsAt: return SortKey(status.renewsAt)
    case .mrr: return row.mrr.map { .number($0.micros) }
    case .state:
      return SubscriptionState.allCases.firstIndex(of: status.state).map { .number(Int64($0)) }
    case .product: return SortKey(row.product.rawValue)
    case .name: return SortKey(Filter.foldCase(row.profile?.name ?? ""))
    case .id: return SortKey(row.id.rawValue)
    case .lastEvent: return SortKey(row.lastEventAt)
    }
  }
}

extension SortKey {
  /// The key of an instant, where there is one.
  fileprivate init?(_ instant: Timestamp?) {
    guard let instant else { return nil }
    self = .number(instant.milliseconds)
  }

  /// The key of a text that is not empty.
  fileprivate init?(_ text: String) {
    if text.isEmpty { return nil }
    self = .text(text)
  }
}

extension SubscriberQuery {
  /// Returns whether one row is listed before another.
  public func precedes(_ left: SubscriberSummary, _ right: SubscriberSummary) -> Bool {
    let (leftKey, rightKey) = (sort.key(of: left), sort.key(of: right))
    switch (leftKey, rightKey) {
    case (_?, nil): return true
    case (nil, _?): return false
    case (let leftKey?, let rightKey?) where leftKey != rightKey:
      return SortKey.precedes(leftKey, rightKey) != descending
    case (_?, _?), (nil, nil):
      return left.id.rawValue.utf8Precedes(right.id.rawValue) != descending && left.id != right.id
    }
  }
}
