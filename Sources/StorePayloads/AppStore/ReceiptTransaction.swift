import PlainText
import SubscriptionCore

/// An item of `latest_receipt_info` or `in_app`: one purchase or renewal
/// (<https://developer.apple.com/documentation/appstorereceipts/responsebody/latest_receipt_info>).
///
/// Only the fields in milliseconds count; they are compared with the texts beside them, because a
/// contradiction shows that the data were edited (<doc:GoldenCases#G12>).
struct ReceiptTransaction {
  var appAccountToken: String?
  var cancellationDate: Timestamp?
  var expiresDate: Timestamp?
  var inAppOwnershipType: Open<JWSTransactionDecodedPayload.Ownership>?
  var isInIntroOfferPeriod: Bool?
  var isTrialPeriod: Bool?
  var isUpgraded: Bool?
  var offerCodeRefName: String?
  var originalPurchaseDate: Timestamp?
  var originalTransactionId: String
  var productId: String?
  var promotionalOfferId: String?
  var purchaseDate: Timestamp?
  var subscriptionGroupIdentifier: String?
  var webOrderLineItemId: String?
  var transactionId: String
  /// Contradictions between a date's two forms, as sentences.
  var oddities: [String] = []

  /// Decodes an item; `nil` for one without a transaction, such as a receipt of the app itself.
  init?(_ json: JSONValue) throws(Fault) {
    guard let transaction = try json.string("transaction_id") else { return nil }
    transactionId = transaction
    originalTransactionId = try json.string("original_transaction_id") ?? transaction
    appAccountToken = try json.string("app_account_token")
    inAppOwnershipType = try json.open("in_app_ownership_type")
    isInIntroOfferPeriod = try json.flag("is_in_intro_offer_period")
    isTrialPeriod = try json.flag("is_trial_period")
    isUpgraded = try json.flag("is_upgraded")
    offerCodeRefName = try json.string("offer_code_ref_name")
    productId = try json.string("product_id")
    promotionalOfferId = try json.string("promotional_offer_id")
    try json.check(integers: "cancellation_reason", "quantity")
    subscriptionGroupIdentifier = try json.string("subscription_group_identifier")
    webOrderLineItemId = try json.string("web_order_line_item_id")
    purchaseDate = try json.receiptDate("purchase_date", "purchase_date_ms", &oddities)
    expiresDate = try json.receiptDate("expires_date", "expires_date_ms", &oddities)
    cancellationDate = try json.receiptDate("cancellation_date", "cancellation_date_ms", &oddities)
    originalPurchaseDate = try json.receiptDate(
      "original_purchase_date", "original_purchase_date_ms", &oddities)
  }

  /// The offer the period was bought with.
  var offer: Offer? {
    if isTrialPeriod == true { return Offer(kind: .freeTrial, isIntroductory: true) }
    if isInIntroOfferPeriod == true { return Offer(kind: .discounted, isIntroductory: true) }
    return (promotionalOfferId ?? offerCodeRefName).map {
      Offer(kind: .discounted, isIntroductory: false, identifier: $0)
    }
  }
}

extension JSONValue {
  /// Returns a date of a receipt: milliseconds, or in iOS 6 receipts milliseconds under the text's
  /// key, or text in `Etc/GMT` if there is nothing else.
  func receiptDate(
    _ textKey: StaticString, _ millisecondsKey: StaticString, _ oddities: inout [String]
  ) throws(Fault) -> Timestamp? {
    let stated = try time(millisecondsKey)
    guard let value = self[textKey] else { return stated }
    if let digits = JSONNumber.floor(value.unquoted) {
      if stated != nil || digits == 0 { return stated }
      return try time(textKey)
    }
    guard let spelt = ReceiptDateText.read(value.unquoted) else { return stated }
    guard let stated else { return spelt }
    if (stated.milliseconds - spelt.milliseconds).magnitude >= 1000 {
      oddities.append(
        "\(textKey) says \(spelt.rfc3339) and \(millisecondsKey) says \(stated.rfc3339); the "
          + "milliseconds count.")
    }
    return stated
  }

  private var unquoted: UnsafeBufferPointer<UInt8> { kind == .string ? inside : raw }
}

/// A parser for the text form of a receipt's dates: `2020-09-05 23:41:42 Etc/GMT`.
enum ReceiptDateText {
  /// Parses a date in `Etc/GMT`, in which the slash may be escaped; `nil` for any other text.
  static func read(_ text: UnsafeBufferPointer<UInt8>) -> Timestamp? {
    guard text.count >= 23, text[10] == 0x20, text[19] == 0x20,
      text[20...].elementsEqual("Etc/GMT".utf8) || text[20...].elementsEqual("Etc\\/GMT".utf8)
    else { return nil }
    var form = Array(text[..<19])
    form[10] = UInt8(ascii: "T")
    form.append(UInt8(ascii: "Z"))
    return form.withUnsafeBufferPointer { RFC3339Bytes.utc($0) }
  }
}
