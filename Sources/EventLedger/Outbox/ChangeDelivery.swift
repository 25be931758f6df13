import SubscriptionCore

/// A change that a receiver has not taken yet, although it was its turn.
public struct ChangeDelivery: Hashable, Sendable {
  /// The status of the delivery.
  public enum Status: String, Hashable, Sendable, CaseIterable, Codable {
    /// The change is sent again at ``ChangeDelivery/nextAt``.
    case waiting
    /// An earlier change of the same subscription has to arrive first.
    case held
    /// The change was sent in vain for days and is sent again only on request.
    case dead
  }

  /// The longest pause before the next attempt.
  ///
  /// A ``nextAt`` that is farther away was written by a clock that was ahead, and is due.
  public static let longestPause = Duration.hours(27)

  /// The name of the receiver.
  public var receiver: String
  /// The number of the change in the outbox.
  public var number: Int64
  /// The subscription.
  public var subscription: SubscriptionID
  /// The status of the delivery.
  public var status: Status
  /// The number of attempts.
  public var attempts: Int
  /// The instant of the next attempt, while it is waiting.
  public var nextAt: Timestamp
  /// The instant of the last attempt; `nil` before the first.
  public var triedAt: Timestamp?
  /// The problem of the last attempt; empty before the first.
  public var problem: String

  /// Creates a delivery.
  public init(
    receiver: String, number: Int64, subscription: SubscriptionID, status: Status = .waiting,
    attempts: Int = 0, nextAt: Timestamp, triedAt: Timestamp? = nil, problem: String = ""
  ) {
    (self.receiver, self.number, self.subscription) = (receiver, number, subscription)
    (self.status, self.attempts, self.nextAt) = (status, attempts, nextAt)
    (self.triedAt, self.problem) = (triedAt, problem)
  }
}

/// The place of one receiver in the outbox.
public struct ReceiverState: Hashable, Sendable {
  /// The receiver's name.
  public var name: String
  /// The number of the latest change that had its turn: it arrived, was not wanted, or has a
  /// ``ChangeDelivery``.
  public var cursor: Int64
  /// The reason why nothing is sent any more; `nil` while something is.
  public var disabled: String?

  /// Creates a state.
  public init(name: String, cursor: Int64, disabled: String? = nil) {
    (self.name, self.cursor, self.disabled) = (name, cursor, disabled)
  }
}

/// The changes and retries that a receiver is to be sent now.
public struct DeliveryWork: Hashable, Sendable {
  /// Its place in the outbox; `nil` for a receiver that nothing was ever sent to.
  public var state: ReceiverState?
  /// The changes that were sent in vain and are due again, in the order of the outbox.
  public var due: [Retry] = []
  /// The changes that follow the receiver's cursor.
  public var next: [RecordedChange] = []
  /// The numbers in ``next`` that have an open delivery already.
  public var open: Set<Int64> = []
  /// The subscriptions among them of which an earlier change has not arrived.
  public var blocked: Set<SubscriptionID> = []

  /// A delivery that is due again, with its change.
  public struct Retry: Hashable, Sendable {
    /// The delivery.
    public var delivery: ChangeDelivery
    /// Its change.
    public var change: RecordedChange

    /// Creates a retry.
    public init(delivery: ChangeDelivery, change: RecordedChange) {
      (self.delivery, self.change) = (delivery, change)
    }
  }

  /// Creates work for a receiver.
  public init(state: ReceiverState? = nil) { self.state = state }
}

/// The outcome of sending changes to a receiver, stored at once.
public struct DeliveryUpdate: Hashable, Sendable {
  /// The receiver.
  public var receiver: String
  /// The present.
  public var at: Timestamp
  /// The cursor when the work was read.
  public var from: Int64
  /// The cursor now; left alone where somebody has moved it meanwhile.
  public var to: Int64
  /// The numbers of the changes that arrived.
  public var delivered: [Int64] = []
  /// The changes that did not, or that have to wait for such a one.
  public var undelivered: [ChangeDelivery] = []
  /// The reason why nothing is to be sent any more; `nil` to go on.
  public var disabled: String?
  /// A Boolean value that indicates whether everything that waits is due at once: the receiver is
  /// back.
  public var isBack = false

  /// Creates an update that says nothing yet.
  public init(receiver: String, at: Timestamp, from: Int64) {
    (self.receiver, self.at, self.from, to) = (receiver, at, from, from)
  }
}

/// A query for deliveries.
public struct DeliveryQuery: Hashable, Sendable {
  /// Only those of that receiver; `nil` for all.
  public var receiver: String?
  /// Only those; empty for all.
  public var statuses: Set<ChangeDelivery.Status> = []
  /// The most rows.
  public var limit: Int

  /// Creates a query.
  public init(
    receiver: String? = nil, statuses: Set<ChangeDelivery.Status> = [], limit: Int = 1_000
  ) {
    (self.receiver, self.statuses, self.limit) = (receiver, statuses, limit)
  }
}
