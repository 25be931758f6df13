/// One payment for a subscription: made, declined, or given back.
///
/// Stores state payments in pieces: Apple a transaction, which every later message repeats, Google
/// an order and, apart from it, that it was voided. ``Subscriber/payments(in:at:)`` puts them
/// together, so that a payment that was heard of twice is one.
public struct Payment: Hashable, Sendable {
  /// What became of the payment; the raw values are the ones the JSON contract fixes.
  public enum Kind: String, Hashable, Sendable, CaseIterable, Codable {
    /// Charged.
    case paid
    /// A free trial: nothing was charged.
    case freeTrial
    /// Not charged: the store tried to collect a renewal and could not.
    case declined
    /// Charged and given back.
    case refunded
    /// Charged, and what was not used of it given back with an upgrade (domain case 21).
    case upgraded
    /// Charged to another member of the family.
    case familyShared
  }

  /// The subscription.
  public var subscription: SubscriptionID
  /// What became of it.
  public var kind: Kind
  /// When it was charged, or, where it was declined, the date of the renewal.
  public var at: Timestamp
  /// Whether a store stated ``at``; otherwise it is the nearest date that is known.
  public var isDateStated: Bool
  /// The amount; `nil` where no store stated it.
  ///
  /// Of a declined payment it was not charged.
  public var amount: Money?
  /// The product; empty where no store has said.
  public var product: ProductID
  /// The store's order; Apple's is known only where somebody had the App Store asked for it.
  public var orderID: String?
  /// Apple's transaction.
  public var transactionID: String?
  /// The end of what was paid for, where it was stated with the payment.
  public var paidTo: Timestamp?
  /// When it was given back.
  public var refundedAt: Timestamp?
  /// A purchase of the same user that was charged for the same time; `nil` where there is none.
  public var overlaps: SubscriptionID?

  /// Creates a payment.
  public init(
    _ kind: Kind, of subscription: SubscriptionID, at: Timestamp, isDateStated: Bool = true,
    amount: Money? = nil, product: ProductID = "", orderID: String? = nil,
    transactionID: String? = nil, paidTo: Timestamp? = nil, refundedAt: Timestamp? = nil,
    overlaps: SubscriptionID? = nil
  ) {
    self.subscription = subscription
    self.kind = kind
    self.at = at
    self.isDateStated = isDateStated
    self.amount = amount
    self.product = product
    self.orderID = orderID
    self.transactionID = transactionID
    self.paidTo = paidTo
    self.refundedAt = refundedAt
    self.overlaps = overlaps
  }

  /// What the user knows it by: the order, or else Apple's transaction.
  public var name: String? { orderID ?? transactionID }
}

extension Payment.Kind {
  /// The kind in words.
  public var title: String {
    switch self {
    case .paid: "paid"
    case .freeTrial: "free trial"
    case .declined: "declined"
    case .refunded: "refunded"
    case .upgraded: "upgraded"
    case .familyShared: "family pays"
    }
  }
}

// MARK: Several purchases of one user

extension Payment {
  /// The payments of a purchase and of the user's other purchases together, oldest first.
  ///
  /// Those that were charged for the same time are marked with ``overlaps``, unless one purchase
  /// took the other's place, which the store makes up for.
  ///
  /// - Parameters:
  ///   - own: The payments of the purchase.
  ///   - others: The payments of each other purchase, with what it is to this one.
  /// - Returns: All of them.
  public static func joined(
    _ own: [Payment], with others: [(relation: LinkedPurchase.Relation, payments: [Payment])]
  ) -> [Payment] {
    var own = own
    var all: [Payment] = []
    for (relation, payments) in others {
      var payments = payments
      switch relation {
      case .replacement, .predecessor: break
      case .repurchaseOnHold, .doubleBilling, .earlier, .later, .beside:
        for mine in own.indices {
          for theirs in payments.indices where own[mine].isForSameTime(as: payments[theirs]) {
            own[mine].overlaps = payments[theirs].subscription
            payments[theirs].overlaps = own[mine].subscription
          }
        }
      }
      all += payments
    }
    return (all + own).sorted { ($0.at, $0.subscription) < ($1.at, $1.subscription) }
  }

  /// Whether two charges that both stand are for the same time.
  private func isForSameTime(as other: Payment) -> Bool {
    guard kind == .paid, other.kind == .paid, let end = paidTo, let otherEnd = other.paidTo else {
      return false
    }
    return at < otherEnd && other.at < end
  }
}
