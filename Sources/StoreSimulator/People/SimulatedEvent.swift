import SubscriptionCore

/// An event of a simulated subscription at an instant, before it is encoded.
struct SimulatedEvent: Sendable {
  /// The instant.
  var at: Timestamp
  /// The kind of event.
  var word: Word
  /// The subscription at that instant.
  var contract: SimulatedSubscription

  /// The kinds of event that the stores, the app and the support desk report.
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

  /// The actions that the app and the support desk record.
  enum SimulatedAction: Hashable, Sendable {
    case promptShown(step: Int)
    case snoozed(until: Timestamp)
    case suppressed
    case noted(String)
    case claimed(until: Timestamp)
  }
}
