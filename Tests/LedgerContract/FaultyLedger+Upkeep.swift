import EventLedger
import SubscriptionCore

extension FaultyLedger {
  /// What the ledger in memory answers, where no fault forbids it.
  public func products() throws(LedgerError) -> ProductCatalogue {
    try fail()
    return try inner.products()
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func updateProducts(
    _ change: (inout ProductCatalogue) -> Void
  ) throws(LedgerError) -> ProductUpdate {
    try fail()
    return try inner.updateProducts(change)
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func orderLookup(_ order: AppStoreOrderID) throws(LedgerError) -> OrderLookup? {
    try fail()
    return try inner.orderLookup(order)
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func openOrderLookups(limit: Int) throws(LedgerError) -> [OrderLookup] {
    try fail()
    return try inner.openOrderLookups(limit: limit)
  }

  /// What the ledger in memory does, where no fault forbids it.
  public func putOrderLookup(_ lookup: OrderLookup) throws(LedgerError) {
    try fail()
    try inner.putOrderLookup(lookup)
  }

  /// What the ledger in memory does, where no fault forbids it.
  public func dropOrderLookup(_ order: AppStoreOrderID) throws(LedgerError) {
    try fail()
    try inner.dropOrderLookup(order)
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func verify() throws(LedgerError) -> [String] {
    try fail()
    return try inner.verify()
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func sizes() throws(LedgerError) -> [LedgerSize] {
    try fail()
    return try inner.sizes()
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func compact(
    progress: (LedgerCompaction.Step) -> Void
  ) throws(LedgerError) -> LedgerCompaction? {
    try fail()
    return try inner.compact(progress: progress)
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func rebuild(
    check: Bool, at now: Timestamp?, progress: (Int) -> Void
  ) throws(LedgerError) -> [SubscriptionID] {
    try fail()
    return try inner.rebuild(check: check, at: now, progress: progress)
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func backUp(to path: String) throws(LedgerError) {
    try fail()
    return try inner.backUp(to: path)
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func erase(
    _ account: AccountID, actor: String, now: Timestamp
  ) throws(LedgerError) -> ErasureCounts {
    try fail()
    return try inner.erase(account, actor: actor, now: now)
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func erasable(_ account: AccountID) throws(LedgerError) -> ErasureCounts {
    try fail()
    return try inner.erasable(account)
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func erasures() throws(LedgerError) -> [LedgerErasure] {
    try fail()
    return try inner.erasures()
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func asOf(
    _ instant: Timestamp, goesOn: (LedgerPosition) -> Bool
  ) throws(LedgerError) -> (any Ledger)? {
    try fail()
    return try inner.asOf(instant, goesOn: goesOn)
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func asOf(_ instant: Timestamp, of id: SubscriptionID) throws(LedgerError) -> any Ledger {
    try fail()
    return try inner.asOf(instant, of: id)
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func search(_ search: EventSearch) throws(LedgerError) -> EventSearchPage {
    try fail()
    return try inner.search(search)
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func dueFigures(at now: Timestamp) throws(LedgerError) -> DueFigures {
    try fail()
    return try inner.dueFigures(at: now)
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func summaries(_ ids: [SubscriptionID]) throws(LedgerError) -> [SubscriberSummary] {
    try fail()
    return try inner.summaries(ids)
  }

  /// What the ledger in memory does, where no fault forbids it.
  public func adopt(_ policy: ChurnPolicy) throws(LedgerError) -> Int? {
    try fail(changing: .policy)
    return try inner.adopt(policy)
  }

  /// What the ledger in memory does, where no fault forbids it.
  public func close() throws(LedgerError) {
    try fail()
    try inner.close()
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func lease() throws(LedgerError) -> LedgerLease? {
    try fail()
    return try inner.lease()
  }

  /// What the ledger in memory does, where no fault forbids it.
  public func exchangeLease(
    _ decide: (LedgerLease?) -> LedgerLease?
  ) throws(LedgerError) -> LedgerLease? {
    try fail()
    return try inner.exchangeLease(decide)
  }
}
