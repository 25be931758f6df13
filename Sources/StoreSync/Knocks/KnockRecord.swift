import StorePayloads
import SubscriptionCore

/// What is stored of a knock, as documents that go into one transaction.
enum KnockRecord {
  /// What the store answered.
  enum Answer: Sendable {
    /// The resource as it came.
    case resource([UInt8])
    /// There is nothing to ask about.
    case notNeeded
    /// No answer, and why.
    case failed(StoreAPIError)
  }

  /// The documents of a knock, in the order in which they are stored.
  ///
  /// - Parameters:
  ///   - knock: The notification.
  ///   - answer: What the store answered.
  ///   - receivedAt: When the notification was heard.
  ///   - now: When the answer was heard.
  /// - Returns: One document, or several that belong together.
  static func documents(
    of knock: PlayKnock, _ answer: Answer, receivedAt: Timestamp, now: Timestamp
  ) -> [[UInt8]] {
    let bare = ArchiveRecord.play(knock, answer: nil, receivedAt: receivedAt).map { [$0] } ?? []
    guard let token = knock.purchaseToken else { return bare }
    switch answer {
    case .notNeeded: return bare
    case .resource(let resource):
      if knock.takesAnswer, isFresh(knock, at: receivedAt) {
        if let whole = ArchiveRecord.play(knock, answer: resource, receivedAt: receivedAt) {
          return [whole]
        }
      } else if let snapshot = ArchiveRecord.play(
        subscription: resource, package: knock.package, purchaseToken: token, receivedAt: now)
      {
        return bare + [snapshot]
      }
      return bare + request(knock, now: now)
    case .failed: return bare + request(knock, now: now)
    }
  }

  /// Whether the answer describes what the knock is about, rather than what became of it since.
  ///
  /// A notification that was days on its way must not give its old date to today's answer.
  private static func isFresh(_ knock: PlayKnock, at receivedAt: Timestamp) -> Bool {
    guard let eventAt = knock.eventAt else { return true }
    return receivedAt - eventAt <= .minutes(1)
  }

  /// The request to ask again; later than what the notification states, so that it stays open
  /// until the store has answered.
  private static func request(_ knock: PlayKnock, now: Timestamp) -> [[UInt8]] {
    guard let subscription = knock.subscription else { return [] }
    let at = max(now, (knock.eventAt ?? now) + .milliseconds(1))
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
