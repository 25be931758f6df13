/// Every identifier the stores gave a subscription and its payments, in the order of first mention.
public struct StoreNames: Hashable, Sendable {
  /// Apple's transaction identifiers, one per payment.
  public private(set) var transactionIDs: [String] = []
  /// Apple's line items, one per payment.
  public private(set) var webOrderLineItemIDs: [String] = []
  /// Google's orders, one per attempted payment.
  public private(set) var orderIDs: [String] = []

  /// Adds the identifiers in facts.
  mutating func note(_ facts: StoreFacts) {
    Self.add(facts.transactionID, to: &transactionIDs)
    Self.add(facts.webOrderLineItemID, to: &webOrderLineItemIDs)
    Self.add(facts.paidOrderID, to: &orderIDs)
    Self.add(facts.orderID, to: &orderIDs)
  }

  private static func add(_ name: String?, to names: inout [String]) {
    guard let name, !name.isEmpty, names.last != name, !names.contains(name) else { return }
    names.append(name)
  }
}
