import PlainText
import SubscriptionCore

/// A JSON record around a payload that lacks its own identifiers, with the time of receipt.
///
/// `{"store", "receivedAt", "body"}` wraps any format, with `heardAt` instead of `receivedAt` if an
/// earlier import only assumed the time of a payload that states none; `orderId` names the App
/// Store's order of the transactions in the body, which do not name it; `account` names the app's
/// user if the store does not; for Google Play `packageName`, `purchaseToken`, `notification`,
/// `subscription`, `subscriptionV1` with `subscriptionId`, and `voided` are combined in one record.
public enum ArchiveRecord {
  /// Returns one line that can be read as the same payload, received at the same time.
  ///
  /// - Parameters:
  ///   - raw: A payload's ``StorePayload/raw`` bytes.
  ///   - identity: The payload's ``StorePayload/identity``, which shows whether the time of receipt
  ///     was recorded; a time that was only assumed is written as `heardAt`.
  ///   - store: The store it came from; `nil` for actions of operators and the app.
  ///   - receivedAt: The instant at which it was received.
  /// - Returns: JSON without a line break.
  public static func line(
    raw: [UInt8], identity: String, store: Store?, receivedAt: Timestamp
  ) -> [UInt8] {
    let shape = raw.withUnsafeBufferPointer { bytes in
      (try? JSONDocument(bytes)).flatMap { $0.withRoot(of: bytes) { PayloadShape($0) } }
    }
    var body = raw.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
    switch shape {
    case .action: return body
    case .archiveRecord:
      if let stated = receivedAtPlace(raw) {
        // The payload may have arrived again with an earlier time.
        body.replaceSubrange(stated, with: "\"\(receivedAt.rfc3339)\"".utf8)
        return body
      }
    case nil where raw.first != UInt8(ascii: "{"):
      body = Array(JSON.quoted(String(decoding: raw, as: UTF8.self)).utf8)
    default: break
    }
    guard let store else { return body }
    let key = isUntimed(identity) ? "heardAt" : "receivedAt"
    let head = "{\"store\":\"\(store.rawValue)\",\"\(key)\":\"\(receivedAt.rfc3339)\",\"body\":"
    return Array(head.utf8) + body + [UInt8(ascii: "}")]
  }

  /// The prefix of the identity of an undated receipt that was read from a bare file.
  static let untimedReceipt = "vr?:"

  /// Returns whether an identity is that of a payload without a time whose time of receipt is
  /// unknown.
  private static func isUntimed(_ identity: String) -> Bool {
    identity.hasPrefix(untimedReceipt)
      || (identity.hasPrefix("gp_") && identity.contains("::"))
  }

  /// The place of the time of receipt in a record; `nil` where it has none.
  private static func receivedAtPlace(_ raw: [UInt8]) -> Range<Int>? {
    raw.withUnsafeBufferPointer { bytes in
      (try? JSONDocument(bytes))?.withRoot(of: bytes) { root in
        root["receivedAt"].map { Int($0.node.start)..<Int($0.node.end) }
      }
    }
  }
}

extension PayloadReader {
  /// Reads an archive record; a body or a list in it may contain several items.
  mutating func archiveRecord(_ json: JSONValue, _ outer: ReadContext) -> [ReadOutcome] {
    var context = outer
    do throws(Fault) {
      if let stated = try json.receipt("receivedAt", outer) { context.receivedAt = stated }
      let assumed = try json.receipt("heardAt", outer)
      context.heardAt = assumed ?? context.heardAt
      let store = try json.string("store")
      if let store, Store(rawValue: store) == nil {
        throw Fault(
          .field(.unreadable(expected: Store.allCases.map(\.rawValue).joined(separator: " or "))),
          at: json.path(of: "store"))
      }
      context.record = ReadContext.Record(
        store: store ?? outer.record?.store, heardAt: assumed ?? outer.record?.heardAt)
      if let name = try json.string("orderId") {
        guard let order = AppStoreOrderID(name) else {
          throw Fault(
            .field(.unreadable(expected: AppStoreOrderID.form)), at: json.path(of: "orderId"))
        }
        context.order = order
      }
      context.account = try json.identifier("account").map { AccountID($0) }
      if let voided = json["voided"] { return try voidedPurchases(voided, of: json, context) }
    } catch {
      return [refused(json, outer, error).untimed(json)]
    }
    if let body = json["body"] { return read(body, context) }
    return [
      outcome(json, outer) { (reader) throws(Fault) in
        try reader.playRecord(json, context)
      }.untimed(json)
    ]
  }

