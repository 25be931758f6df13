import StorePayloads
import SubscriptionCore

/// What is stored of an RTDN, as documents that go into one transaction.
enum EnrichmentRecord {
  /// What the store answered.
  enum Answer: Sendable {
    /// The resource as it came.
    case resource([UInt8])
    /// There is nothing to ask about.
    case notNeeded
    /// No answer, and why.
    case failed(StoreAPIError)
  }

  /// The documents of an RTDN, in the order in which they are stored.
  ///
  /// - Parameters:
  ///   - rtdn: The notification.
  ///   - answer: What the store answered.
  ///   - receivedAt: When the notification was heard.
  ///   - now: When the answer was heard.
  /// - Returns: One document, or several that belong together.
  static func documents(
    of rtdn: RTDNotification, _ answer: Answer, receivedAt: Timestamp, now: Timestamp
  ) -> [[UInt8]] {
    let bare = ArchiveRecord.play(rtdn, answer: nil, receivedAt: receivedAt).map { [$0] } ?? []
    guard let token = rtdn.purchaseToken else { return bare }
    switch answer {
    case .notNeeded: return bare
    case .resource(let resource):
      if rtdn.takesAnswer, isFresh(rtdn, at: receivedAt) {
        if let whole = ArchiveRecord.play(rtdn, answer: resource, receivedAt: receivedAt) {
          return [whole]
        }
      } else if let snapshot = ArchiveRecord.play(
        subscription: resource, package: rtdn.package, purchaseToken: token, receivedAt: now)
      {
        return bare + [snapshot]
      }
      return bare + request(rtdn, now: now)
    case .failed: return bare + request(rtdn, now: now)
    }
  }

  /// Whether the answer describes what the RTDN is about, rather than what became of it since.
  ///
  /// A notification that was days on its way must not give its old date to today's answer.
  private static func isFresh(_ rtdn: RTDNotification, at receivedAt: Timestamp) -> Bool {
    guard let eventAt = rtdn.eventAt else { return true }
    return receivedAt - eventAt <= .minutes(1)
  }

  /// The request to ask again; later than what the notification states, so that it stays open
  /// until the store has answered.
  private static func request(_ rtdn: RTDNotification, now: Timestamp) -> [[UInt8]] {
    guard let subscription = rtdn.subscription else { return [] }
    let at = max(now, (rtdn.eventAt ?? now) + .milliseconds(1))
    return [
      ActionRecord(
        kind: .refreshRequested, subscription: subscription, at: at, recordedAt: now, source: .app,
        action: SubscriptionEvent.Action(actor: actor)
      ).json
    ]
  }

  /// Who asks again, as the ledger records it.
  static let actor = "churntopd"
}
