import SubscriptionCore

extension LinkedPurchase {
  /// The link as a clause, what was bought and when before what it is called, for example
  /// `replaced by gold on 12 Nov, gp_1a2b`.
  func words(_ dates: DateWords) -> String {
    let name = product.rawValue.isEmpty ? "a purchase" : product.rawValue
    let began = since.map { " on " + dates.day($0) } ?? ""
    let ended = until.map { " until " + dates.lastDay($0) } ?? ""
    let what =
      switch relation {
      case .replacement: "replaced by \(name)\(began)"
      case .repurchaseOnHold: "bought anew while on hold: \(name)\(began)"
      case .predecessor: "took the place of \(name)\(ended)"
      case .doubleBilling: "both may be charged: \(name), bought\(began)"
      case .earlier: "came back; had \(name)\(ended)"
      case .later: "came back with \(name)\(began)"
      case .beside: "also has \(name)\(ended)"
      }
    return "\(what), \(subscription)"
  }

  /// Whether it wants a warning.
  var isRisk: Bool { relation == .doubleBilling }
}
