import PlainText
import SubscriptionCore

/// Reading by shape.
extension PayloadReader {
  /// Reads a JSON value, with one outcome per item; `depth` counts the enclosing arrays, since an
  /// array of arrays is not a supported format.
  mutating func read(_ value: JSONValue, _ context: ReadContext, depth: Int = 0) -> [ReadOutcome] {
    switch value.kind {
    case .array where depth == 0:
      return value.elements.flatMap { read($0, context, depth: 1) }
    case .string:
      return [signedText(value, context)]
    case .object:
      guard let shape = PayloadShape(value) else { break }
      return read(value, as: shape, context)
    case .null, .no, .yes, .number, .array: break
    }
    let keys = value.members.prefix(6).map { String($0.key.prefix(40)) }
    return [
      outcome(value) { (_) throws(Fault) in
        throw Fault(.document(.unknownShape(keys: keys)), at: value.path)
      }
    ]
  }

  private mutating func read(
    _ json: JSONValue, as shape: PayloadShape, _ context: ReadContext
  ) -> [ReadOutcome] {
    switch shape {
    case .notificationHistory:
      return items("notificationHistory", of: json, context) { $0.read($1, context, depth: 1) }
    case .transactionHistory:
      return items("signedTransactions", of: json, context) { [$0.signedText($1, context)] }
    case .statuses, .statusGroup: return statuses(json, context)
    case .archiveRecord: return archiveRecord(json, context)
    case .signedPayload, .notificationV2, .notificationV1, .transaction, .renewalInfo, .status,
      .receipt, .pubSubEnvelope, .developerNotification, .action, .subscriptionV2,
      .subscriptionV1, .voidedPurchase, .voidedPurchases, .appStoreError, .googleError:
      return [
        outcome(json) { (reader) throws(Fault) in try reader.single(json, as: shape, context) }
      ]
    }
  }

  /// Reads an object that contains exactly one statement.
  private mutating func single(
    _ json: JSONValue, as shape: PayloadShape, _ context: ReadContext
  ) throws(Fault) -> StorePayload {
    switch shape {
    case .signedPayload: return try signedNotification(json, context)
    case .notificationV2:
      try admitUnsigned()
      return try notificationV2(json, raw: Array(json.raw), .unsigned, context)
    case .notificationV1: return try notificationV1(json, context)
    case .transaction:
      try admitUnsigned()
      return try transaction(json, raw: Array(json.raw), .unsigned, context)
    case .renewalInfo:
      try admitUnsigned()
      return try renewalInfo(json, raw: Array(json.raw), .unsigned, context)
    case .status: return try status(json, raw: Array(json.raw), StatusScope(), context)
    case .receipt: return try receipt(json, context)
    case .pubSubEnvelope: return try pubSubEnvelope(json, context)
    case .developerNotification:
      return try developerNotification(json, raw: Array(json.raw), context)
    case .action: return try action(json, context)
    case .subscriptionV2:
      throw Fault(.document(.needsRecord(what: "A SubscriptionPurchaseV2")), at: "purchaseToken")
    case .subscriptionV1:
      throw Fault(.document(.needsRecord(what: "A SubscriptionPurchase")), at: "purchaseToken")
    case .voidedPurchase, .voidedPurchases:
      throw Fault(.document(.needsRecord(what: "A voided purchase")), at: "packageName")
    case .appStoreError:
      throw Fault(
        .document(
          .apiError(
            code: json["errorCode"]?.text ?? "", message: json["errorMessage"]?.text ?? "")),
        at: "errorCode")
    case .googleError:
      let error = json["error"]
      throw Fault(
        .document(
          .apiError(code: error?["code"]?.text ?? "", message: error?["message"]?.text ?? "")),
        at: "error")
    case .notificationHistory, .transactionHistory, .statuses, .statusGroup, .archiveRecord:
      throw Fault(.document(.unknownShape(keys: [])))
    }
  }

  /// Reads the items of a list, or refuses the object if the list is not an array.
  private mutating func items(
    _ key: StaticString, of json: JSONValue, _ context: ReadContext,
    _ body: (inout PayloadReader, JSONValue) -> [ReadOutcome]
  ) -> [ReadOutcome] {
    guard let list = json[key], list.kind == .array else {
      return [
        outcome(json) { (_) throws(Fault) in
          throw Fault(.field(.wrongType(expected: "an array")), at: json.path(of: key))
        }
      ]
    }
    return list.elements.flatMap { body(&self, $0) }
  }

  /// Reads one item and turns its fault into a refusal of that item's bytes.
  mutating func outcome(
    _ value: JSONValue, _ body: (inout PayloadReader) throws(Fault) -> StorePayload
  ) -> ReadOutcome {
    do {
      return .payload(try body(&self))
    } catch {
      return .refused(Refusal(error, raw: value.raw))
    }
  }
}

extension Refusal {
  /// Creates a refusal of bytes for a fault.
  init(_ fault: Fault, raw: UnsafeBufferPointer<UInt8>) {
    let redacted = Secrets.redacted(raw)
    self.init(
      identity: "refused:"
        + redacted.withUnsafeBytes { Fingerprint.hex($0, digits: 32) },
      raw: Array(redacted.prefix(Self.rawBytesMax)), error: fault.error, field: fault.field)
  }
}
