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
  var isOneTime: Bool {
    guard let type = transaction?.type else { return false }
    return type.known != .autoRenewableSubscription
  }
}

extension AppStoreParts {
  /// Throws an error if a part is for another app, environment or subscription than the enclosing
  /// payload.
  func check(app: String?, environment: Open<AppStoreEnvironment>?) throws(Fault) {
    let transactionField = "data.signedTransactionInfo"
    if let app, let other = transaction?.bundleId, other != app {
      throw Fault(.proof(.mismatch("app")), at: transactionField + ".bundleId")
    }
    if let environment {
      if let other = transaction?.environment, other != environment {
        throw Fault(
          .proof(.otherEnvironment(other.rawValue)), at: transactionField + ".environment")
      }
      if let other = renewal?.environment, other != environment {
        throw Fault(
          .proof(.otherEnvironment(other.rawValue)), at: "data.signedRenewalInfo.environment")
      }
    }
    if let original = transaction?.originalTransactionId,
      let other = renewal?.originalTransactionId, other != original
    {
      throw Fault(
        .proof(.mismatch("subscription")), at: "data.signedRenewalInfo.originalTransactionId")
    }
  }
}
