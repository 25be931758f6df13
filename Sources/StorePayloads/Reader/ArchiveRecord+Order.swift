import SubscriptionCore

/// What the App Store signs names no order; a record says which order a transaction is of.
extension ArchiveRecord {
  /// The record of what the App Store answered about an order, on one line.
  ///
  /// - Parameters:
  ///   - answer: The Look Up Order ID answer as it came.
  ///   - order: The order that was asked about.
  ///   - receivedAt: When it was heard.
  /// - Returns: The record; `nil` where the answer is not a JSON object.
  public static func appStore(
    _ answer: [UInt8], order: AppStoreOrderID, receivedAt: Timestamp
  ) -> [UInt8]? {
    let body = answer.withUnsafeBufferPointer { text in
      (try? JSONDocument(text))?.withRoot(of: text) { $0.kind == .object ? $0.compact : nil }
    }
    return body.map { wrapped($0, order: order, receivedAt: receivedAt) }
  }

  /// The record of one transaction of an order, as JSON or as a compact JWS.
  static func transaction(
    _ raw: [UInt8], order: AppStoreOrderID, receivedAt: Timestamp?
  ) -> [UInt8] {
    let isJSON = raw.first == UInt8(ascii: "{")
    let body = isJSON ? raw : [UInt8(ascii: "\"")] + raw + [UInt8(ascii: "\"")]
    return wrapped(body, order: order, receivedAt: receivedAt)
  }

  private static func wrapped(
    _ body: [UInt8], order: AppStoreOrderID, receivedAt: Timestamp?
  ) -> [UInt8] {
    var head = "{\"store\":\"\(Store.appStore.rawValue)\",\"orderId\":\"\(order)\","
    if let receivedAt { head += "\"receivedAt\":\"\(receivedAt.rfc3339)\"," }
    return Array((head + "\"body\":").utf8) + body + [UInt8(ascii: "}")]
  }
}
