#if Postgres
  import EventLedger
  import LedgerRows
  import SubscriptionCore
  import Synchronization

  extension PostgresLedger {
    /// Changes the stored catalogue and derives the rows that depend on it again, a batch at a
    /// time, so that others may write in between.
    ///
    /// Until the last batch the ledger says that its rows must be derived again, which whoever
    /// opens it does where this is interrupted.
    @discardableResult
    public func updateProducts(
      _ change: (inout ProductCatalogue) -> Void
    ) throws(LedgerError) -> ProductUpdate {
      let (count, keys, version) = try write { transaction -> (Int, [Int64], Int64) in
        let old = try transaction.connection.products()
        var new = old
        change(&new)
        let difference = new.difference(from: old)
        guard difference.count > 0 else { return (0, [], 0) }
        for (sql, values) in try Self.statements(storing: new, difference) {
          transaction.add(sql, values.map(SQLValue.init))
        }
        try LedgerHead.grow(&transaction.head.productsVersion)
        transaction.effective.take(new, version: transaction.head.productsVersion)
        let keys = try PostgresLedger.concerned(by: difference, transaction.connection)
        if !keys.isEmpty { transaction.head.isPending = 1 }
        return (difference.count, keys, transaction.head.productsVersion)
      }
      for start in stride(from: 0, to: keys.count, by: Projector.batch) {
        let batch = Array(keys[start..<min(keys.count, start + Projector.batch)])
        try write { transaction in
          guard let now = transaction.head.advancedTo else { return }
          var projector = Projector(transaction, recordsChanges: true)
          try projector.rederive(batch, at: now)
        }
      }
      if !keys.isEmpty {
        try write { transaction in
          // A later change answers for its own rows.
          if transaction.head.productsVersion == version { transaction.head.isPending = 0 }
        }
      }
      return ProductUpdate(products: count, subscribers: keys.count)
    }

    /// The numbers of the subscriptions whose rows may follow from a difference, in order.
    ///
    /// - Complexity: O(*n*) for *n* subscribers.
    private static func concerned(
      by difference: CatalogueDifference, _ connection: PostgresConnection
    ) throws -> [Int64] {
      let others = "string_to_array(otherProducts, E'\\001\\001')"
      let products = try connection.fetch(
        "SELECT product FROM subscribers UNION SELECT unnest(\(others)) FROM subscribers"
      ) { $0.text(0) }
      let wanted = products.filter { difference.concerns(ProductID($0)) }
      return try connection.query(
        "SELECT key FROM subscribers WHERE product = ANY($1) OR \(others) && $1 ORDER BY key",
        [.texts(wanted)]
      ).compactMap { $0.integer(0) }
    }

    /// Goes on with another policy, with which every row is derived again in one transaction.
    public func adopt(_ policy: ChurnPolicy) throws(LedgerError) -> Int? {
      let text = EffectivePolicy.text(of: policy)
      try takePolicy()
      guard EffectivePolicy.text(of: effective.withLock { $0.configured }) != text else {
        return nil
      }
      return try replaceRows(with: policy) { _ in }
    }
  }
#endif
