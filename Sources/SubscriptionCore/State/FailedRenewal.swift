/// A renewal that could not be collected, as the store described it while it failed.
struct FailedRenewal: Hashable, Sendable {
  /// The product that would have been renewed, which a scheduled change may have made another one.
  var product: ProductID?
  /// Google's base plan without the offer after it.
  var basePlan: String?
  /// The amount that it would have charged, as stated.
  var price: Money?
  /// The billing period of the product, as far as anything proved it before the renewal was paid.
  ///
  /// What the payment itself proves is left out, as it is of the price: otherwise the plan would be
  /// known of renewals that were recovered and unknown of those that were not.
  var plan: BillingPeriod?
  /// A Boolean value that indicates whether it would have been the first payment, after a free
  /// trial.
  var isFirstPayment: Bool
  /// A Boolean value that indicates whether the price of an offer may have gone on, so that the
  /// product's own price says nothing of the amount.
  var isDiscounted: Bool
  /// A Boolean value that indicates whether the user changed the product after the decline, so that
  /// what was declined is another amount.
  var isChanged = false

  /// Adds a further report of the same failure to the first one; a product that the user changed to
  /// meanwhile is what the store tries to charge from then on.
  fileprivate mutating func add(_ other: FailedRenewal) {
    let isFirst = isFirstPayment || other.isFirstPayment
    if let changed = other.product, changed != product {
      self = other
      isChanged = true
    } else if product == other.product {
      price = price ?? other.price
      plan = plan ?? other.plan
    }
    isFirstPayment = isFirst
  }
}

// MARK: The renewal that is due

extension SubscriptionMachine {
  /// Opens a failure, with the renewal that is due or was due before the event of its payment.
  mutating func open(_ failure: Failure, _ renewal: FailedRenewal? = nil) {
    failures.append(failure)
    failedRenewals.append(renewal ?? renewalDue)
  }

  /// Adds what a further report of the open failure states about its renewal.
  mutating func noteRenewalDue() {
    guard !failedRenewals.isEmpty else { return }
    failedRenewals[failedRenewals.count - 1].add(renewalDue)
  }

  /// The renewal that is due, from the facts known now.
  var renewalDue: FailedRenewal {
    let product = facts.nextProduct ?? facts.product
    let basePlan: String? =
      switch facts.renewsByInstalments {
      case true?: StoreFacts.instalments
      case false?: nil
      case nil: facts.nextProduct == nil ? facts.basePlanName : nil
      }
    let isChanging = facts.nextProduct != nil || basePlan != facts.basePlanName
    let terms = terms(of: product, basePlan)
    let known = terms?.price
    let price: Money? =
      switch facts.offer?.kind {
      case nil: isChanging || isPaymentUnheard ? known : facts.price ?? known
      case .freeTrial, .payUpFront: known
      case .payAsYouGo, .discounted: nil
      }
    // A price for each period shows the period, whether or not the offer goes on.
    let offerPlan = facts.offer?.kind == .payAsYouGo && !isChanging ? paidPeriod : nil
    // Once a trial is over, Google states the phase after it, and still the trial's order as the
    // last one paid.
    let isTrialLastPaid = trialOrderID != nil && trialOrderID == facts.paidOrderID
    return FailedRenewal(
      product: product, basePlan: basePlan, price: facts.renewalPrice ?? price,
      plan: facts.renewsByInstalments == true ? .monthly : terms?.plan?.period ?? offerPlan,
      isFirstPayment: facts.isTrial || isTrialLastPaid,
      isDiscounted: facts.offer?.kind == .payAsYouGo || facts.offer?.kind == .discounted)
  }
}
