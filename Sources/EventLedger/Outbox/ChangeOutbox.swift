import SubscriptionCore

/// The changes that other systems wait for, and what became of each for each receiver.
///
/// A change is written in the transaction that stores the row it comes of, so that none is missed;
/// its id is unique, so that none is written twice. A ``LedgerUpkeep/rebuild(check:)`` writes none.
public protocol ChangeOutbox: Sendable {
  /// Changes by number, from after one, at most that many.
  func outbox(after number: Int64, limit: Int) throws(LedgerError) -> [RecordedChange]

  /// Changes by number, from after one, at most that many, that took effect before an instant and
  /// on an earlier UTC day than they were recorded on.
  func lateChanges(
    after number: Int64, before instant: Timestamp, limit: Int
  ) throws(LedgerError) -> [RecordedChange]

  /// The first and the last number of the outbox.
  func outboxBounds() throws(LedgerError) -> OutboxBounds

  /// The number after which the changes were recorded at an instant or later.
  func outboxNumber(before instant: Timestamp) throws(LedgerError) -> Int64

  /// Sets how long changes are kept; the default is ``OutboxRetention/usual``.
  func setOutboxRetention(_ length: Duration) throws(LedgerError)

  /// The place of each receiver in the outbox, by name.
  func receivers() throws(LedgerError) -> [ReceiverState]

  /// Stores how far a receiver has come, in place of what was known.
  func putReceiver(_ state: ReceiverState) throws(LedgerError)

  /// The changes and retries that a receiver is to be sent at an instant, of each kind at most that
  /// many.
  func deliveryWork(
    for receiver: String, at now: Timestamp, limit: Int
  ) throws(LedgerError) -> DeliveryWork

  /// Stores what became of what a receiver was sent.
  func settle(_ update: DeliveryUpdate) throws(LedgerError)

  /// The figures of the outbox and its receivers.
  ///
  /// - Complexity: O(*k*) for *k* deliveries that were attempted in vain.
  func outboxFigures() throws(LedgerError) -> OutboxFigures

  /// Deliveries that have not arrived, by receiver and number.
  func deliveries(_ query: DeliveryQuery) throws(LedgerError) -> [ChangeDelivery]

  /// Makes due at once what is held although no earlier change of its subscription is on its way,
  /// and returns the number of deliveries.
  ///
  /// ``settle(_:)`` leaves nothing like that behind; a ledger that an earlier version wrote may
  /// have it.
  func releaseDeliveries(of receiver: String, at now: Timestamp) throws(LedgerError) -> Int

  /// Makes what was sent in vain due at once, one change or every one for `nil`, enables the
  /// receiver, and returns how many deliveries are due.
  ///
  /// It releases what nothing holds as well (``releaseDeliveries(of:at:)``).
  ///
  /// - Throws: ``LedgerError`` when nothing can be written.
  func retryDeliveries(
    of receiver: String, number: Int64?, at now: Timestamp
  ) throws(LedgerError) -> Int
}

/// For how long an outbox keeps changes.
public enum OutboxRetention {
  /// The default length of time.
  public static let usual = Duration.days(30)
}
