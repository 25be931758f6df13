/// One payment for a subscription: charged, declined, or refunded.
///
/// Stores state payments in pieces: Apple sends a transaction and repeats it in every later
/// message, Google sends an order and separately that it was voided.
/// ``Subscriber/payments(in:at:)`` merges them, so that a payment reported twice is listed once.
public struct Payment: Hashable, Sendable {
  /// The outcome of a payment; the raw values are fixed by the JSON contract.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Charged.
    case paid
    /// A free trial: the store charged nothing.
    case freeTrial
    /// Not charged: the store tried to collect a renewal and failed.
    case declined
    /// Charged and refunded.
    case refunded
    /// Charged, and the unused part refunded because of an upgrade (<doc:EdgeCases#Case-21>).
    case upgraded
    /// Charged to another member of the family.
    case familyShared
  }

  /// The subscription.
  public var subscription: SubscriptionID
  /// The outcome.
  public var kind: Kind
  /// The date of the charge, or of the renewal that was declined.
  public var at: Timestamp
  /// A Boolean value that indicates whether a store stated ``at``; if false, it is the nearest
  /// known date.
  public var isDateStated = true
  /// A Boolean value that indicates whether the charge is known to lie on the day of ``at``; if
  /// false, it was made on that day or any time before, and counts as a renewal of no day.
  public var isDayKnown = true
  /// The amount; `nil` if no store stated it.
  ///
  /// For a declined payment, the amount that could not be charged.
  public var amount: Money?
  /// The product; empty if no store stated it.
  public var product: ProductID = ""
  /// Apple's subscription group of the product, if it is known.
  public var group: String?
  /// The store's order; Apple's is known only after a lookup of the order ID.
  public var orderID: String?
  /// Apple's transaction identifier.
  public var transactionID: String?
  /// The end of the paid period, if it was stated with the payment; the instant at which another
  /// purchase replaced this one, if that is earlier.
  public var paidTo: Timestamp?
  /// A Boolean value that indicates whether it is a renewal that the store collected, and neither
  /// the purchase nor a free trial.
  public var isRenewal = false
  /// The date of the refund.
  public var refundedAt: Timestamp?
  /// The part that was given back, in thousandths of a percent; `nil` for all of it.
  public var refundedPart: Int?
  /// Another purchase of the same user that was charged for the same time; `nil` if there is none.
  public var overlaps: SubscriptionID?

  /// The word before the date: none if a store stated it, `by` for the latest day possible.
  public var dateWord: String {
    if isDateStated { return "" }
    return isDayKnown ? "about " : "by "
  }

  /// The part that was given back, as a percentage; `nil` for all of it.
  public var refundedShare: String? { refundedPart.map(Self.percentage) }

  /// Returns thousandths of a percent as a percentage, rounded to one decimal.
  static func percentage(_ thousandths: Int) -> String {
    let tenths = (thousandths + 50) / 100
    return "\(tenths / 10)" + (tenths % 10 == 0 ? "" : ".\(tenths % 10)") + " %"
  }

  /// The identifier that the user may know: the order, otherwise Apple's transaction.
  public var name: String? { orderID ?? transactionID }
}

extension Payment.Kind {
  /// The outcome in words.
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
  /// Payments for the same time are marked with ``overlaps``, unless one purchase replaced the
  /// other, which the store compensates, or they are of two subscription groups, which a user has
  /// by intent (<doc:EdgeCases#Case-6>). A purchase that takes the place of another one at the end
  /// of its period names the order of that one until then; it is listed once.
  public static func joined(
    _ own: [Payment], with others: [(relation: LinkedPurchase.Relation, payments: [Payment])]
  ) -> [Payment] {
    var own = own
    var all: [Payment] = []
    for (relation, payments) in others {
      var payments = payments
      switch relation {
      case .replacement: payments.removeAll { $0.isOrder(among: own) }
      case .predecessor: own.removeAll { $0.isOrder(among: payments) }
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

  /// Returns whether some of Google's orders paid the same.
  private func isOrder(among others: [Payment]) -> Bool {
    transactionID == nil && orderID != nil && kind != .declined
      && others.contains { $0.orderID == orderID && $0.kind != .declined }
  }

  /// Returns whether two charges that were not refunded cover the same time, in one subscription
  /// group as far as is known.
  private func isForSameTime(as other: Payment) -> Bool {
    guard kind == .paid, other.kind == .paid, let end = paidTo, let otherEnd = other.paidTo,
      group == nil || other.group == nil || group == other.group
    else { return false }
    return at < otherEnd && other.at < end
  }
}
