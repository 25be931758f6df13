import SubscriptionCore

extension GooglePlayPayloadEncoder {
  /// Returns the notifications that Google sends for an event; none if it has no such event.
  static func notifications(for event: SimulatedEvent) -> [Notification] {
    let at = event.at
    func sent(_ numbers: Int...) -> [Notification] {
      numbers.enumerated().map { Notification(number: $1, at: at + .seconds(2 * Int64($0))) }
    }
    switch event.word {
    case .introduced, .pendingPurchase: return [Notification(number: nil, at: at)]
    case .purchased: return sent(4)
    case .renewed: return sent(2)
    case .recovered(let fromHold): return sent(fromHold ? 1 : 2)
    case .resumed: return sent(1)
    case .failed: return sent(event.contract.status == .grace ? 6 : 5)
    case .holdStarted: return sent(5)
    case .autoRenewOff: return sent(3)
    case .autoRenewOn: return sent(7)
    case .cancellationScheduled: return sent(18)
    case .postponed: return sent(9)
    case .pauseScheduled: return sent(11)
    case .paused: return sent(10)
    case .priceIncrease: return sent(19)
    case .refunded: return sent(12, 13)
    case .canceledAndExpired: return sent(3, 13)
    case .expired, .replaced: return sent(13)
    case .pendingGivenUp: return sent(20)
    case .unheardOf: return [Notification(number: 21, at: at, fetches: false)]
    case .upgraded, .downgradeScheduled, .revoked, .refundAsked, .action: return []
    }
  }
}
