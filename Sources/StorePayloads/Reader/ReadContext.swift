import PlainText
import SubscriptionCore

/// The context of a document: facts that its bytes do not contain.
struct ReadContext {
  /// The instant at which it was received, if that was recorded.
  var receivedAt: Timestamp?
  /// The present.
  var heardAt: Timestamp
  /// The App Store's order of everything in the document, if it is known.
  var order: AppStoreOrderID?
  /// The app's identifier of the user of everything in the document, if a list states it and the
  /// store may not.
  var account: AccountID?
  /// The archive record whose body or list is read, if there is one.
  var record: Record?

  /// The facts of an archive record that concern only how it is written.
  struct Record {
    /// The store that it names.
    var store: String?
    /// The time that an earlier import assumed.
    var heardAt: Timestamp?
    /// The app of a list of voided purchases; `nil` for a body.
    var package: String?
  }

  /// Returns the archive record with only one item of its body or list, so that the item can be
  /// read again with everything that the record states of it; without a record, the item.
  ///
  /// An item that is `timed` has the record's time of receipt as well.
  func record(of item: [UInt8], timed: Bool = true) -> [UInt8] {
    guard let record else { return item }
    var head = "{\"store\":" + (record.store.map { JSON.quoted($0) } ?? "null")
    if timed, let receivedAt { head += ",\"receivedAt\":\"\(receivedAt.rfc3339)\"" }
    if timed, let heardAt = record.heardAt { head += ",\"heardAt\":\"\(heardAt.rfc3339)\"" }
    if let order { head += ",\"orderId\":\"\(order)\"" }
    if let account { head += ",\"account\":" + JSON.quoted(account.rawValue) }
    guard let package = record.package else {
      return Array((head + ",\"body\":").utf8) + item + [UInt8(ascii: "}")]
    }
    head += ",\"packageName\":" + JSON.quoted(package)
    return Array((head + ",\"voided\":[").utf8) + item + Array("]}".utf8)
  }

  /// Returns the time at which events count as recorded, given the time that the payload states:
  /// nothing is recorded before it is received.
  func recordedAt(statedAt: Timestamp?) -> Timestamp {
    receivedAt ?? min(statedAt ?? heardAt, heardAt)
  }
}

extension StoreFacts {
  /// Sets the account to the one that the record names, if the store names none, and returns a
  /// suffix for the payload's identity, which then contains more.
  mutating func nameAccount(_ context: ReadContext) -> String {
    guard account == nil, let named = context.account else { return "" }
    account = named
    return ":account:" + Fingerprint.hex(named.rawValue)
  }
}

/// A signed payload's content, with the result of its verification.
struct OpenedPayload {
  var bytes: [UInt8]
  var document: JSONDocument
  var verification: Verification

  /// Calls a closure with the payload's JSON.
  func withRoot<Result>(_ body: (JSONValue) throws(Fault) -> Result) throws(Fault) -> Result {
    try bytes.withUnsafeBufferPointer { (text) throws(Fault) in
      try document.withRoot(of: text, body)
    }
  }
}

extension Verification {
  /// Returns the verification of a payload that consists of two parts.
  static func weakest(_ left: Verification, _ right: Verification) -> Verification {
    func rank(_ value: Verification) -> Int {
      switch value {
      case .verified: 2
      case .unsigned: 1
      case .unchecked: 0
      }
    }
    return rank(left) <= rank(right) ? left : right
  }
}
