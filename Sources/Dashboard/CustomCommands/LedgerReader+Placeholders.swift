import EventLedger
import SubscriptionCore

extension LedgerReader {
  /// What stands for a subscriber in the arguments of a program.
  func placeholders(
    of id: SubscriptionID, now: Timestamp
  ) throws(LedgerError) -> [CommandPlaceholder: String] {
    guard let subscriber = try ledger.subscriber(id) else { return [.id: id.rawValue] }
    let state = subscriber.status(at: now, policy: policy).state
    let values: [CommandPlaceholder: String?] = [
      .id: id.rawValue, .account: subscriber.account?.rawValue,
      .orderID: subscriber.facts.orderID, .transactionID: subscriber.facts.transactionID,
      .product: subscriber.product.rawValue, .state: state.rawValue,
      .store: subscriber.store.rawValue, .environment: subscriber.environment.rawValue,
    ]
    return values.compactMapValues(\.self)
  }
}
