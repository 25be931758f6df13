import EventLedger
import SubscriptionCore

extension SQLLedger {
  /// One subscriber, folded whole.
  public func subscriber(_ id: SubscriptionID) throws(LedgerError) -> Subscriber? {
    try subscribers([id]).first
  }

  /// One row of the list.
  public func summary(_ id: SubscriptionID) throws(LedgerError) -> SubscriberSummary? {
    try summaries([id]).first
  }

  /// The subscriptions of one account.
  ///
  /// - Complexity: O(*c* + log *n*) for *c* subscriptions of the account.
  public func subscriptions(
    of account: AccountID, limit: Int
  ) throws(LedgerError) -> [SubscriptionID] {
    guard limit > 0 else { return [] }
    return try access(.reading) { connection in
      try connection.fetch(
        "SELECT id FROM subscribers WHERE \(account.isOwner) ORDER BY id LIMIT $3",
        account.asOwner + [.limit(limit)]
      ) { SubscriptionID($0.text(0)) }
    }
  }

  /// The subscriptions with an open refresh request; their number does not depend on that of
  /// others.
  ///
  /// - Complexity: O(*k*) for *k* requests, by an index that holds nothing else.
  public func openRefreshRequests(limit: Int) throws(LedgerError) -> [SubscriptionID] {
    try access(.reading) { connection in
      try connection.ids(
        by: "subscribersByRefresh",
        "refreshRequestedAt IS NOT NULL ORDER BY refreshRequestedAt, id", limit)
    }
  }

  /// The purchases that nothing but notifications tell of, whatever their number of others.
  ///
  /// - Complexity: O(*k*) for *k* of them, by an index that holds nothing else.
  public func notYetAsked(limit: Int) throws(LedgerError) -> [SubscriptionID] {
    try access(.reading) { connection in try connection.notYetAsked(limit) }
  }
}

extension SQLConnection {
  fileprivate func notYetAsked(_ limit: Int) throws -> [SubscriptionID] {
    try ids(
      by: "subscribersByUnasked", "\(Dialect.isNotYetAsked) ORDER BY lastEventAt DESC, id", limit)
  }

  fileprivate func ids(
    by index: String, _ condition: String, _ limit: Int
  ) throws -> [SubscriptionID] {
    try fetch(
      "SELECT id FROM subscribers \(Dialect.by(index: index)) WHERE \(condition) LIMIT $1",
      [.limit(limit)]
    ) { SubscriptionID($0.text(0)) }
  }
}

extension AccountID {
  /// The condition that a subscriber is of the account, whose values are ``asOwner``.
  public var isOwner: String { "accountMark IS NOT NULL AND accountMark = $1 AND account = $2" }

  /// The values of ``isOwner``.
  public var asOwner: [SQLArgument] { [.integer(Hash64.of(rawValue)), .text(rawValue)] }
}
