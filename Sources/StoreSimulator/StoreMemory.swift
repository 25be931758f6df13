import SubscriptionCore

/// What the stores of a world remember of what they said and took, for those who ask later.
struct StoreMemory: Sendable {
  /// Every notification of the App Store, oldest first.
  var notices: [AppStoreNotice] = []
  /// Every payment that a life made at the App Store, oldest first.
  private(set) var payments: [Int: [SimulatedSubscription]] = [:]
  /// The life behind every name the stores gave: transaction ids and purchase tokens.
  private(set) var places: [String: Int] = [:]
  /// Every order of Google Play that was paid back, oldest first.
  private(set) var voided: [VoidedOrder] = []

  /// Remembers something said.
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
        // A bank takes back what was paid a period ago; the subscription goes on.
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
      if event.word == .upgraded, let last = paid.indices.last {
        paid[last].upgradedAt = event.at
      }
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
  /// The subtype, where there is one.
  public var subtype: String?
  /// Whether money is involved; each environment has a history of its own.
  public var environment: StoreEnvironment
  /// The subscription it is about.
  public var originalTransactionID: String
  /// When it was signed and first sent.
  public var sentAt: Timestamp
  /// `{"signedPayload": …}` byte for byte.
  public var body: [UInt8]
}

/// An order of the simulated Google Play whose payment was given back.
public struct VoidedOrder: Hashable, Sendable {
  /// The purchase.
  public var purchaseToken: String
  /// The order, which tells renewals of one purchase apart.
  public var orderID: String
  /// When the purchase was made.
  public var purchasedAt: Timestamp
  /// When the payment was given back.
  public var voidedAt: Timestamp
  /// Who gave it back, by Google's number: 0 the user, 1 the developer, 2 Google.
  public var source: Int64 = 0
  /// Why, by Google's number: 1 is remorse, 7 a chargeback.
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
