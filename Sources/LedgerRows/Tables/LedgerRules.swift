/// The rules between the tables that a query can check in every ledger: it counts what breaks them.
public enum LedgerRules {
  /// Returns the rules; a column tells that events of a subscription are copies of one.
  public static func all(copiesBy column: String) -> [(problem: String, sql: String)] {
    let isCopy = "f.subscription = r.subscription AND f.\(column) = r.\(column) AND f.isRepeat = 0"
    return [
      (
        "repeated events have no first one",
        """
        SELECT count(*) FROM events r WHERE isRepeat = 1
        AND NOT EXISTS (SELECT 1 FROM events f WHERE \(isCopy))
        """
      ),
      (
        "repeated events were recorded before the one that counts",
        """
        SELECT count(*) FROM events r JOIN events f ON \(isCopy)
        WHERE r.isRepeat = 1 AND r.recordedAt < f.recordedAt
        """
      ),
      (
        "rows belong to no subscription",
        """
        SELECT count(*) FROM subscribers d
        WHERE NOT EXISTS (SELECT 1 FROM subscriptions s WHERE s.key = d.key AND s.id = d.id)
        """
      ),
      ("erasures were not finished", "SELECT count(*) FROM erasures WHERE isRunning = 1"),
    ]
  }

  /// Returns the sentences about events that cannot be read, and about others.
  public static func problems(unreadable: Int, differing: Int) -> [String] {
    (unreadable > 0 ? ["\(unreadable) events cannot be read."] : [])
      + (differing > 0 ? ["\(differing) events differ from their columns."] : [])
  }
}

extension SQLConnection {
  /// Returns a sentence for each rule that is broken.
  public func problems(by rules: [(problem: String, sql: String)]) throws -> [String] {
    try rules.compactMap { rule in
      let count = try fetch(rule.sql, [], isKept: false) { $0.integer(0) }.first ?? 0
      return count > 0 ? "\(count) \(rule.problem)." : nil
    }
  }
}
