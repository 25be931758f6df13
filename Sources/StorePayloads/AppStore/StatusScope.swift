import PlainText
import SubscriptionCore

/// The values of a Get All Subscription Statuses answer that are common to its subscriptions.
struct StatusScope {
  var environment: String?
  var bundleId: String?
  var group: String?

  /// Returns an answer of the same form with only this subscription, so that it can be read again.
  func wrapping(_ item: JSONValue) -> [UInt8] {
    var text = "{"
    if let environment { text += "\"environment\":\(JSON.quoted(environment))," }
    if let bundleId { text += "\"bundleId\":\(JSON.quoted(bundleId))," }
    text += "\"data\":[{"
    if let group { text += "\"subscriptionGroupIdentifier\":\(JSON.quoted(group))," }
    return Array(text.utf8) + Array("\"lastTransactions\":[".utf8) + Array(item.raw)
      + Array("]}]}".utf8)
  }
}

extension PayloadReader {
  /// Reads a Get All Subscription Statuses answer, or one group of it: one outcome per subscription
  /// (<https://developer.apple.com/documentation/appstoreserverapi/statusresponse>).
  mutating func statuses(_ json: JSONValue, _ context: ReadContext) -> [ReadOutcome] {
    let scope: StatusScope
    do throws(Fault) {
      scope = StatusScope(
        environment: try json.identifier("environment"), bundleId: try json.identifier("bundleId"))
    } catch {
      return [refused(json, context, error)]
    }
    guard let groups = json["data"]?.elements else { return group(json, scope, context) }
    return each(groups, of: json.path(of: "data")) { $0.group($1, scope, context) }
  }

  /// Reads one group of an answer.
  private mutating func group(
    _ group: JSONValue, _ answer: StatusScope, _ context: ReadContext
  ) -> [ReadOutcome] {
    var scope = answer
    do throws(Fault) {
      scope.group = try group.identifier("subscriptionGroupIdentifier")
    } catch {
      return [refused(group, context, error)]
    }
    let path = group.path(of: "lastTransactions")
    return each(group["lastTransactions"]?.elements ?? [], of: path) { [scope] reader, item in
      let raw = scope.wrapping(item)
      return [
        reader.outcome(item, context, stored: raw) { (reader) throws(Fault) in
          try reader.status(item, raw: raw, scope, context)
        }
      ]
    }
  }

  /// Reads one subscription of a statuses answer.
  mutating func status(
    _ json: JSONValue, raw: [UInt8], _ scope: StatusScope, _ context: ReadContext
  ) throws(Fault) -> StorePayload {
    try admitUnsigned(unless: json)
    let heard = context.receivedAt ?? context.heardAt
    var verification = Verification.verified
    let parts = try self.parts(of: json, .unsigned, signedAt: heard, weakest: &verification)
    let stated: Open<AppStoreStatus>? = try json.open("status")
    let environment = scope.environment.map { Open<AppStoreEnvironment>(rawValue: $0) }
    try parts.check(app: scope.bundleId, environment: environment)
    if parts.transaction == nil, parts.renewal == nil { verification = .unchecked }
    var facts = StoreFacts(
      transaction: parts.transaction, renewal: parts.renewal, status: stated?.known?.stated)
    facts.app = facts.app ?? scope.bundleId.map { AppID($0) }
    facts.environment = facts.environment ?? environment?.environment
    facts.group = facts.group ?? scope.group
    try admit(app: facts.app?.rawValue, environment: facts.environment, at: json.path)
    let named = try json.string("originalTransactionId")
    let original = try json.required("originalTransactionId", parts.originalTransactionId ?? named)
    facts.originalTransactionID = original
    var unknown = UnknownValues()
    unknown.note("status", stated)
    facts.add(unknown: unknown.texts)
    let signedAt = [parts.transaction?.signedDate, parts.renewal?.signedDate].compactMap(\.self)
      .max()
    let account = facts.nameAccount(context)
    let identity =
      "st:\(original):\((signedAt?.milliseconds).map(String.init) ?? ""):"
      + "\(stated?.rawValue ?? 0):" + Fingerprint.hex(json) + account
    let raw =
      account.isEmpty
      ? raw : ArchiveRecord.status(raw, account: facts.account, receivedAt: context.receivedAt)
    let event = SubscriptionEvent(
      id: EventID(identity), kind: .snapshot,
      subscription: .appStore(
        original, environment: facts.environment, app: facts.app?.rawValue),
      effectiveAt: signedAt ?? heard, statedAt: signedAt ?? heard,
      recordedAt: context.recordedAt(statedAt: signedAt), source: .appStoreServerAPI,
      verification: verification, storeName: stated.map { "status \($0.rawValue)" } ?? "",
      facts: facts)
    return StorePayload(
      identity: identity, format: .appStoreStatus, raw: raw, verification: verification,
      hasUnknown: facts.unknownValues != nil, receivedAt: event.recordedAt,
      events: parts.isOneTime ? [] : [event])
  }

  /// Throws an error for a status without any signed part if the policy requires proof.
  private func admitUnsigned(unless json: JSONValue) throws(Fault) {
    if json["signedTransactionInfo"] == nil, json["signedRenewalInfo"] == nil {
      try admitUnsigned()
    }
  }
}
