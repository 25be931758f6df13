import SubscriptionCore

/// A text by which a subscription can be looked up.
public struct LookupName: Hashable, Sendable {
  /// The text as the store wrote it.
  public var text: String
  /// Whether the beginning of the text is enough, as for purchase tokens.
  public var allowsPrefix: Bool

  /// The fewest characters that count as the beginning of a purchase token.
  public static let prefixLengthMin = 8

  /// Creates a name.
  public init(_ text: String, allowsPrefix: Bool = false) {
    (self.text, self.allowsPrefix) = (text, allowsPrefix)
  }

  /// Whether what somebody typed means this name.
  public func matches(_ typed: String) -> Bool {
    if typed == text { return true }
    return allowsPrefix && typed.unicodeScalars.count >= LookupName.prefixLengthMin
      && text.utf8.starts(with: typed.utf8)
  }

  /// The names that an event gives its subscription, beside its account and churntop's own.
  public static func names(in event: SubscriptionEvent) -> [LookupName] {
    let facts = event.facts
    var names: [LookupName] = []
    if let token = facts.purchaseToken, !token.isEmpty {
      names.append(LookupName(token, allowsPrefix: true))
    }
    let exact = [
      facts.originalTransactionID, facts.transactionID, facts.webOrderLineItemID, facts.orderID,
      facts.paidOrderID,
    ]
    for case let text? in exact where !text.isEmpty && !names.contains(where: { $0.text == text }) {
      names.append(LookupName(text))
    }
    return names
  }
}
