import SubscriptionCore

extension ExchangeRates {
  /// The sentence that is beside amounts, and one about those of their currencies, as ISO 4217
  /// codes, that have no rate.
  public func sentence(about currencies: some Sequence<String>) -> String {
    let others = Set(currencies).subtracting(rates.keys).sorted()
    guard let last = others.last else { return sentence }
    let first = others.dropLast().joined(separator: ", ")
    let names = first.isEmpty ? last : "\(first) and \(last)"
    return "\(sentence) There is no rate for \(names), whose amounts stay in their own currency."
  }
}

extension MetricsReport {
  /// The currencies of all amounts.
  public var currencies: Set<String> {
    guard case .money(let micros, _) = self[.mrr]?.value else { return Set(revenue.currencies) }
    return Set(revenue.currencies).union(micros.keys)
  }
}

extension Digest {
  /// The currencies of the figures' amounts.
  public var currencies: Set<String> {
    Set(figures.flatMap { figure in figure.mrr.map { Array($0.micros.keys) } ?? [] })
  }
}
