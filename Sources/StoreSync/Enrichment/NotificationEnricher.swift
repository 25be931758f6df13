import EventLedger
import Intake
import StorePayloads
import SubscriptionCore

/// Whoever asks the store what an RTDN is about, and takes both in.
public protocol NotificationEnricher: Sendable {
  /// Asks the store what changed, and stores the notification together with the answer.
  ///
  /// Where the store cannot be asked within a short time, the notification is stored with a
  /// request to ask again, in one transaction: when this returns, the RTDN is durable.
  ///
  /// - Parameters:
  ///   - rtdn: The notification, from a sender that is known.
  ///   - receivedAt: When it was heard.
  /// - Returns: What became of it.
  /// - Throws: ``LedgerError`` when the ledger cannot take it; nothing is stored then, and the
  ///   sender has to send it again.
  func answer(_ rtdn: RTDNotification, receivedAt: Timestamp) async throws(LedgerError)
    -> IntakeResult
}

/// Takes documents in, all of them in one transaction: an ``Intake`` or a queue in front of it.
///
/// What is given is an origin for the quarantine, and the present.
public typealias TakeIn =
  @Sendable (_ documents: [IncomingDocument], _ origin: String, _ now: Timestamp)
  async throws(LedgerError) -> IntakeResult
