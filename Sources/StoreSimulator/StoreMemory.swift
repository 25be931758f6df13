import SubscriptionCore

/// The history of a world's stores, for later API requests.
struct StoreMemory: Sendable {
  /// Every notification of the App Store, oldest first.
  var notices: [AppStoreNotice] = []
  /// Every payment of a subscriber at the App Store, oldest first.
  private(set) var payments: [Int: [SimulatedSubscription]] = [:]
  /// The subscriber of every identifier the stores gave: transaction ids and purchase tokens.
  private(set) var places: [String: Int] = [:]
  /// Every voided order of Google Play, oldest first.
  private(set) var voided: [VoidedOrder] = []

  /// Records an event.
  mutating func note(_ event: SimulatedEvent, of place: Int) {
    let contract = event.contract
    places[contract.key] = place
    switch contract.store {
    case .appStore:
      places[contract.transactionID] = place
      places[contract.orderBase] = place
      notePayment(event, of: place)
    case .googlePlay:
      if event.word == .refunded {
        voided.append(VoidedOrder(contract.paidOrder, of: contract, at: event.at))
      } else if event.word == .renewed, let before = contract.orderBefore,
        before.mixed % 1_000 < 40
      {
        // A chargeback of the previous period's payment; the subscription continues.
        var charge = VoidedOrder(before, of: contract, at: event.at)
        (charge.source, charge.reason) = (2, 7)
        voided.append(charge)
      }
    }
  }

  private mutating func notePayment(_ event: SimulatedEvent, of place: Int) {
    switch event.word {
    case .introduced, .purchased, .renewed, .recovered, .upgraded, .postponed, .refunded, .revoked:
      var paid = payments[place] ?? []
      if event.word == .upgraded, let last = paid.indices.last { paid[last].upgradedAt = event.at }
      if paid.last?.transactionID == event.contract.transactionID { paid.removeLast() }
      payments[place] = paid + [event.contract]
    case .pendingPurchase, .pendingGivenUp, .resumed, .failed, .holdStarted, .autoRenewOff,
      .autoRenewOn, .cancellationScheduled, .pauseScheduled, .paused, .downgradeScheduled,
      .priceIncrease, .refundAsked, .canceledAndExpired, .expired, .replaced, .unheardOf, .action:
      break
    }
  }
}

/// A notification that the simulated App Store sent or tried to send.
public struct AppStoreNotice: Hashable, Sendable {
  /// The notification type.
  public var type: String
  /// The subtype, if there is one.
  public var subtype: String?
  /// The environment; each has a history of its own.
  public var environment: StoreEnvironment
  /// The subscription it is about.
  public var originalTransactionID: String
  /// The instant at which it was signed and first sent.
  public var sentAt: Timestamp
  /// `{"signedPayload": …}` byte for byte.
  public var body: [UInt8]
}

/// A voided order of the simulated Google Play.
public struct VoidedOrder: Hashable, Sendable {
  /// The purchase.
  public var purchaseToken: String
  /// The order, which distinguishes renewals of one purchase.
  public var orderID: String
  /// The instant of the purchase.
  public var purchasedAt: Timestamp
  /// The instant of the refund.
  public var voidedAt: Timestamp
  /// The party that voided it, by Google's number: 0 the user, 1 the developer, 2 Google.
  public var source: Int64 = 0
  /// The reason, by Google's number: 1 is remorse, 7 a chargeback.
  public var reason: Int64 = 1

  init(_ order: String, of contract: SimulatedSubscription, at instant: Timestamp) {
    (purchaseToken, orderID) = (contract.key, order)
    (purchasedAt, voidedAt) = (contract.startedAt, instant)
  }

  /// The item of a voidedpurchases.list answer.
  public var json: String {
    JSONObject.make { item in
      item.add("kind", "androidpublisher#voidedPurchase")
      item.add("purchaseToken", purchaseToken)
      item.add("purchaseTimeMillis", String(purchasedAt.milliseconds))
      item.add("voidedTimeMillis", String(voidedAt.milliseconds))
      item.add("orderId", orderID)
      item.add("voidedSource", source)
      item.add("voidedReason", reason)
    }
  }
}
