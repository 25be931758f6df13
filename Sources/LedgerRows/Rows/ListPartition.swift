import EventLedger
import SubscriptionCore

/// The two partitions of a list: rows with a value in its order, then rows without.
public enum ListPartition: CaseIterable, Sendable {
  /// Rows with a value.
  case valued
  /// Rows without a value.
  case bare
}

extension SubscriberQuery {
  private var isForward: Bool { cursor?.direction != .before }

  /// A Boolean value that indicates whether a walk from the cursor meets greater keys first.
  public var isFalling: Bool { descending == isForward }

  /// Reads a page by walks through the partitions, in the direction of the query.
  ///
  /// The first partition is that of the row at the cursor, where there is one. A walk returns the
  /// next rows of a partition, as many as there are up to a limit.
  public func page(
    from first: ListPartition?, _ walk: (ListPartition, _ limit: Int) throws -> [SubscriberSummary]
  ) rethrows -> SubscriberPage {
    let wanted = max(0, limit)
    var partitions = isForward ? ListPartition.allCases : ListPartition.allCases.reversed()
    if let first { partitions = Array(partitions.drop { $0 != first }) }
    var rows: [SubscriberSummary] = []
    for partition in partitions where rows.count <= wanted {
      rows += try walk(partition, wanted + 1 - rows.count)
    }
    let page = rows.prefix(wanted)
    return SubscriberPage(
      rows: isForward ? Array(page) : page.reversed(), hasMore: rows.count > wanted)
  }
}
