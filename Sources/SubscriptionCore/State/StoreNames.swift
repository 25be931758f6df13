/// Every identifier the stores gave a subscription and its payments, in the order of first mention.
public struct StoreNames: Hashable, Sendable {
  private var transactions = UniqueNames()
  private var lineItems = UniqueNames()
  private var orders = UniqueNames()

  /// Apple's transaction identifiers, one per payment.
  public var transactionIDs: [String] { transactions.inOrder }
  /// Apple's line items, one per payment.
  public var webOrderLineItemIDs: [String] { lineItems.inOrder }
  /// Google's orders, one per attempted payment.
  public var orderIDs: [String] { orders.inOrder }

  /// Adds the identifiers in facts.
  mutating func note(_ facts: StoreFacts) {
    transactions.add(facts.transactionID)
    lineItems.add(facts.webOrderLineItemID)
    orders.add(facts.paidOrderID)
    orders.add(facts.orderID)
  }
}

/// Names in the order of first mention, each once.
private struct UniqueNames: Hashable, Sendable {
  private(set) var inOrder: [String] = []
  private var known: Set<String> = []

  mutating func add(_ name: String?) {
    guard let name, !name.isEmpty, inOrder.last != name, known.insert(name).inserted else {
      return
    }
    inOrder.append(name)
  }
}
