import SubscriptionCore

/// A text by which a subscription can be looked up.
public struct LookupName: Hashable, Sendable {
  /// The text as the store wrote it.
  public var text: String
  /// A Boolean value that indicates whether the beginning of the text is enough, as for purchase
  /// tokens.
  public var allowsPrefix: Bool

  /// The fewest characters that count as the beginning of a purchase token.
  public static let prefixLengthMin = 8

  /// Creates a name.
  public init(_ text: String, allowsPrefix: Bool = false) {
    (self.text, self.allowsPrefix) = (text, allowsPrefix)
  }

  /// A Boolean value that indicates whether what somebody typed means this name.
  public func matches(_ typed: String) -> Bool {
    if typed == text { return true }
    return allowsPrefix && typed.unicodeScalars.count >= LookupName.prefixLengthMin
      && text.utf8.starts(with: typed.utf8)
  }

  /// The names that an event gives its subscription, beside churntop's own; its account is one of
  /// them, also where the subscription was moved to another one since.
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
    add(facts.account?.rawValue)
    return names
  }

  /// The number of an order without the count of renewals, such as `..4`, that Google puts behind
  /// it (<https://developer.android.com/google/play/billing/subscriptions>).
  static func withoutRenewals(_ text: String) -> Substring {
    var text = text
    let length = text.withUTF8 { lengthWithoutRenewals($0) }
    return text.prefix(upTo: text.utf8.index(text.startIndex, offsetBy: length))
  }

  /// The number of bytes of an order's number before the count of renewals.
  static func lengthWithoutRenewals(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    var end = text.count
    while end > 0, UInt8(ascii: "0")...UInt8(ascii: "9") ~= text[end - 1] { end -= 1 }
    let dot = UInt8(ascii: ".")
    guard end < text.count, end > 2, text[end - 1] == dot, text[end - 2] == dot else {
      return text.count
    }
    return end - 2
  }
}
