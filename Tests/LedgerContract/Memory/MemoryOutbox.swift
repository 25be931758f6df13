import EventLedger
import SubscriptionCore
import Synchronization

/// The outbox of a ledger in memory.
struct MemoryOutbox {
  private(set) var changes: [RecordedChange] = []
  private(set) var bounds = OutboxBounds()
  var retention = OutboxRetention.usual
  var receivers: [String: ReceiverState] = [:]
  private var ids: Set<String> = []
  private var deliveries: [Key: ChangeDelivery] = [:]

  private struct Key: Hashable {
    var receiver: String
    var number: Int64
  }

  // MARK: Changes

  /// Appends changes that are not known yet, and removes what was too old when the one before them
  /// was recorded.
  mutating func append(_ new: [SubscriptionChange], at now: Timestamp) {
    let newest = changes.map(\.recordedAt).max()
    for change in new where ids.insert(change.id).inserted {
      bounds.last += 1
      changes.append(RecordedChange(number: bounds.last, recordedAt: now, change: change))
    }
    guard !new.isEmpty, let newest else { return }
    let oldest = min(now, newest) - retention
    let old = changes.filter { $0.recordedAt < oldest }
    remove { $0.recordedAt < oldest }
    bounds.removed = max(bounds.removed, old.map(\.number).max() ?? 0)
  }

  /// Removes the changes of an account and of its subscriptions.
  mutating func erase(_ account: AccountID, _ subscriptions: Set<SubscriptionID>) {
    remove {
      $0.change.subscription.account == account
        || subscriptions.contains($0.change.subscription.id)
    }
  }

  /// Removes and returns the changes that were recorded after an instant, but for prompts and
  /// refunds that took effect by then.
  mutating func recall(after instant: Timestamp) -> [RecordedChange] {
    func isLate(_ change: RecordedChange) -> Bool {
      change.recordedAt > instant
        && (change.change.at > instant
          || ![.promptShown, .refunded].contains(change.change.kind))
    }
    let late = changes.filter(isLate)
    remove(isLate)
    return late
  }

  private mutating func remove(_ isDoomed: (RecordedChange) -> Bool) {
    let doomed = Set(changes.filter(isDoomed).map(\.number))
    ids.subtract(changes.filter(isDoomed).map(\.change.id))
    changes.removeAll { doomed.contains($0.number) }
    deliveries = deliveries.filter { !doomed.contains($0.key.number) }
  }

  func number(before instant: Timestamp) -> Int64 {
    changes.first { $0.recordedAt >= instant }.map { $0.number - 1 } ?? bounds.last
  }

  // MARK: Deliveries

  func work(for receiver: String, at now: Timestamp, limit: Int) -> DeliveryWork {
    var work = DeliveryWork(state: receivers[receiver])
    let own = list(DeliveryQuery(receiver: receiver, limit: .max))
    let longest = now + ChangeDelivery.longestPause
    let due = own.filter { $0.status == .waiting && !($0.nextAt > now && $0.nextAt <= longest) }
    work.due = due.compactMap { delivery in
      changes.first { $0.number == delivery.number }
        .map { DeliveryWork.Retry(delivery: delivery, change: $0) }
    }
    work.due = Array(work.due.prefix(limit))
    guard let cursor = work.state?.cursor else { return work }
    work.next = Array(changes.lazy.filter { $0.number > cursor }.prefix(limit))
    let numbers = Set(work.next.map(\.number))
    let unsettled = own.filter { $0.status != .dead }
    work.open = Set(unsettled.map(\.number)).intersection(numbers)
    work.blocked = Set(unsettled.map(\.subscription))
      .intersection(work.next.map(\.change.subscription.id))
    return work
  }

  mutating func settle(_ update: DeliveryUpdate) {
    let receiver = update.receiver
    for delivery in update.undelivered {
      deliveries[Key(receiver: receiver, number: delivery.number)] = delivery
    }
    let arrived = update.delivered.compactMap {
      deliveries.removeValue(forKey: Key(receiver: receiver, number: $0))
    }
    for settled in update.undelivered.filter({ $0.status == .dead }) + arrived {
      release(settled, at: update.at)
    }
    if update.isBack {
      for (key, delivery) in deliveries
      where key.receiver == receiver && delivery.status == .waiting {
        deliveries[key]?.nextAt = min(delivery.nextAt, update.at)
      }
    }
    if receivers[receiver]?.cursor == update.from { receivers[receiver]?.cursor = update.to }
    if let disabled = update.disabled { receivers[receiver]?.disabled = disabled }
  }

  /// Lets the next change of a subscription go, where none is on its way.
  private mutating func release(_ settled: ChangeDelivery, at now: Timestamp) {
    let rest = list(DeliveryQuery(receiver: settled.receiver, limit: .max))
      .filter { $0.subscription == settled.subscription && $0.status != .dead }
    guard !rest.contains(where: { $0.status == .waiting }), var next = rest.first else { return }
    (next.status, next.nextAt) = (.waiting, now)
    deliveries[Key(receiver: next.receiver, number: next.number)] = next
  }

