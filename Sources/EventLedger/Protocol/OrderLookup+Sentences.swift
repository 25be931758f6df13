import SubscriptionCore

extension OrderLookup {
  /// The outcome of the request and the next step, in one or two sentences for the person who looks
  /// for the order.
  ///
  /// The ledger is fed where a daemon that could ask is seen beside it.
  public func words(
    at now: Timestamp, isFed: Bool, moment: (Timestamp) -> String
  ) -> String {
    let told = moment(toldAt ?? requestedAt)
    switch outcome {
    case .waiting:
      let head =
        now - requestedAt < .seconds(2)
        ? "The App Store is asked who has order \(order)."
        : "The App Store is asked who has order \(order) since "
          + "\(moment(requestedAt))\(actor.isEmpty ? "" : " (by \(actor))")."
      if !detail.isEmpty { return "\(head) No answer yet: \(detail)." }
      return isFed
        ? "\(head) Look for it again in a moment."
        : "\(head) No churntopd is seen beside this ledger to ask it."
    case .unknown:
      return "The App Store knows no order \(order) in the apps that churntopd asks about "
        + "(\(told)). Compare it with the invoice mail, or ask for the account or mail address."
    case .noSubscription:
      return "Order \(order) is known to the App Store, and no subscription is in it (\(told))."
    case .failed:
      let again = asksAgainAt.map { " Looking for it after \(moment($0)) asks again." } ?? ""
      return "The App Store could not be asked for order \(order) (\(told)): \(detail).\(again)"
    }
  }
}
