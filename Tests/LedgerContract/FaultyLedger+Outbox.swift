import EventLedger
import SubscriptionCore

extension FaultyLedger {
  /// What the ledger in memory answers, where no fault forbids it.
  public func outbox(after number: Int64, limit: Int) throws(LedgerError) -> [RecordedChange] {
    try fail()
    return try inner.outbox(after: number, limit: limit)
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func lateChanges(
    after number: Int64, before instant: Timestamp, limit: Int
  ) throws(LedgerError) -> [RecordedChange] {
    try fail()
    return try inner.lateChanges(after: number, before: instant, limit: limit)
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func outboxBounds() throws(LedgerError) -> OutboxBounds {
    try fail()
    return try inner.outboxBounds()
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func outboxNumber(before instant: Timestamp) throws(LedgerError) -> Int64 {
    try fail()
    return try inner.outboxNumber(before: instant)
  }

  /// What the ledger in memory does, where no fault forbids it.
  public func setOutboxRetention(_ length: Duration) throws(LedgerError) {
    try fail(changing: .outboxRetention)
    try inner.setOutboxRetention(length)
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func receivers() throws(LedgerError) -> [ReceiverState] {
    try fail()
    return try inner.receivers()
  }

  /// What the ledger in memory does, where no fault forbids it.
  public func putReceiver(_ state: ReceiverState) throws(LedgerError) {
    try fail()
    try inner.putReceiver(state)
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func deliveryWork(
    for receiver: String, at now: Timestamp, limit: Int
  ) throws(LedgerError) -> DeliveryWork {
    try fail()
    return try inner.deliveryWork(for: receiver, at: now, limit: limit)
  }

  /// What the ledger in memory does, where no fault forbids it.
  public func settle(_ update: DeliveryUpdate) throws(LedgerError) {
    try fail()
    try inner.settle(update)
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func outboxFigures() throws(LedgerError) -> OutboxFigures {
    try fail()
    return try inner.outboxFigures()
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func deliveries(_ query: DeliveryQuery) throws(LedgerError) -> [ChangeDelivery] {
    try fail()
    return try inner.deliveries(query)
  }

  /// What the ledger in memory does, where no fault forbids it.
  public func retryDeliveries(
    of receiver: String, number: Int64?, at now: Timestamp
  ) throws(LedgerError) -> Int {
    try fail()
    return try inner.retryDeliveries(of: receiver, number: number, at: now)
  }
  /// What the ledger in memory does, where no fault forbids it.
  public func releaseDeliveries(
    of receiver: String, at now: Timestamp
  ) throws(LedgerError) -> Int {
    try fail()
    return try inner.releaseDeliveries(of: receiver, at: now)
  }
}
