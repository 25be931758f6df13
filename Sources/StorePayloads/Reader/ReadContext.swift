import SubscriptionCore

/// What is known about a document beside its bytes.
struct ReadContext {
  /// When it was heard, where anybody recorded that.
  var receivedAt: Timestamp?
  /// The present.
  var heardAt: Timestamp
  /// The App Store's order that everything in the document was bought with, where that is known.
  var order: AppStoreOrderID?
  /// The app's name for the user of everything in the document, where a list states it and the
  /// store may not.
  var account: AccountID?
  /// The bytes to keep, where they are more than the value that is read: an archive record.
  var record: [UInt8]?

  /// The bytes to keep for a value.
  func raw(_ value: JSONValue) -> [UInt8] { record ?? Array(value.raw) }

  /// The time at which events count as recorded, given the time that the payload states.
  func recordedAt(statedAt: Timestamp?) -> Timestamp { receivedAt ?? statedAt ?? heardAt }
}

extension StoreFacts {
  /// Takes over the account that the record names where the store names none.
  ///
  /// - Returns: What is added to the payload's identity, as it says more than without.
  mutating func nameAccount(_ context: ReadContext) -> String {
    guard account == nil, let named = context.account else { return "" }
    account = named
    return ":account:" + Fingerprint.hex(named.rawValue)
  }
}

/// The text of a payload that was signed, with what is known about its origin.
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
  /// What is known about a whole of which these are the parts.
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
