import SubscriptionCore

extension LinkedPurchase {
  /// The link as a clause, for example `replaced by gp_1a2b (gold) on 12 Nov`.
  func words(now: Timestamp) -> String {
    let name = product.rawValue.isEmpty ? "\(subscription)" : "\(subscription) (\(product))"
    let began = since.map { " on " + Words.day($0, now: now) } ?? ""
    let ended = until.map { " until " + Words.lastDay($0, now: now) } ?? ""
    return switch relation {
    case .replacement: "replaced by \(name)\(began)"
    case .repurchaseOnHold: "bought anew while on hold: \(name)\(began)"
    case .predecessor: "took the place of \(name)"
    case .doubleBilling: "both may be charged: \(name), bought\(began)"
    case .earlier: "came back; before it \(name)\(ended)"
    case .later: "came back with \(name)\(began)"
    case .beside: "also has \(name)\(ended)"
    }
  }

  /// Whether it wants a warning.
  var isRisk: Bool { relation == .doubleBilling }
}
