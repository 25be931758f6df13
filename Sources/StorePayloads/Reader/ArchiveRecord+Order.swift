import PlainText
import SubscriptionCore

/// Records of the App Store's answers, which add the order or the account that the answers do not
/// name.
extension ArchiveRecord {
  /// Returns the record of a Look Up Order ID answer, on one line; `nil` if the answer is not a
  /// JSON object.
  public static func appStore(
    _ answer: [UInt8], order: AppStoreOrderID, receivedAt: Timestamp
  ) -> [UInt8]? {
    object(answer).map { wrapped($0, "orderId", "\"\(order)\"", receivedAt: receivedAt) }
  }

  /// Returns the record of one transaction of an order, as JSON or as a compact JWS.
  static func transaction(
    _ raw: [UInt8], order: AppStoreOrderID, receivedAt: Timestamp?
  ) -> [UInt8] {
    let isJSON = raw.first == UInt8(ascii: "{")
    let body = isJSON ? raw : [UInt8(ascii: "\"")] + raw + [UInt8(ascii: "\"")]
    return wrapped(body, "orderId", "\"\(order)\"", receivedAt: receivedAt)
  }

  /// Returns the record of a user's Get All Subscription Statuses answer, on one line; the answer
  /// itself without an account, `nil` if it is not a JSON object.
  public static func appStore(
    statuses answer: [UInt8], account: AccountID?, receivedAt: Timestamp
  ) -> [UInt8]? {
    guard let account else { return answer }
    return object(answer).map { status($0, account: account, receivedAt: receivedAt) }
  }

  /// Returns the record of the statuses of a user.
  static func status(_ body: [UInt8], account: AccountID?, receivedAt: Timestamp?) -> [UInt8] {
    wrapped(
      body, "account", account.map { JSON.quoted($0.rawValue) } ?? "null",
      receivedAt: receivedAt)
  }

  private static func wrapped(
    _ body: [UInt8], _ key: String, _ value: String, receivedAt: Timestamp?
  ) -> [UInt8] {
    var head = "{\"store\":\"\(Store.appStore.rawValue)\",\"\(key)\":\(value),"
    if let receivedAt { head += "\"receivedAt\":\"\(receivedAt.rfc3339)\"," }
    return Array((head + "\"body\":").utf8) + body + [UInt8(ascii: "}")]
  }
}
