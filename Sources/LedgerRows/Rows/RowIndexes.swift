import SubscriptionCore

/// The statements that make the indexes of `subscribers` that hold few rows, the same in each
/// database.
public enum RowIndexes {
  /// The expression that is not 0 where nothing but notifications tell of a row, as one bit of its
  /// flags.
  public static let notYetAskedBit =
    "flags & \(1 << SubscriberField.flags.code(of: SubscriptionFlag.notYetAsked.rawValue))"

  /// Returns the indexes of lists that few rows are in, of which one has a condition.
  public static func sparse(isNotYetAsked: String) -> [String] {
    [
      """
      CREATE INDEX subscribersByRefresh ON subscribers(refreshRequestedAt, id)
      WHERE refreshRequestedAt IS NOT NULL
      """,
      """
      CREATE INDEX subscribersByUnasked ON subscribers(lastEventAt DESC, id) WHERE \(isNotYetAsked)
      """,
    ]
  }

  /// The indexes by which parts of buckets are counted.
  public static let boundaries = CounterKind.allCases.compactMap { kind in
    kind.boundary.map { rows in
      """
      CREATE INDEX edge\(kind.rawValue) ON subscribers(\(rows.column), \(rows.variant), mrr)
      WHERE \(rows.condition)
      """
    }
  }
}

/// The index of the events that a digest counts, in the order in which they were recorded.
///
/// The few events of a night are found by it however long the archive is, and in whatever order the
/// archive lies.
public enum NewsIndex {
  private static let kinds = Digest.Builder.eventKinds.map { "'\($0.rawValue)'" }.sorted()

  /// The condition that an event is in it.
  public static let condition =
    "isRepeat = 0 AND kind IN (\(kinds.joined(separator: ", ")))"

  /// The same condition without a list: of one that is longer than two SQLite makes a table again
  /// for every event that is stored.
  public static let conditionWithoutList =
    "isRepeat = 0 AND (\(kinds.map { "kind = \($0)" }.joined(separator: " OR ")))"

  /// Returns the statement that makes it over some columns.
  public static func statement(_ columns: String, where condition: String = condition) -> String {
    "CREATE INDEX eventsNews ON events(\(columns)) WHERE \(condition)"
  }
}
