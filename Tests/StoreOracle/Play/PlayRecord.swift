import SubscriptionCore

/// One purchase token as Google Play keeps it.
struct PlayRecord: Hashable, Sendable {
  static let package = "com.example.oracle"

  /// The purchase token.
  var token: String
  /// The token that this one replaced.
  var linkedToken: String?
  /// The app's own name for the user.
  var account: String
  var plan: StorePlan
  /// The offer that the purchase was made with.
  var offerID: String?
  /// `ACTIVE`, `ON_HOLD` and so on.
  var state = "ACTIVE"
  var startTime: Timestamp
  var expiryTime: Timestamp
  var autoRenew = true
  /// The first order, without the number of a renewal.
  var orderBase: String
  /// The latest order, paid or declined: 0 for the first purchase.
  var order = 0
  /// The latest order that was paid.
  var paidOrder = 0
  var phase = Phase.base
  /// Whether the API states `offerPhase`, which older ones leave out.
  var statesPhase = true
  /// The recurring price, which knows no discounts.
  var price: Money
  var canceled: Canceled?
  var resumesAt: Timestamp?
  /// A price increase, and how far it is.
  var priceChange: PriceChange?

  /// The payments of a commitment that remain.
  var commitmentLeft: Int?
  /// Whether the end of the commitment will be the end.
  var isCancellationPending = false

  /// A phase of an offer.
  enum Phase: Hashable, Sendable {
    case freeTrial, introductory, base, proration
  }

  /// Who canceled.
  enum Canceled: Hashable, Sendable {
    case user(at: Timestamp)
    case system, developer, replacement
  }

  /// A price increase.
  struct PriceChange: Hashable, Sendable {
    var price: Money
    /// `OUTSTANDING`, `CONFIRMED` or `APPLIED`.
    var state: String
  }

  /// The identifier of an order by its number.
  func orderID(_ number: Int) -> String {
    number == 0 ? orderBase : "\(orderBase)..\(number - 1)"
  }
}
