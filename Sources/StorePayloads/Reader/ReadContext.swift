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
  /// The bytes to store if they are more than the value that is read: an archive record.
  var record: [UInt8]?

  /// Returns the bytes to store for a value.
  func raw(_ value: JSONValue) -> [UInt8] { record ?? Array(value.raw) }

  /// Returns the time at which events count as recorded, given the time that the payload states.
  func recordedAt(statedAt: Timestamp?) -> Timestamp { receivedAt ?? statedAt ?? heardAt }
}

extension StoreFacts {
  /// Sets the account to the one that the record names, if the store names none.
  ///
  /// - Returns: A suffix for the payload's identity, as the payload contains more with the account.
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
  func withRoot<Result>(
    _ body: (JSONValue) throws(Fault) -> Result
  ) throws(Fault) -> Result {
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
