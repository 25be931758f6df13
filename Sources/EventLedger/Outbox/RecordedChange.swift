import SubscriptionCore

/// A change in the outbox, written in the transaction that stored the row it comes of.
public struct RecordedChange: Hashable, Sendable {
  /// Its number in the outbox: a later change has a greater one, and no number is used twice.
  public var number: Int64
  /// The instant at which it was recorded.
  public var recordedAt: Timestamp
  /// The change.
  public var change: SubscriptionChange

  /// Creates a recorded change.
  public init(number: Int64, recordedAt: Timestamp, change: SubscriptionChange) {
    (self.number, self.recordedAt, self.change) = (number, recordedAt, change)
  }

  /// The age up to which a change counts as news when it is recorded.
  public static let usualHorizon = Duration.days(7)

  /// A Boolean value that indicates whether the change was older than that when it was recorded,
  /// or followed from news that was.
  ///
  /// Old news say nothing of the present: in a store's history, read page by page, a failure of a
  /// month ago leads to a hold of yesterday until the page that has the payment.
  public func isBackfill(horizon: Duration) -> Bool {
    recordedAt - min(change.at, change.newsAt ?? change.at) > horizon
  }

  /// The change as JSON.
  public func json(horizon: Duration, withProfile: Bool = false) -> JSON {
    change.json(
      SubscriptionChange.Telling(
        recordedAt: recordedAt, isBackfill: isBackfill(horizon: horizon), withProfile: withProfile))
  }
}

/// The first and the last number of an outbox.
public struct OutboxBounds: Hashable, Sendable {
  /// The number of the latest change that was removed for its age; 0 for none.
  public var removed: Int64
  /// The number of the latest change ever recorded; 0 for none.
  public var last: Int64

  /// Creates bounds.
  public init(removed: Int64 = 0, last: Int64 = 0) { (self.removed, self.last) = (removed, last) }
}
