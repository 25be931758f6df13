import SubscriptionCore

extension SubscriptionEvent: Fields {
  static var blank: SubscriptionEvent {
    SubscriptionEvent(
      id: "", kind: .unrecognized, subscription: "", effectiveAt: .epoch, statedAt: .epoch,
      recordedAt: .epoch, source: .app, verification: .unsigned)
  }

  mutating func visit<Visitor: FieldVisitor>(_ visitor: inout Visitor) {
    visitor.field(1, &id)
    visitor.field(2, &kind, named: "kind", or: .unrecognized)
    visitor.field(3, &subscription)
    visitor.field(4, &effectiveAt)
    visitor.field(5, &statedAt)
    visitor.field(6, &recordedAt)
    visitor.field(7, &source, named: "source", or: Self.source(of: subscription))
    visitor.field(8, &verification, named: "verification", or: .unchecked)
    visitor.field(9, &storeName)
    if Visitor.keepsValues {
      // Assigning the facts would allocate new storage for them.
      _ = visitor.group(10, facts)
    } else {
      visitor.field(10, &facts)
    }
    visitor.field(11, &action)
    let kept = visitor.texts(12, unread.isEmpty ? nil : unread)
    if !Visitor.keepsValues { unread = visitor.unread + (kept ?? []) }
  }

  /// The source that an event of an unknown one counts as: one of its subscription's store, where
  /// the subscription's id tells it.
  private static func source(of subscription: SubscriptionID) -> EventSource {
    let id = subscription.rawValue
    if id.hasPrefix("as_") { return .appStoreServerAPI }
    return id.hasPrefix("gp_") ? .googlePlaySubscription : .app
  }
}

extension SubscriptionEvent.Action: Fields {
  static var blank: Self { Self(actor: "") }

  mutating func visit(_ visitor: inout some FieldVisitor) {
    visitor.field(1, &actor)
    visitor.field(2, &step)
    visitor.field(3, &until)
    visitor.field(4, &text)
    visitor.field(5, &undoes)
  }
}

extension StoreFacts: Fields {
  static var blank: StoreFacts { StoreFacts() }

  mutating func visit(_ visitor: inout some FieldVisitor) {
    visitor.field(1, &app)
    visitor.field(2, &environment, named: "environment")
    visitor.field(3, &account)
    visitor.field(4, &product)
    visitor.field(5, &basePlan)
    visitor.field(6, &group)
    // 7 was a period that builds before rules 2 guessed from dates.
    visitor.field(8, &price)
    visitor.field(9, &renewalPrice)
    visitor.field(10, &offer)
    visitor.field(11, &familyShared)
    visitor.field(12, &country)
    visitor.field(13, &originalTransactionID)
    visitor.field(14, &transactionID)
    visitor.field(15, &webOrderLineItemID)
    visitor.field(16, &orderID)
    visitor.field(17, &paidOrderID)
    visitor.field(18, &purchaseToken)
    visitor.field(19, &replaces)
    visitor.field(20, &replacedBy)
    visitor.field(21, &status, named: "status")
    visitor.field(22, &startedAt)
    visitor.field(23, &purchasedAt)
    visitor.field(24, &expiresAt)
    visitor.field(25, &graceEndsAt)
    visitor.field(26, &renewsAt)
    visitor.field(27, &resumesAt)
    visitor.field(28, &canceledAt)
    visitor.field(29, &revokedAt)
    visitor.field(30, &autoRenew)
    visitor.field(31, &inBillingRetry)
    visitor.field(32, &nextProduct)
    visitor.field(33, &endReason, named: "endReason")
    visitor.field(34, &priceConsentPending)
    visitor.field(35, &acknowledgementPending)
    visitor.field(36, &isUpgraded)
    visitor.field(37, &commitmentPaymentsLeft)
    visitor.field(38, &oddities)
    visitor.field(39, &period, named: "period")
    visitor.field(40, &unknownValues)
    visitor.field(41, &isProrated)
    visitor.field(42, &isBasePhase)
    visitor.field(43, &endsWithCommitment)
    visitor.field(44, &addOns)
    visitor.field(45, &refundedPart)
    visitor.field(46, &removedItems)
    visitor.field(47, &otherItems)
    visitor.field(48, &isPrepaid)
    visitor.field(49, &renewsByInstalments)
    visitor.field(50, &resubscribes)
    visitor.field(51, &consentDeadline)
  }
}

extension PurchasedItem: Fields {
  static var blank: PurchasedItem { PurchasedItem(product: nil, paidOrderID: nil) }

  mutating func visit(_ visitor: inout some FieldVisitor) {
    visitor.field(1, &product)
    visitor.field(2, &paidOrderID)
    visitor.field(3, &isTrial)
    visitor.field(4, &expiresAt)
  }
}

extension Offer: Fields {
  static var blank: Offer { Offer(kind: .discounted, isIntroductory: false) }

  mutating func visit(_ visitor: inout some FieldVisitor) {
    visitor.field(1, &kind, named: "offer.kind", or: .discounted)
    visitor.field(2, &isIntroductory)
    visitor.field(3, &identifier)
    visitor.field(4, &period)
  }
}

extension Money: Fields {
  static var blank: Money { Money(micros: 0, currency: "") }

  mutating func visit(_ visitor: inout some FieldVisitor) {
    micros = visitor.integer(1, micros) ?? 0
    visitor.field(2, &currency)
  }
}
