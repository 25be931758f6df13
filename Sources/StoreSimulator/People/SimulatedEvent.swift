import SubscriptionCore

/// Something that is said about a subscription at an instant, before it is put into bytes.
struct SimulatedEvent: Sendable {
  /// When it is said.
  var at: Timestamp
  /// What is said.
  var word: Word
  /// The subscription as it is then.
  var contract: SimulatedSubscription

  /// What the stores, the app and the support desk can say.
  enum Word: Hashable, Sendable {
    case introduced
    case pendingPurchase
    case pendingGivenUp
    case purchased(again: Bool)
    case renewed
    case recovered(fromHold: Bool)
    case resumed
    case failed
    case holdStarted
    case autoRenewOff
    case autoRenewOn
    case cancellationScheduled
    case pauseScheduled
    case paused
    case upgraded
    case downgradeScheduled
    case postponed
    case priceIncrease(accepted: Bool)
    case refunded
    case revoked
    case refundAsked
    case canceledAndExpired
    case expired
    case replaced
    case unheardOf
    case action(SimulatedAction)
  }

  /// What the app and the support desk record.
  enum SimulatedAction: Hashable, Sendable {
    case promptShown(step: Int)
    case snoozed(until: Timestamp)
    case suppressed
    case noted(String)
    case claimed(until: Timestamp)
  }
}
