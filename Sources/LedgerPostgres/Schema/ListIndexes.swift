#if Postgres
  import LedgerRows
  import SubscriptionCore

  /// The indexes of `subscribers` by which lists are walked, state by state (`PageWalk`).
  enum ListIndexes {
    /// The statements that make them.
    static let all = [
      ordered("subscribersByID", by: "id"),
      ordered("subscribersByState", by: "state, id"),
      ordered("subscribersByLoss", by: "state, losesAt, id", where: held(.losesAt)),
      ordered("subscribersBySince", by: "state, stateSince, id"),
      ordered("subscribersByRetry", by: "state, retryEnds, id", where: held(.retryEnds)),
      ordered("subscribersByRenewal", by: "state, renewsAt, id", where: held(.renewsAt)),
      ordered("subscribersByDue", by: "state, dueAt, id", where: held(.dueAt)),
      ordered("subscribersByWorth", by: "state, mrr, id"),
      ordered("subscribersByLastEvent", by: "state, lastEventAt, id"),
      ordered("subscribersByProduct", by: "state, left(product, 200), id"),
      ordered("subscribersByName", by: "state, left(name, 200), id", where: "name IS NOT NULL"),
    ]

    /// The statement that makes the index of an order of lists.
    ///
    /// No two rows have one id, so that the server would look for duplicates in vain.
    private static func ordered(
      _ name: String, by keys: String, where condition: String? = nil
    ) -> String {
      "CREATE INDEX \(name) ON subscribers(\(keys)) WITH (deduplicate_items = off)"
        + (condition.map { "\nWHERE \($0)" } ?? "")
    }

    /// The orders by values that rows of few states have, with the states in which most have one.
    ///
    /// Their indexes hold all rows in these states, and of the others those with a value: a row
    /// that changes is written to no more of them than it needs.
    static let sparse: [SubscriberField: Set<Int64>] = [
      .losesAt: [.renewalPending, .grace, .canceled], .retryEnds: [.grace, .hold],
      .renewsAt: [.active, .renewalPending], .dueAt: [.grace, .hold],
    ].mapValues { (states: [SubscriptionState]) in Set(states.map { $0.code as Int64 }) }

    private static func held(_ field: SubscriberField) -> String {
      "\(field.columnName) IS NOT NULL OR \(isValued(field))"
    }

    /// The condition that a row is in one of the states in which most have a value.
    static func isValued(_ field: SubscriberField) -> String {
      let codes = sparse[field, default: []].sorted().map(String.init)
      return "state IN (\(codes.joined(separator: ", ")))"
    }
  }
#endif
