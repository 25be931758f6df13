import PlainText
import SubscriptionCore

/// Reading by shape.
extension PayloadReader {
  /// Reads a JSON value, with one outcome per item; `depth` counts the enclosing arrays, since an
  /// array of arrays is not a supported format.
  mutating func read(_ value: JSONValue, _ context: ReadContext, depth: Int = 0) -> [ReadOutcome] {
    switch value.kind {
    case .array where depth == 0:
      return each(value.elements, of: "") { $0.read($1, context, depth: 1) }
    case .string: return [signedText(value, context)]
    case .object:
      guard let shape = PayloadShape(value) else { break }
      return read(value, as: shape, context)
    case .null, .no, .yes, .number, .array: break
    }
    let keys = value.members.prefix(6).map { String($0.key.prefix(40)) }
    return [refused(value, context, Fault(.document(.unknownShape(keys: keys)), at: value.path))]
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
        outcome(json, context) { (reader) throws(Fault) in
          try reader.single(json, as: shape, context)
        }
      ]
    }
  }

  /// Reads an object that contains exactly one statement.
  mutating func single(
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
      throw Fault(json.apiError(code: "errorCode", message: "errorMessage"), at: "errorCode")
    case .googleError: throw Fault((json["error"] ?? json).apiError(), at: "error")
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
      let fault = Fault(.field(.wrongType(expected: "an array")), at: json.path(of: key))
      return [refused(json, context, fault)]
    }
    return each(list.elements, of: list.path, body)
  }

  /// Reads each item of a list by itself, and refuses it by its place in the list.
  ///
  /// - Complexity: O(*n*), since no item looks for its place.
  mutating func each(
    _ items: [JSONValue], of path: String,
    _ body: (inout PayloadReader, JSONValue) -> [ReadOutcome]
  ) -> [ReadOutcome] {
    var outcomes: [ReadOutcome] = []
    for (place, item) in items.enumerated() {
      for outcome in body(&self, item.alone) {
        outcomes.append(outcome.nested(in: "\(path)[\(place)]"))
      }
    }
    return outcomes
  }

  /// Refuses one item for a fault.
  mutating func refused(_ value: JSONValue, _ context: ReadContext, _ fault: Fault) -> ReadOutcome {
    outcome(value, context) { (_) throws(Fault) in throw fault }
  }

  /// Reads one item and turns its fault into a refusal of that item, which is kept with the archive
  /// record that it is in; `stored` are its bytes where they are more than the value.
  mutating func outcome(
    _ value: JSONValue, _ context: ReadContext, stored: [UInt8]? = nil,
    _ body: (inout PayloadReader) throws(Fault) -> StorePayload
  ) -> ReadOutcome {
    do {
      return .payload(try body(&self).storable())
    } catch {
      let item = stored ?? Array(value.raw)
      var refusal = Refusal(error, raw: context.record(of: item))
      if context.record != nil {
        // The same item is the same refusal whenever it is received.
        refusal.identity = Refusal.identity(of: context.record(of: item, timed: false))
      }
      return .refused(refusal)
    }
  }
}

extension JSONValue {
  /// Returns the error that an answer of a store's API states, in Google's form by default.
  func apiError(code: StaticString = "code", message: StaticString = "message") -> PayloadError {
    .document(.apiError(code: self[code]?.text ?? "", message: self[message]?.text ?? ""))
  }
}

extension ReadOutcome {
  /// Returns the same outcome of a value that is nested in a field of another.
  func nested(in outer: String) -> ReadOutcome {
    guard case .refused(var refusal) = self else { return self }
    refusal.field = Fault.path(of: refusal.field, in: outer)
    return .refused(refusal)
  }
}

extension StorePayload {
  /// Returns the payload if every ledger can store it.
  func storable() throws(Fault) -> StorePayload {
    if events.allSatisfy({ $0.subscription.rawValue.isIdentifier }) { return self }
    let field = format == .action ? "action.subscription" : "originalTransactionId"
    throw Fault(.field(.notIdentifier), at: field)
  }
}

extension Refusal {
  /// Creates a refusal of bytes for a fault.
  init(_ fault: Fault, raw: UnsafeBufferPointer<UInt8>) {
    let redacted = Secrets.redacted(raw)
    self.init(
      identity: Self.identity(redacted: redacted), raw: Array(redacted.prefix(Self.rawBytesMax)),
      error: fault.error, field: fault.field, isProven: fault.isProven)
  }

  /// Creates a refusal of bytes for a fault.
  init(_ fault: Fault, raw: [UInt8]) {
    self = raw.withUnsafeBufferPointer { Refusal(fault, raw: $0) }
  }

  /// Returns the identity of refused bytes.
  static func identity(of raw: [UInt8]) -> String {
    identity(redacted: raw.withUnsafeBufferPointer { Secrets.redacted($0) })
  }

  private static func identity(redacted: [UInt8]) -> String {
    "refused:" + redacted.withUnsafeBytes { Fingerprint.hex($0, digits: 32) }
  }

  /// Returns bytes that are not a document, without the shared secrets in them.
  public static func redacted(_ raw: ArraySlice<UInt8>) -> [UInt8] {
    raw.withUnsafeBufferPointer { Secrets.redacted($0) }
  }
}
