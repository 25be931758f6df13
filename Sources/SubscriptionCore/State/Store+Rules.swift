/// The rules in which the stores differ, as far as the state of a subscription depends on them.
///
/// Each has an answer for every store: code that asks a rule needs no change for a further store,
/// which compiles once it has an answer to each.
extension Store {
  /// Returns the answer for the store.
  @inline(__always)
  private func rule(appStore: Bool, googlePlay: Bool) -> Bool {
    switch self {
    case .appStore: appStore
    case .googlePlay: googlePlay
    }
  }

  // MARK: Reports

  /// A Boolean value that indicates whether a message describes one payment by its transaction,
  /// with the renewal beside it, rather than the purchase as a whole (<doc:EdgeCases#Case-17>).
  var reportsTransactions: Bool { rule(appStore: true, googlePlay: false) }

  /// A Boolean value that indicates whether a notification states only a change, and the purchase
  /// is described by a resource that is fetched later
  /// (<doc:GooglePlayRules#Resources-that-were-fetched-late>).
  var describesOnRequest: Bool { rule(appStore: false, googlePlay: true) }

  /// A Boolean value that indicates whether one identifier stays through upgrades and later
  /// purchases, as Apple's original transaction identifier does and Google's tokens do not
  /// (<doc:EdgeCases#Case-14>).
  var reusesIdentifiers: Bool { rule(appStore: true, googlePlay: false) }

  /// A Boolean value that indicates whether an end after a price increase without consent states
  /// that reason (<doc:EdgeCases#Case-34>).
  var statesPriceIncrease: Bool { rule(appStore: true, googlePlay: false) }

  // MARK: Failing renewals

  /// A Boolean value that indicates whether the expiry date moves into grace, hold and back,
  /// rather than being that of the payment for good (<doc:EdgeCases#Case-1>,
  /// <doc:EdgeCases#Case-10>).
  var movesExpiry: Bool { rule(appStore: false, googlePlay: true) }

  /// A Boolean value that indicates whether the end of grace has a field of its own, beside the
  /// expiry date (<doc:EdgeCases#Case-1>).
  var statesGraceEnd: Bool { rule(appStore: true, googlePlay: false) }

  /// A Boolean value that indicates whether the store retries a renewal for a day or two before
  /// it reports the failure (<doc:EdgeCases#Case-12>).
  var retriesInSilence: Bool { rule(appStore: false, googlePlay: true) }

  /// A Boolean value that indicates whether a report of hold means that grace has ended, and none
  /// is sent without grace (<doc:AppStoreRules#Notifications>).
  var reportsHoldAfterGrace: Bool { rule(appStore: true, googlePlay: false) }

  /// A Boolean value that indicates whether a payment in grace is reported like any renewal
  /// (<doc:EdgeCases#Case-11>).
  var reportsGraceRecoveryAsRenewal: Bool { rule(appStore: false, googlePlay: true) }

  /// A Boolean value that indicates whether a payment in grace is dated at the renewal that had
  /// failed (<doc:AppStoreRules#Grace-and-retry>).
  var datesRecoveryAtRenewal: Bool { rule(appStore: true, googlePlay: false) }

  /// A Boolean value that indicates whether a cancellation ends the retries at once, while the
  /// reported status may still be that of the failing renewal (<doc:EdgeCases#Case-7>).
  var endsRetriesWhenCanceled: Bool { rule(appStore: true, googlePlay: false) }

  /// A Boolean value that indicates whether developers set the length of hold
  /// (<doc:GooglePlayRules#Grace-and-hold>).
  var hasHoldSetting: Bool { rule(appStore: false, googlePlay: true) }

  /// A Boolean value that indicates whether buying a product again replaces the purchase of it
  /// that is on hold (<doc:EdgeCases#Case-15>).
  var replacesHeldPurchases: Bool { rule(appStore: false, googlePlay: true) }

  /// A Boolean value that indicates whether the store's own message about a failing renewal
  /// appears only in windows of some days (<doc:AppStoreRules#Message-windows>).
  var showsMessagesInWindows: Bool { rule(appStore: true, googlePlay: false) }

  // MARK: Plans and refunds

  /// A Boolean value that indicates whether users can pause a subscription
  /// (<doc:GooglePlayRules#Pauses>).
  var offersPauses: Bool { rule(appStore: false, googlePlay: true) }

  /// A Boolean value that indicates whether a subscription may be prepaid: active and without
  /// auto-renew (<doc:GooglePlayRules#Purchases>).
  var sellsPrepaidPlans: Bool { rule(appStore: false, googlePlay: true) }

  /// A Boolean value that indicates whether a purchase may hold several products, which change
  /// without a payment (<doc:GooglePlayRules#Purchases>).
  var sellsAddOns: Bool { rule(appStore: false, googlePlay: true) }

  /// A Boolean value that indicates whether a canceled subscription remains charged, and may
  /// fail, until its commitment ends (<doc:EdgeCases#Case-38>).
  var chargesCommitmentsToTheEnd: Bool { rule(appStore: true, googlePlay: false) }

  /// A Boolean value that indicates whether a product that is paid at once may also be paid by
  /// instalments, for which Google has base plans of their own (<doc:EdgeCases#Case-38>).
  var sellsInstalmentsOfProducts: Bool { rule(appStore: true, googlePlay: false) }

  /// A Boolean value that indicates whether an order may be refunded while access and renewals go
  /// on (<doc:EdgeCases#Case-17>).
  var refundsWithoutRevoking: Bool { rule(appStore: false, googlePlay: true) }
}