  func list(_ query: DeliveryQuery) -> [ChangeDelivery] {
    let found = deliveries.values.filter { delivery in
      query.receiver.map { $0 == delivery.receiver } ?? true
        && (query.statuses.isEmpty || query.statuses.contains(delivery.status))
    }
    return Array(
      found.sorted { ($0.receiver, $0.number) < ($1.receiver, $1.number) }.prefix(query.limit))
  }

  mutating func release(of receiver: String, at now: Timestamp) -> Int {
    let before = list(DeliveryQuery(receiver: receiver, statuses: [.held], limit: .max))
    for delivery in before { release(delivery, at: now) }
    let left = list(DeliveryQuery(receiver: receiver, statuses: [.held], limit: .max))
    return before.count - left.count
  }

  mutating func retry(of receiver: String, number: Int64?, at now: Timestamp) -> Int {
    receivers[receiver]?.disabled = nil
    _ = release(of: receiver, at: now)
    var count = 0
    for (key, delivery) in deliveries where key.receiver == receiver && delivery.status != .held {
      guard number == nil || key.number == number else { continue }
      var again = delivery
      (again.status, again.attempts, again.nextAt) = (.waiting, 0, now)
      deliveries[key] = again
      count += 1
    }
    return count
  }
}

extension MemoryLedger {
  /// Changes by number.
  public func outbox(after number: Int64, limit: Int) throws(LedgerError) -> [RecordedChange] {
    state.withLock { state in
      Array(state.outbox.changes.lazy.filter { $0.number > number }.prefix(max(0, limit)))
    }
  }

  /// Changes by number that took effect before an instant and were recorded on a later UTC day.
  public func lateChanges(
    after number: Int64, before instant: Timestamp, limit: Int
  ) throws(LedgerError) -> [RecordedChange] {
    try outbox(after: number, limit: .max).filter { change in
      change.change.at < instant
        && CivilDate(change.change.at) < CivilDate(change.recordedAt)
    }.prefix(max(0, limit)).map(\.self)
  }

  /// The first and the last number of the outbox.
  public func outboxBounds() throws(LedgerError) -> OutboxBounds {
    state.withLock { state in state.outbox.bounds }
  }

  /// The number after which the changes were recorded at an instant or later.
  public func outboxNumber(before instant: Timestamp) throws(LedgerError) -> Int64 {
    state.withLock { state in state.outbox.number(before: instant) }
  }

  /// Says for how long changes are kept.
  public func setOutboxRetention(_ length: Duration) throws(LedgerError) {
    state.withLock { state in state.outbox.retention = length }
  }

  /// How far each receiver has come.
  public func receivers() throws(LedgerError) -> [ReceiverState] {
    state.withLock { state in state.outbox.receivers.values.sorted { $0.name < $1.name } }
  }

  /// Stores how far a receiver has come.
  public func putReceiver(_ receiver: ReceiverState) throws(LedgerError) {
    state.withLock { state in state.outbox.receivers[receiver.name] = receiver }
  }

  /// The changes and retries that a receiver is to be sent.
  public func deliveryWork(
    for receiver: String, at now: Timestamp, limit: Int
  ) throws(LedgerError) -> DeliveryWork {
    state.withLock { state in state.outbox.work(for: receiver, at: now, limit: max(0, limit)) }
  }

  /// Stores what became of what a receiver was sent.
  public func settle(_ update: DeliveryUpdate) throws(LedgerError) {
    state.withLock { state in state.outbox.settle(update) }
  }

  /// The figures of the outbox and its receivers.
  public func outboxFigures() throws(LedgerError) -> OutboxFigures {
    state.withLock { state in
      let all = state.outbox.list(DeliveryQuery(limit: .max))
      func count(_ name: String, _ status: ChangeDelivery.Status) -> Int {
        all.count { $0.receiver == name && $0.status == status }
      }
      return OutboxFigures(
        bounds: state.outbox.bounds,
        receivers: state.outbox.receivers.values.sorted { $0.name < $1.name }.map {
          OutboxFigures.Receiver(
            state: $0, waiting: count($0.name, .waiting), held: count($0.name, .held),
            dead: count($0.name, .dead))
        })
    }
  }

  /// Deliveries that have not arrived.
  public func deliveries(_ query: DeliveryQuery) throws(LedgerError) -> [ChangeDelivery] {
    state.withLock { state in state.outbox.list(query) }
  }

  /// Makes due at once what is held although nothing is on its way that it waits for.
  public func releaseDeliveries(
    of receiver: String, at now: Timestamp
  ) throws(LedgerError) -> Int {
    state.withLock { state in state.outbox.release(of: receiver, at: now) }
  }

  /// Makes what was sent in vain due at once.
  public func retryDeliveries(
    of receiver: String, number: Int64?, at now: Timestamp
  ) throws(LedgerError) -> Int {
    state.withLock { state in state.outbox.retry(of: receiver, number: number, at: now) }
  }
}
