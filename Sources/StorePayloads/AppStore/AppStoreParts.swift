import SubscriptionCore

/// The parts of a notification that were signed on their own.
struct AppStoreParts {
  var transaction: JWSTransactionDecodedPayload?
  var renewal: JWSRenewalInfoDecodedPayload?

  /// The values that this build does not know, those of the transaction first.
  var unknownValues: [String] {
    (transaction?.unknownValues ?? []) + (renewal?.unknownValues ?? [])
  }

  /// The subscription's name at Apple.
  var originalTransactionId: String? {
    transaction?.originalTransactionId ?? renewal?.originalTransactionId
  }

  /// Whether the transaction is something else than a renewing subscription.
  var isOneTime: Bool {
    guard let type = transaction?.type else { return false }
    return type.known != .autoRenewableSubscription
  }
}

extension AppStoreParts {
  /// Refuses parts about another app, environment or subscription than what they stand in.
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
