import PlainText
import SubscriptionCore

/// Records of Google Play's answers, which add the app and the purchase that the answers do not
/// name.
extension ArchiveRecord {
  /// Returns the record of a notification with the purchases.subscriptionsv2 resource about it, if
  /// there is one, on one line; `nil` if that is not a JSON object.
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

  /// Returns the record of the store's answer about one purchase with its complete token, or of the
  /// error that the purchase is gone, on one line; `nil` if it is not a JSON object.
  public static func play(
    subscription answer: [UInt8], package: AppID, purchaseToken: String,
    account: AccountID? = nil, receivedAt: Timestamp
  ) -> [UInt8]? {
    guard let object = object(answer) else { return nil }
    let named = account.map { [("account", Array(JSON.quoted($0.rawValue).utf8))] } ?? []
    return play(
      package: package, purchaseToken: purchaseToken, receivedAt: receivedAt,
      named + [("subscription", object)])
  }

  /// Returns the record of one page of voided purchases (voidedpurchases.list), on one line; `nil`
  /// if the answer is not a JSON object.
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
    head += "\"packageName\":\(JSON.quoted(package.rawValue))"
    if let purchaseToken { head += ",\"purchaseToken\":" + JSON.quoted(purchaseToken) }
    var record = Array(head.utf8)
    for (name, value) in members {
      record += Array(",\"\(name)\":".utf8)
      record += value
    }
    record.append(UInt8(ascii: "}"))
    return record
  }

  /// Returns a JSON object without the white space between its tokens; `nil` for anything else.
  static func object(_ json: [UInt8]) -> [UInt8]? {
    json.withUnsafeBufferPointer { text in
      (try? JSONDocument(text))?.withRoot(of: text) { $0.kind == .object ? $0.compact : nil }
    }
  }
}
