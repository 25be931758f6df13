#if Postgres
  import EventLedger
  import LedgerRows
  import SubscriptionCore

  extension PostgresLedger {
    /// The prompts that are due, by an index that holds nothing else.
    ///
    /// - Complexity: O(*k*) for *k* due prompts, at most `DueFigures.countMax`.
    public func dueFigures(at now: Timestamp) throws(LedgerError) -> DueFigures {
      // A row keeps the folded name of its rule.
      let names = Dictionary(
        policy.prompts.rules.map { (Filter.foldCase($0.name), $0.name) },
        uniquingKeysWith: { first, _ in first })
      let stores = SubscriberField.store.codedChoices.map { Store(rawValue: $0) }
      guard let edge = CounterKind.dueSince.edge else { return DueFigures() }
      return try read { connection in
        var figures = DueFigures()
        let rows = try connection.query(
          """
          SELECT coalesce(rule, ''), store, \(edge.column) FROM subscribers
          WHERE \(edge.condition) ORDER BY \(edge.column) LIMIT \(DueFigures.countMax + 1)
          """)
        for place in 0..<rows.count {
          let (rule, code) = (rows.text(place, 0), Int(rows.integer(place, 1)))
          guard stores.indices.contains(code), let store = stores[code] else { continue }
          let since = Timestamp(milliseconds: rows.integer(place, 2))
          guard
            figures.count(rule: names[rule] ?? rule, store: store, since: since, now: now)
          else { break }
        }
        return figures
      }
    }
  }
#endif
