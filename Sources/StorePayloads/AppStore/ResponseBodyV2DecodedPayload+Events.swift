import SubscriptionCore

extension ResponseBodyV2DecodedPayload {
  /// Returns the event kind of the notification; `nil` if it concerns no subscription.
  ///
  /// It depends on type and subtype
  /// (<https://developer.apple.com/documentation/appstoreservernotifications/notificationtype>).
  func kind(renewal: JWSRenewalInfoDecodedPayload?) -> EventKind? {
    guard let type = notificationType.known else { return .unrecognized }
    let subtype = subtype?.known
    switch type {
    case .subscribed: return .purchased
    case .didRenew: return subtype == .billingRecovery ? .recovered : .renewed
    case .didFailToRenew: return .billingFailed
    case .gracePeriodExpired: return .holdStarted
    case .expired: return .expired
    case .didChangeRenewalStatus:
      switch subtype {
      case .autoRenewEnabled: return .autoRenewEnabled
      case .autoRenewDisabled: return .autoRenewDisabled
      default: break
      }
      // Sent without a subtype after a price notice: the renewal info has the status.
      switch renewal?.autoRenewStatus?.known {
      case .on: return .autoRenewEnabled
      case .off: return .autoRenewDisabled
      case nil: return .unrecognized
      }
    case .didChangeRenewalPref:
      if subtype == .upgrade { return .productChanged }
      return subtype == .downgrade ? .productChangeScheduled : .productChangeReverted
    case .offerRedeemed: return .offerRedeemed
    case .priceIncrease, .priceChange: return .priceChanged
    case .refund: return .refunded
    case .refundDeclined: return .refundDeclined
    case .refundReversed: return .refundReversed
    case .consumptionRequest: return .refundRequested
    case .revoke: return .revoked
    case .renewalExtended: return .renewalExtended
    case .renewalExtension: return subtype == .failure ? .snapshot : nil
    case .metadataUpdate, .migration, .migrate: return .snapshot
    case .oneTimeCharge, .externalPurchaseToken, .rescindConsent, .test: return nil
    }
  }

  /// Returns the facts that the notification states, by its parts and its own status.
  func facts(_ parts: AppStoreParts) -> StoreFacts {
    let stated = data?.status?.known?.stated ?? (subtype?.known == .gracePeriod ? .grace : nil)
    var facts = StoreFacts(transaction: parts.transaction, renewal: parts.renewal, status: stated)
    if facts.app == nil { facts.app = bundleId.map { AppID($0) } }
    if facts.environment == nil { facts.environment = environment?.environment }
    if namesEarlierPeriod(parts) { facts.forgetPeriod(keeping: parts.renewal) }
    facts.add(unknown: unknownValues)
    switch (notificationType.known, subtype?.known) {
    case (.didFailToRenew, .gracePeriod):
      // The status and the retry may still be those before the date (<doc:EdgeCases#Case-4>).
      facts.graceEndsAt = parts.renewal?.gracePeriodExpiresDate
    case (.expired, .voluntary): facts.endReason = .voluntary
    case (.expired, .billingRetry): facts.endReason = .billing
    case (.expired, .priceIncrease): facts.endReason = .priceIncrease
    case (.expired, .productNotForSale): facts.endReason = .productUnavailable
    case (.expired, _): facts.endReason = facts.endReason ?? .other
    case (.refund, _): facts.endReason = .refund
    case (.revoke, _): facts.endReason = .familySharing
    case (.priceIncrease, .pending): facts.priceConsentPending = true
    case (.priceIncrease, .accepted): facts.priceConsentPending = false
    case (.didChangeRenewalStatus, .autoRenewDisabled):
      facts.canceledAt = signedDate
      // The renewal info may be missing (<doc:EdgeCases#Case-4>).
      facts.autoRenew = facts.autoRenew ?? false
    default: break
    }
    return facts
  }

  /// Returns whether a refund or a request about one concerns a period before the current one: by
  /// its end or, where that lies later, as that of a year after an upgrade, by its product.
  private func namesEarlierPeriod(_ parts: AppStoreParts) -> Bool {
    switch notificationType.known {
    case .refund, .refundDeclined, .refundReversed, .consumptionRequest, .revoke: break
    default: return false
    }
    if parts.transaction?.isUpgraded == true { return true }
    if let sold = parts.transaction?.productId, let renewing = parts.renewal?.productId,
      sold != renewing
    {
      return true
    }
    guard let expires = parts.transaction?.expiresDate else { return false }
    if let renewal = parts.renewal?.renewalDate, renewal > expires { return true }
    guard let signedDate else { return false }
    return data?.status?.known == .active && expires <= signedDate
  }

  /// Returns the instant at which the event takes effect, by its kind.
  func effectiveAt(_ kind: EventKind, _ parts: AppStoreParts, statedAt: Timestamp) -> Timestamp {
    let transaction = parts.transaction
    switch kind {
    case .purchased, .renewed, .recovered, .productChanged:
      return min(transaction?.purchaseDate ?? statedAt, statedAt)
    case .billingFailed:
      // The decline is reported within about a day of the expiry, perhaps before it
      // (<doc:EdgeCases#Case-4>).
      return transaction?.expiresDate ?? statedAt
    case .holdStarted: return min(parts.renewal?.gracePeriodExpiresDate ?? statedAt, statedAt)
    case .expired:
      // After billing retry it ends when Apple gives up, otherwise with the paid period.
      let gaveUp = subtype?.known == .billingRetry
      return gaveUp ? statedAt : min(transaction?.expiresDate ?? statedAt, statedAt)
    case .refunded, .revoked: return transaction?.revocationDate ?? statedAt
    default: return statedAt
    }
  }
}
