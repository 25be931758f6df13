import SubscriptionCore

/// What Google Play answers does not name itself; its records say which app and purchase it is of.
extension ArchiveRecord {
  /// The record of a notification with what the store answered about it, on one line.
  ///
  /// - Parameters:
  ///   - rtdn: The notification.
  ///   - answer: The purchases.subscriptionsv2 resource as it came; `nil` where there is none.
  ///   - receivedAt: When the notification was heard.
  /// - Returns: The record; `nil` where the answer is not a JSON object.
  public static func play(
    _ rtdn: RTDNotification, answer: [UInt8]?, receivedAt: Timestamp
  ) -> [UInt8]? {
    var members: [(String, [UInt8])] = [("notification", rtdn.notification)]
    if let answer {
      guard let object = object(answer) else { return nil }
      members.append(("subscription", object))
    }
    return play(
      package: rtdn.package, purchaseToken: rtdn.purchaseToken, receivedAt: receivedAt, members)
  }

  /// The record of what the store answered about one purchase, on one line.
  ///
  /// - Parameters:
  ///   - answer: The purchases.subscriptionsv2 resource as it came, or the error answer that says
  ///     that the purchase is gone.
  ///   - package: The app.
  ///   - purchaseToken: The purchase token, whole.
  ///   - account: The app's name for the user, where a list states it.
  ///   - receivedAt: When it was heard.
  /// - Returns: The record; `nil` where the answer is not a JSON object.
  public static func play(
    subscription answer: [UInt8], package: AppID, purchaseToken: String,
    account: AccountID? = nil, receivedAt: Timestamp
  ) -> [UInt8]? {
    guard let object = object(answer) else { return nil }
    let named = account.map { [("account", Array(JSONText.quoted($0.rawValue).utf8))] } ?? []
    return play(
      package: package, purchaseToken: purchaseToken, receivedAt: receivedAt,
      named + [("subscription", object)])
  }

  /// The record of one page of voided purchases, on one line.
  ///
  /// - Parameters:
  ///   - answer: The voidedpurchases.list answer as it came.
  ///   - package: The app.
  ///   - receivedAt: When it was heard.
  /// - Returns: The record; `nil` where the answer is not a JSON object.
  public static func play(
    voided answer: [UInt8], package: AppID, receivedAt: Timestamp
  ) -> [UInt8]? {
    guard let object = object(answer) else { return nil }
    return play(package: package, purchaseToken: nil, receivedAt: receivedAt, [("voided", object)])
  }

  private static func play(
    package: AppID, purchaseToken: String?, receivedAt: Timestamp, _ members: [(String, [UInt8])]
  ) -> [UInt8] {
    var head = "{\"store\":\"\(Store.googlePlay.rawValue)\","
    head += "\"receivedAt\":\"\(receivedAt.rfc3339)\","
    head += "\"packageName\":\(JSONText.quoted(package.rawValue))"
    if let purchaseToken { head += ",\"purchaseToken\":" + JSONText.quoted(purchaseToken) }
    return members.reduce(into: Array(head.utf8)) { record, member in
      record += Array(",\"\(member.0)\":".utf8) + member.1
    } + [UInt8(ascii: "}")]
  }

  /// A JSON object without the white space between its tokens; `nil` for anything else.
  private static func object(_ json: [UInt8]) -> [UInt8]? {
    json.withUnsafeBufferPointer { text in
      (try? JSONDocument(text))?.withRoot(of: text) { $0.kind == .object ? $0.compact : nil }
    }
  }
}
