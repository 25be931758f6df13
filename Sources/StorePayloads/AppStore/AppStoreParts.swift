import SubscriptionCore

/// The parts of a notification that are signed separately.
struct AppStoreParts {
  var transaction: JWSTransactionDecodedPayload?
  var renewal: JWSRenewalInfoDecodedPayload?

  /// The values that this build does not know, those of the transaction first.
  var unknownValues: [String] {
    (transaction?.unknownValues ?? []) + (renewal?.unknownValues ?? [])
  }

  /// Apple's identifier of the subscription.
  var originalTransactionId: String? {
    transaction?.originalTransactionId ?? renewal?.originalTransactionId
  }

  /// A Boolean value that indicates whether the transaction is not for an auto-renewable
  /// subscription.
  var isOneTime: Bool { transaction?.isOneTime ?? false }
}

extension AppStoreParts {
  /// Throws an error if a part is for another app, environment or subscription than the enclosing
  /// payload.
  func check(app: String?, environment: Open<AppStoreEnvironment>?) throws(Fault) {
    if let app, let other = transaction?.bundleId, other != app {
      throw Fault(.proof(.mismatch("app")), at: "data.signedTransactionInfo.bundleId")
    }
    func check(_ stated: Open<AppStoreEnvironment>?, of part: String) throws(Fault) {
      guard let environment, let stated, stated != environment else { return }
      throw Fault(.proof(.otherEnvironment(stated.rawValue)), at: "data.\(part).environment")
    }
    try check(transaction?.environment, of: "signedTransactionInfo")
    try check(renewal?.environment, of: "signedRenewalInfo")
    if let original = transaction?.originalTransactionId,
      let other = renewal?.originalTransactionId, other != original
    {
      throw Fault(
        .proof(.mismatch("subscription")), at: "data.signedRenewalInfo.originalTransactionId")
    }
  }
}
