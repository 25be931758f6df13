import PlainText
import SubscriptionCore

/// A verifyReceipt answer, whole or in parts
/// (<https://developer.apple.com/documentation/appstorereceipts/responsebody>).
///
/// Archives contain it in many shapes: with text or numbers, as iOS 6 transaction receipts, with
/// only one of its lists, or inside a version 1 notification.
struct VerifyReceiptResponse {
  var status: Int64?
  var environment: StoreEnvironment?
  var bundleId: String?
  var requestDate: Timestamp?
  var receiptCreationDate: Timestamp?
  /// Every auto-renewable transaction once, in the order of the lists.
  var transactions: [ReceiptTransaction] = []
  var pendings: [PendingRenewalInfo] = []
  var oddities: [String] = []
  /// Values of the whole answer that this build does not know.
  var unknownValues: [String] = []

  init(_ json: JSONValue) throws(Fault) {
    status = try json.integer("status")
    let receipt = try json.object("receipt")
    let names = [
      try receipt?.string("bundle_id"), try receipt?.string("bid"), try json.string("bid"),
    ]
    bundleId = names.lazy.compactMap(\.self).first
    requestDate = try receipt?.receiptDate("request_date", "request_date_ms", &oddities)
    receiptCreationDate = try receipt?.receiptDate(
      "receipt_creation_date", "receipt_creation_date_ms", &oddities)
    try readEnvironment(json, receipt)
    var seen: Set<String> = []
    let lists = [
      json["latest_receipt_info"], json["latest_expired_receipt_info"], receipt?["in_app"],
      json["in_app"], receipt,
    ]
    for list in lists {
      guard let list else { continue }
      for item in list.kind == .array ? list.elements : [list] {
        guard item.kind == .object else { throw item.fault(.wrongType(expected: "an object")) }
        guard let transaction = try ReceiptTransaction(item), transaction.expiresDate != nil,
          seen.insert(transaction.transactionId).inserted
        else { continue }
        transactions.append(transaction)
      }
    }
    for item in try json.array("pending_renewal_info") {
      guard item.kind == .object else { throw item.fault(.wrongType(expected: "an object")) }
      pendings.append(try PendingRenewalInfo(item))
    }
    try readIOS6Renewal(json)
  }

  /// A Boolean value that indicates whether Apple used a value that this build does not know.
  var hasUnknown: Bool {
    !unknownValues.isEmpty || transactions.contains { $0.inAppOwnershipType.isUnknown() }
      || pendings.contains { $0.expirationIntent.isUnknown() }
  }

  /// Determines the environment: a receipt type of a test has precedence over the answer's own
  /// environment, so that tests never count as customers.
  private mutating func readEnvironment(_ json: JSONValue, _ receipt: JSONValue?) throws(Fault) {
    let stated = try json.string("environment")
    let type = try receipt?.string("receipt_type")
    switch stated {
    case "Production", "PROD": environment = .production
    case "Sandbox": environment = .sandbox
    case "Xcode", "LocalTesting": environment = .local
    case nil: environment = nil
    case let other?:
      environment = .sandbox
      noteUnknown(environment: other)
    }
    guard let type else { return }
    let isTest = type.hasSuffix("Sandbox")
    if environment == .production, isTest {
      oddities.append(
        "environment says \(stated ?? "") and receipt_type says \(type); it is taken for a test.")
    }
    if environment == nil || isTest { environment = isTest ? .sandbox : .production }
  }

  /// Records an environment that this build does not know.
  mutating func noteUnknown(environment: String) {
    var unknown = UnknownValues()
    unknown.note("environment", text: environment)
    unknownValues += unknown.texts
  }

  /// Reads the renewal of an iOS 6 answer, which is at the top level.
  private mutating func readIOS6Renewal(_ json: JSONValue) throws(Fault) {
    guard pendings.isEmpty, json.has("auto_renew_status"), json["unified_receipt"] == nil,
      let latest = transactions.last
    else { return }
    var pending = try PendingRenewalInfo(json)
    pending.originalTransactionId = latest.originalTransactionId
    pending.productId = pending.productId ?? latest.productId
    pendings = [pending]
  }
}