  private mutating func voidedPurchases(
    _ json: JSONValue, of record: JSONValue, _ context: ReadContext
  ) throws(Fault) -> [ReadOutcome] {
    let package = try record.required("packageName", record.identifier("packageName"))
    var context = context
    context.record?.package = package
    let isEmptyPage =
      json.kind == .object && json["purchaseToken"] == nil
      && (json.members.isEmpty || json.has("pageInfo") || json.has("tokenPagination"))
    let list = json["voidedPurchases"] ?? json
    let items = list.kind == .array ? list.elements : isEmptyPage ? [] : [json]
    return items.enumerated().map { [path = list.path, context] place, item in
      let item = list.kind == .array ? item.alone : item
      let head = "{\"store\":\"google-play\",\"packageName\":\(JSON.quoted(package)),"
      let time = context.receivedAt.map { "\"receivedAt\":\"\($0.rfc3339)\"," } ?? ""
      let raw = Array((head + time + "\"voided\":").utf8) + Array(item.raw) + [UInt8(ascii: "}")]
      let outcome = self.outcome(item, context) { (reader) throws(Fault) in
        try reader.voidedPurchase(item, package: package, raw: raw, context)
      }
      return list.kind == .array ? outcome.nested(in: "\(path)[\(place)]") : outcome
    }
  }

  /// Reads a record of Google Play: a notification, a resource, or both.
  private func playRecord(_ json: JSONValue, _ context: ReadContext) throws(Fault) -> StorePayload {
    let body = try json.object("notification")
    let (resource, hash) = try resource(of: json)
    let notification = try body.map { (body) throws(Fault) in try DeveloperNotification(body) }
    let token = try json.string("purchaseToken") ?? notification?.purchaseToken
    let package = try json.string("packageName") ?? notification?.packageName
    let raw = Array(json.raw)
    if let notification {
      if let package, package != notification.packageName {
        throw Fault(.proof(.mismatch("app")), at: json.path(of: "packageName"))
      }
      if let token, let other = notification.purchaseToken, other != token {
        throw Fault(.proof(.mismatch("purchase")), at: json.path(of: "purchaseToken"))
      }
      let named = NamedByRecord(token: token, product: try json.string("subscriptionId"))
      return try self.notification(notification, with: resource, named, raw: raw, context)
    }
    guard let resource else {
      throw Fault(.document(.unknownShape(keys: json.members.prefix(6).map(\.key))), at: json.path)
    }
    guard let package else { throw Fault(.field(.missing), at: json.path(of: "packageName")) }
    guard let token else { throw Fault(.field(.missing), at: json.path(of: "purchaseToken")) }
    let purchase = PlayPurchase(
      package: package, token: token, product: try json.string("subscriptionId"))
    return try snapshot(resource, of: purchase, hash: hash, raw: raw, context)
  }

  private func resource(of json: JSONValue) throws(Fault) -> (PlayResource?, hash: String) {
    let v1 = try json.object("subscriptionV1")
    let v2 = try v1 == nil ? json.object("subscription") : nil
    guard let answer = v1 ?? v2 else { return (nil, "") }
    let hash = Fingerprint.hex(answer)
    if let gone = try goneOr(answer) { return (gone, hash) }
    guard v1 == nil else { return (.v1(try SubscriptionPurchase(answer)), hash) }
    return (.v2(try SubscriptionPurchaseV2(answer)), hash)
  }

  /// Reads an error answer in the place of a resource: 410 means that the token is too old.
  private func goneOr(_ json: JSONValue) throws(Fault) -> PlayResource? {
    guard let error = try json.object("error") else { return nil }
    if try error.integer("code") == 410 { return .gone }
    throw Fault(error.apiError(), at: json.path(of: "error"))
  }
}

extension DeveloperNotification {
  /// The purchase token, for the kinds that have one.
  fileprivate var purchaseToken: String? {
    switch content {
    case .subscription(let change): change.purchaseToken
    case .voidedPurchase(let voided): voided.purchaseToken
    case .pendingRefundReview(let review): review.purchaseToken
    case .oneTimeProduct, .test, .unrecognized: nil
    }
  }
}

extension ReadOutcome {
  /// Returns the same outcome of a record; a refusal is the same whenever the record is received.
  fileprivate func untimed(_ record: JSONValue) -> ReadOutcome {
    guard case .refused(var refusal) = self else { return self }
    var bytes = Array(record.raw)
    let times = [record["receivedAt"], record["heardAt"]].compactMap { $0?.node }
    for time in times.sorted(by: { $0.start > $1.start }) {
      let start = Int(time.start - record.node.start)
      bytes.removeSubrange(start..<start + Int(time.end - time.start))
    }
    refusal.identity = Refusal.identity(of: bytes)
    return .refused(refusal)
  }
}

extension JSONValue {
  /// The largest difference between the clock that wrote a record and the one that reads it.
  private static let clockDifferenceMax = Duration.hours(1)

  /// A time of receipt, which is not yet to come but for the difference between clocks.
  fileprivate func receipt(
    _ key: StaticString, _ context: ReadContext
  ) throws(Fault) -> Timestamp? {
    let stated = try instant(key)
    if let stated, stated - context.heardAt > Self.clockDifferenceMax {
      throw Fault(.field(.timeAhead), at: path(of: key))
    }
    return stated
  }

  /// A time as RFC 3339 text or as milliseconds.
  func instant(_ key: StaticString) throws(Fault) -> Timestamp? {
    self[key]?.kind == .number ? try time(key) : try date(key)
  }
}

/// The identifiers that an archive record adds to the notification in it.
struct NamedByRecord {
  var token: String?
  var product: String?
}
