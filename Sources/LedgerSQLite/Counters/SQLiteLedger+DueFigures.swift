import EventLedger
import GRDB
import LedgerRows
import SubscriptionCore

extension SQLiteLedger {
  /// The prompts that are due, by an index that holds nothing else.
  ///
  /// - Complexity: O(*k*) for *k* due prompts, at most `DueFigures.countMax`.
  public func dueFigures(at now: Timestamp) throws(LedgerError) -> DueFigures {
    return try read { database in
      var count = DueCount(policy, at: now)
      guard let edge = CounterKind.dueSince.edge else { return count.figures }
      let statement = try RawStatement(
        database,
        """
        SELECT ifnull(rule, ''), store, \(edge.column) FROM subscribers
        INDEXED BY edge\(CounterKind.dueSince.rawValue)
        WHERE \(edge.condition) ORDER BY \(edge.column)
        """)
      defer { statement.reset() }
      while try statement.step() {
        let (store, since) = (statement.integer(1), statement.integer(2))
        guard count.add(rule: statement.text(0), store: store, since: since) else { break }
      }
      return count.figures
    }
  }
}
