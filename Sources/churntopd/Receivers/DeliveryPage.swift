import EventLedger
import SubscriptionCore

/// The changes that a receiver is sent at once, grouped in ordered chains.
struct DeliveryPage {
  /// A change to send, with its earlier attempts.
  struct Item: Hashable, Sendable {
    var change: RecordedChange
    /// The record of earlier attempts; `nil` for none.
    var delivery: ChangeDelivery?
  }

  /// The chains: the changes of one subscription each, in the order of the outbox.
  private(set) var chains: [[Item]] = []
  /// The changes that wait for the delivery of an earlier one.
  private var held: [RecordedChange] = []
  /// The changes after the cursor, in order.
  private let next: [RecordedChange]
  private let cursor: Int64
  private let receiver: String

  /// Groups work into chains, without the changes that the receiver does not want.
  init(_ work: DeliveryWork, for receiver: Receiver) {
    self.receiver = receiver.name
    cursor = work.state?.cursor ?? 0
    next = work.next
    var places: [SubscriptionID: Int] = [:]
    func append(_ item: Item, to chains: inout [[Item]]) {
      let id = item.change.change.subscription.id
      if let place = places[id] {
        chains[place].append(item)
      } else {
        places[id] = chains.count
        chains.append([item])
      }
    }
    for retry in work.due {
      append(Item(change: retry.change, delivery: retry.delivery), to: &chains)
    }
    for change in work.next where !work.open.contains(change.number) && receiver.wants(change) {
      if work.blocked.contains(change.change.subscription.id) {
        held.append(change)
      } else {
        append(Item(change: change), to: &chains)
      }
    }
  }

  /// Returns the results of the page in the form in which they are stored.
  ///
  /// The cursor stops before the first change that was not attempted.
  func update(
    _ results: [Int64: DeliveryAttempt.Outcome], jitter: (Duration) -> Duration,
    at now: Timestamp, health: inout DeliveryRun.Health
  ) -> DeliveryUpdate {
    var update = DeliveryUpdate(receiver: receiver, at: now, from: cursor)
    var unsent: Set<Int64> = []
    var (rest, problem) = (Timestamp.distantPast, "")
    for chain in chains {
      var hasFailed = false
      for item in chain {
        let number = item.change.number
        switch results[number] {
        case .arrived: update.delivered.append(number)
        case .failed(let reason, let isDown, let stated):
          (hasFailed, problem) = (true, reason)
          if isDown, let stated { rest = max(rest, stated) }
          update.undelivered.append(
            failure(of: item, reason, notBefore: stated, jitter: jitter, at: now))
        case nil where hasFailed: update.undelivered.append(delivery(item, .held, at: now))
        case .gone, .cancelled, nil:
          if item.delivery == nil { unsent.insert(number) }
          if results[number] == .gone {
            update.disabled = "it answers 410: it wants nothing any more"
          }
        }
      }
    }
    for change in held {
      update.undelivered.append(delivery(Item(change: change), .held, at: now))
    }
    let last = next.last?.number ?? cursor
    update.to = unsent.min().map { $0 - 1 } ?? last
    // Changes behind the cursor are read again, and have no delivery record before their attempt.
    let known = Set(chains.joined().compactMap(\.delivery?.number))
    update.undelivered.removeAll { $0.number > update.to && !known.contains($0.number) }
    if !update.delivered.isEmpty {
      update.isBack = health.failures > 0
      health = DeliveryRun.Health()
    } else if results.values.contains(where: \.isFailure) {
      health.failures += 1
      health.problem = problem
      health.pause(
        until: max(rest, now + DeliverySchedule.rest(after: health.failures)), at: now,
        cursor: update.to)
    }
    return update
  }

  private func failure(
    of item: Item, _ problem: String, notBefore stated: Timestamp?,
    jitter: (Duration) -> Duration, at now: Timestamp
  ) -> ChangeDelivery {
    var failed = delivery(item, .waiting, at: now)
    failed.attempts += 1
    (failed.triedAt, failed.problem) = (now, problem)
    if let next = DeliverySchedule.next(
      after: failed.attempts, of: item.change, at: now, notBefore: stated, jitter: jitter)
    {
      failed.nextAt = next
    } else {
      failed.status = .dead
    }
    return failed
  }

  private func delivery(
    _ item: Item, _ status: ChangeDelivery.Status, at now: Timestamp
  ) -> ChangeDelivery {
    var delivery =
      item.delivery
      ?? ChangeDelivery(
        receiver: receiver, number: item.change.number,
        subscription: item.change.change.subscription.id, nextAt: now)
    delivery.status = status
    return delivery
  }
}
