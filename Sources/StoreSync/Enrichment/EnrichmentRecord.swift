import StorePayloads
import SubscriptionCore

/// The documents that are stored for a real-time developer notification in one transaction.
enum EnrichmentRecord {
  /// The answer of the store's API.
  enum Answer: Sendable {
    /// The resource byte for byte.
    case resource([UInt8])
    /// The notification names no purchase.
    case notNeeded
    case failed(StoreAPIError)
  }

  /// The documents of a notification, and of the answer that was received later, in the order in
  /// which they are stored: one, or several that belong together.
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

  /// A Boolean value that indicates whether the answer shows the state at the notification, rather
  /// than a later one.
  ///
  /// A notification that is delivered days late must not give its old date to today's answer.
  private static func isFresh(_ rtdn: RTDNotification, at receivedAt: Timestamp) -> Bool {
    guard let eventAt = rtdn.eventAt else { return true }
    return receivedAt - eventAt <= .minutes(1)
  }

  /// The refresh request; it is dated after the notification, so that it stays open until the store
  /// has answered.
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

  /// The actor of the refresh request.
  static let actor = "churntopd"
}
