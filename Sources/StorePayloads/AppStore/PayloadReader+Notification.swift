import PlainText
import SubscriptionCore

/// App Store Server Notifications V2 and bare signed payloads.
extension PayloadReader {
  /// Reads `{"signedPayload"}`.
  mutating func signedNotification(
    _ json: JSONValue, _ context: ReadContext
  ) throws(Fault) -> StorePayload {
    let text = try json.required("signedPayload")
    guard text.kind == .string else { throw text.fault(.wrongType(expected: "a signed payload")) }
    let opened: OpenedPayload
    do throws(Fault) {
      opened = try text.content.withUnsafeBufferPointer { (bytes) throws(Fault) in
        try open(bytes, signedAtLeast: context.receivedAt ?? context.heardAt, admits: true)
      }
    } catch {
      var fault = error.nested(in: text.path)
      // Its signature is verified, and its app is accepted, before its environment is compared.
      if case .proof(.otherEnvironment) = error.error, trust.mode == .required {
        fault.isProven = text.content.withUnsafeBufferPointer { Self.isNotification($0) }
      }
      throw fault
    }
    return try opened.withRoot { (root) throws(Fault) in
      do throws(Fault) {
        return try notificationV2(root, raw: Array(json.raw), opened.verification, context)
      } catch {
        var fault = error
        fault.isProven = opened.verification == .verified && PayloadShape(root) == .notificationV2
        throw fault
      }
    }
  }

  /// Returns whether a compact JWS contains a notification, which only the app's server receives,
  /// and not a transaction, which every customer has.
  private static func isNotification(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let jws = CompactJWS(text), let bytes = Base64.decode(jws.payload, alphabet: .url)
    else { return false }
    return bytes.withUnsafeBufferPointer { payload in
      (try? JSONDocument.payload(payload))?.withRoot(of: payload) { PayloadShape($0) }
        == .notificationV2
    }
  }

  /// Reads a string that holds a bare compact JWS.
  mutating func signedText(_ value: JSONValue, _ context: ReadContext) -> ReadOutcome {
    outcome(value, context) { (reader) throws(Fault) in
      guard value.kind == .string else {
        throw value.fault(.wrongType(expected: "a signed payload"))
      }
      do throws(Fault) {
        return try value.content.withUnsafeBufferPointer { (bytes) throws(Fault) in
          try reader.signed(bytes, context)
        }
      } catch {
        throw error.nested(in: value.path)
      }
    }
  }

  /// Reads a bare compact JWS: a transaction, a renewal info or a notification.
  mutating func signed(
    _ text: UnsafeBufferPointer<UInt8>, _ context: ReadContext
  ) throws(Fault) -> StorePayload {
    let opened = try open(text, signedAtLeast: context.receivedAt ?? context.heardAt)
    let raw = Array(text)
    return try opened.withRoot { (root) throws(Fault) in
      // A renewal info without content: there is nothing to renew.
      if root.kind == .null {
        return StorePayload(
          identity: "null:" + Fingerprint.hex(UnsafeRawBufferPointer(text), digits: 32),
          format: .appStoreRenewalInfo, raw: raw, verification: opened.verification,
          receivedAt: context.recordedAt(statedAt: nil), events: [])
      }
      switch PayloadShape(root) {
      case .notificationV2: return try notificationV2(root, raw: raw, opened.verification, context)
      case .transaction: return try transaction(root, raw: raw, opened.verification, context)
      case .renewalInfo: return try renewalInfo(root, raw: raw, opened.verification, context)
      default:
        throw Fault(.document(.unknownShape(keys: root.members.prefix(6).map(\.key))))
      }
    }
  }

  /// Reads a decoded notification and opens its signed parts.
  mutating func notificationV2(
    _ json: JSONValue, raw: [UInt8], _ outer: Verification, _ context: ReadContext
  ) throws(Fault) -> StorePayload {
    let body = try ResponseBodyV2DecodedPayload(json)
    try admit(app: body.bundleId, environment: body.environment?.environment, at: "data.bundleId")
    try admit(body.appAppleId, of: body)
    let statedAt = body.signedDate ?? context.receivedAt ?? context.heardAt
    var verification = outer
    var parts = AppStoreParts()
    if let data = json["data"] {
      parts = try self.parts(of: data, outer, signedAt: statedAt, weakest: &verification)
      try parts.check(app: body.bundleId, environment: body.environment)
    }
    var payload = StorePayload(
      identity: "asn:" + body.notificationUUID, format: .appStoreNotification, raw: raw,
      verification: verification, hasUnknown: body.hasUnknown || !parts.unknownValues.isEmpty,
      receivedAt: context.recordedAt(statedAt: body.signedDate), events: [])
    if let kind = body.kind(renewal: parts.renewal), !parts.isOneTime {
      payload.events = try events(of: body, kind, parts, statedAt: statedAt, payload)
    }
    return payload
  }

  /// Opens the transaction and the renewal info in an object.
  mutating func parts(
    of json: JSONValue, _ outer: Verification, signedAt: Timestamp,
    weakest: inout Verification
  ) throws(Fault) -> AppStoreParts {
    AppStoreParts(
      transaction: try part(
        "signedTransactionInfo", of: json, outer: outer, signedAt: signedAt, weakest: &weakest,
        JWSTransactionDecodedPayload.init),
      renewal: try part(
        "signedRenewalInfo", of: json, outer: outer, signedAt: signedAt, weakest: &weakest,
        JWSRenewalInfoDecodedPayload.init))
  }

  private func events(
    of body: ResponseBodyV2DecodedPayload, _ kind: EventKind, _ parts: AppStoreParts,
    statedAt: Timestamp, _ payload: StorePayload
  ) throws(Fault) -> [SubscriptionEvent] {
    guard let original = parts.originalTransactionId else {
      // Without a transaction the subscription has no identifier. If no proof is required,
      // placeholders may have been left out deliberately, and an unknown type may concern no
      // subscription.
      if trust.mode == .off || kind == .unrecognized || kind == .snapshot { return [] }
      throw Fault(.field(.missing), at: "data.signedTransactionInfo.originalTransactionId")
    }
    let facts = body.facts(parts)
    let event = SubscriptionEvent(
      id: EventID(payload.identity), kind: kind,
      subscription: .appStore(
        original, environment: facts.environment, app: facts.app?.rawValue),
      effectiveAt: body.effectiveAt(kind, parts, statedAt: statedAt), statedAt: statedAt,
      recordedAt: payload.receivedAt, source: .appStoreNotification,
      verification: payload.verification, storeName: body.name, facts: facts)
    guard let previous = parts.transaction?.previousOriginalTransactionId else { return [event] }
    return [event, event.superseding(previous)]
  }
}

extension SubscriptionEvent {
  /// Returns the end of the subscription from which Apple moved this one to another transaction.
  fileprivate func superseding(_ previous: String) -> SubscriptionEvent {
    var facts = StoreFacts()
    (facts.app, facts.environment, facts.account) =
      (self.facts.app, self.facts.environment, self.facts.account)
    (facts.originalTransactionID, facts.replacedBy) = (previous, subscription)
    return SubscriptionEvent(
      id: EventID(id.rawValue + ":superseded"), kind: .superseded,
      subscription: .appStore(
        previous, environment: facts.environment, app: facts.app?.rawValue),
      effectiveAt: effectiveAt, statedAt: statedAt, recordedAt: recordedAt, source: source,
      verification: verification, storeName: storeName, facts: facts)
  }
}
