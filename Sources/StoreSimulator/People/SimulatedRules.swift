import SubscriptionCore

/// The rules in which the simulated stores differ.
///
/// They are written apart from the rules by which churntop reads what the stores send, so that one
/// checks the other.
struct SimulatedRules: Sendable {
  /// Members of a family may use the subscription.
  var sharesWithFamily: Bool
  /// Users may pause a subscription.
  var pauses: Bool
  /// Each purchase has an identifier and a beginning of its own.
  var identifiesEachPurchase: Bool
  /// The app acknowledges each purchase, which is refunded otherwise.
  var isAcknowledged: Bool
  /// A cheaper plan is chosen for the next period, rather than replacing the present one.
  var defersDowngrades: Bool
  /// A commitment may be canceled in advance.
  var schedulesCancellations: Bool
  /// The developer cancels subscriptions.
  var cancelsForDevelopers: Bool
  /// Users ask the store for refunds, which it reports.
  var reportsRefundRequests: Bool
  /// The status says that auto-renew is off.
  var statesCancellation: Bool
  /// A trial that fails has grace.
  var grantsGraceAfterTrials: Bool
  /// Grace has a date of its own beside the expiry, which may be missing.
  var statesGraceEnd: Bool

  fileprivate static let appStore = SimulatedRules(
    sharesWithFamily: true, pauses: false, identifiesEachPurchase: false, isAcknowledged: false,
    defersDowngrades: true, schedulesCancellations: false, cancelsForDevelopers: false,
    reportsRefundRequests: true, statesCancellation: false, grantsGraceAfterTrials: false,
    statesGraceEnd: true)

  fileprivate static let googlePlay = SimulatedRules(
    sharesWithFamily: false, pauses: true, identifiesEachPurchase: true, isAcknowledged: true,
    defersDowngrades: false, schedulesCancellations: true, cancelsForDevelopers: true,
    reportsRefundRequests: false, statesCancellation: true, grantsGraceAfterTrials: true,
    statesGraceEnd: false)
}

extension Store {
  /// The rules of the simulated store.
  var simulated: SimulatedRules {
    switch self {
    case .appStore: .appStore
    case .googlePlay: .googlePlay
    }
  }
}
