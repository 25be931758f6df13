/// The situations that a team writes a reply text for; the raw values are the keys of a language's
/// file.
public enum ReplyKey: String, Hashable, Sendable, CaseIterable {
  /// The first line.
  case greeting
  /// The last line.
  case closing
  /// Paid for, with automatic renewal.
  case active
  /// Paid for; the store has not stated whether it renews.
  case activeUntil
  /// Paid for, beside another purchase that is charged as well.
  case doubled
  /// Paid for, but not acknowledged by the app, so that Google Play will refund it.
  case unacknowledged
  /// A free trial that is followed by a charge.
  case trial
  /// Prepaid, without automatic renewal.
  case prepaid
  /// The store expects the next payment to fail.
  case paymentAnnounced
  /// A price increase awaits the customer's consent.
  case priceConsent
  /// A change to another product is scheduled for the next renewal.
  case productChange
  /// A pause is scheduled and has not begun.
  case pausePending
  /// Canceled, with committed payments remaining.
  case commitment
  /// Paused.
  case paused
  /// A pause is over and its payment is being processed.
  case resuming
  /// A renewal is being processed, with access.
  case processing
  /// A payment failed, with access.
  case grace
  /// A payment failed, without access.
  case hold
  /// A payment for one of several products of a purchase failed, without access to any; the others
  /// are paid for longer.
  case holdItems
  /// A payment failed, and another purchase of the same customer is charged.
  case failingBeside
  /// A payment failed, without access by it, and another purchase gives access without a charge of
  /// its own to come.
  case holdBeside
  /// A payment failed, and the store does not retry it.
  case notTried
  /// Canceled, with access until the end of the paid period.
  case canceled
  /// Will not renew, for a reason other than the customer's cancellation.
  case notRenewed
  /// Ended because the customer canceled.
  case endedCanceled
  /// Ended because a payment could not be collected.
  case endedUnpaid
  /// Ended because the customer did not consent to a new price.
  case endedPrice
  /// Ended because the product is no longer sold.
  case endedUnavailable
  /// Ended for another reason.
  case ended
  /// Ended, and another purchase gives access, perhaps of another kind.
  case endedBeside
  /// Refunded.
  case refunded
  /// Refunded, with automatic renewal still on.
  case refundedRenewing
  /// Paid by a member of the family.
  case familyShared
  /// Paid by a member of the family whose payment failed, without access.
  case familyHold
  /// Was shared by the family and has ended, or is no longer shared.
  case familyEnded
  /// Replaced by another purchase.
  case superseded
  /// Waiting for the first payment.
  case pending
  /// Canceled before the first payment.
  case neverPaid
  /// The state is unknown, and someone has to look it up first.
  case unknown
}

/// A placeholder of a reply text; the raw value is its name in braces, as in `{product}`.
public enum ReplyPlaceholder: String, Hashable, Sendable, CaseIterable {
  /// The customer's name.
  case name
  /// The product's own name.
  case product
  /// The name of the other product: that of the next renewal, or of another purchase.
  case next
  /// The date on which another purchase began, if both products have one name.
  case begun
  /// The store.
  case store
  /// The page on which the customer changes the payment method.
  case link
  /// The page on which the customer changes the subscription.
  case settings
  /// The date of the next charge or renewal, in ``ReplyKey/active`` unknown if it charges nothing;
  /// in ``ReplyKey/unacknowledged`` that of the refund.
  case date
  /// The end of access, or of the paid period.
  case until
  /// The beginning of the situation.
  case since
  /// The date of the payment that failed.
  case failed
  /// The end of a pause.
  case resumes
  /// The number of payments that remain of a commitment.
  case payments
  /// The new price.
  case price
  /// The part of a payment that was given back, as a percentage.
  case part

  /// Returns whether the value is known wherever a situation offers the placeholder.
  ///
  /// Another product is known while a payment fails only if the customer chose one.
  public func isAlwaysKnown(in key: ReplyKey) -> Bool {
    switch self {
    case .product, .store, .link, .settings: true
    case .next: key != .grace && key != .hold
    case .name, .begun, .date, .until, .since, .failed, .resumes, .payments, .price, .part: false
    }
  }
}

extension ReplyKey {
  /// The placeholders that a text for the situation may contain.
  public var placeholders: [ReplyPlaceholder] {
    let usual: [ReplyPlaceholder] = [.name, .product, .store, .settings]
    switch self {
    case .greeting, .closing: return [.name, .product]
    case .active, .activeUntil, .trial: return usual + [.date, .until, .price]
    case .paymentAnnounced: return usual + [.link, .date, .until]
    case .priceConsent: return usual + [.date, .until, .since, .price]
    case .productChange: return usual + [.next, .date, .until]
    case .doubled: return usual + [.next, .begun, .date, .until]
    case .pausePending: return usual + [.until, .resumes]
    case .commitment: return usual + [.date, .until, .payments]
    case .paused, .resuming: return usual + [.since, .resumes]
    case .processing, .unacknowledged: return usual + [.date, .until]
    case .grace: return usual + [.link, .next, .failed, .until]
    case .failingBeside, .holdBeside:
      return usual + [.link, .next, .begun, .failed, .until, .since]
    case .endedBeside: return usual + [.next, .begun, .since]
    case .hold: return usual + [.link, .next, .failed, .since]
    case .holdItems, .endedUnpaid: return usual + [.link, .failed, .since]
    case .notTried: return usual + [.link, .failed, .until, .since]
    case .prepaid, .canceled, .notRenewed: return usual + [.until]
    case .endedCanceled: return usual + [.since, .failed]
    case .endedPrice, .endedUnavailable, .ended, .superseded, .familyEnded, .familyHold:
      return usual + [.since]
    case .refunded: return usual + [.since, .part]
    case .refundedRenewing: return usual + [.since, .date, .part]
    case .familyShared, .pending, .neverPaid, .unknown: return usual
    }
  }
}
