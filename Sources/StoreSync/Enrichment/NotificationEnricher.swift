import EventLedger
import Intake
import StorePayloads
import SubscriptionCore

/// An enricher of real-time developer notifications with the subscription resource they are about.
public protocol NotificationEnricher: Sendable {
  /// Requests the resource that the notification of an authenticated sender names, and stores both.
  ///
  /// Where the store does not answer in time, the notification is stored with a refresh request in
  /// one transaction: when this returns, the notification is durable.
  ///
  /// - Throws: `LedgerError` when the ledger cannot store it; nothing is stored then, and the
  ///   sender has to send it again.
  func answer(_ rtdn: RTDNotification, receivedAt: Timestamp) async throws(LedgerError)
    -> IntakeResult
}

/// The ingestion of documents in one transaction, by an `Intake` or a queue in front of it.
///
/// Its parameters are the documents, their origin for the quarantine, and the present.
public typealias TakeIn =
  @Sendable (_ documents: [IncomingDocument], _ origin: String, _ now: Timestamp)
  async throws(LedgerError) -> IntakeResult
