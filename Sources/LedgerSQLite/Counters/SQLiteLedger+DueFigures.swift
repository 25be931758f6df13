import EventLedger
import GRDB
import LedgerRows
import SubscriptionCore

extension SQLiteLedger {
  /// The prompts that are due, by an index that holds nothing else.
  ///
  /// - Complexity: O(*k*) for *k* due prompts, at most `DueFigures.countMax`.
  public func dueFigures(at now: Timestamp) throws(LedgerError) -> DueFigures {
    // A row keeps the folded name of its rule.
    let names = Dictionary(
      policy.prompts.rules.map { (Filter.foldCase($0.name), $0.name) },
      uniquingKeysWith: { first, _ in first })
    let stores = SubscriberField.store.codedChoices.map { Store(rawValue: $0) }
    return try read { database in
      var figures = DueFigures()
      guard let edge = CounterKind.dueSince.edge else { return figures }
      let statement = try RawStatement(
        database,
        """
        SELECT ifnull(rule, ''), store, \(edge.column) FROM subscribers
        INDEXED BY edge\(CounterKind.dueSince.rawValue)
        WHERE \(edge.condition) ORDER BY \(edge.column)
        """)
      defer { statement.reset() }
      while try statement.step() {
        let rule = statement.text(0)
        let code = Int(statement.integer(1))
        guard stores.indices.contains(code), let store = stores[code] else { continue }
        let since = Timestamp(milliseconds: statement.integer(2))
        guard
          figures.count(rule: names[rule] ?? rule, store: store, since: since, now: now)
        else { break }
      }
      return figures
    }
  }
}
