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
  ///
  /// An order of Google Play goes by its number with and without the count of renewals behind it.
  public static func names(in event: SubscriptionEvent) -> [LookupName] {
    let facts = event.facts
    var names: [LookupName] = []
    if let token = facts.purchaseToken, !token.isEmpty {
      names.append(LookupName(token, allowsPrefix: true))
    }
    func add(_ text: String?) {
      guard let text, !text.isEmpty, !names.contains(where: { $0.text == text }) else { return }
      names.append(LookupName(text))
    }
    add(facts.originalTransactionID)
    add(facts.transactionID)
    add(facts.webOrderLineItemID)
    for order in [facts.orderID, facts.paidOrderID] {
      add(order)
      add(order.map { String(LookupName.withoutRenewals($0)) })
    }
    return names
  }

  /// The number of an order without the count of renewals, such as `..4`, that Google puts behind
  /// it (<https://developer.android.com/google/play/billing/subscriptions>).
  static func withoutRenewals(_ text: String) -> Substring {
    let head = text.utf8.reversed().drop { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    let count = head.count
    guard count < text.utf8.count, count > 2, head.prefix(2).elementsEqual("..".utf8) else {
      return text[...]
    }
    return text[..<text.utf8.index(text.startIndex, offsetBy: count - 2)]
  }
}
