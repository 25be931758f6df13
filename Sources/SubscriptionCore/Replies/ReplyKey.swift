/// The situations for which a reply to a customer has words of its own; the raw values are the
/// keys of a language's file.
public enum ReplyKey: String, Hashable, Sendable, CaseIterable {
  /// The first line.
  case greeting
  /// The last line.
  case closing
  /// Paid for, and renewed by itself.
  case active
  /// Paid for, and whether it renews is not known.
  case activeUntil
  /// A free trial that is followed by a charge.
  case trial
  /// Bought in advance, and not renewed by itself.
  case prepaid
  /// The store expects the next payment to fail.
  case paymentAnnounced
  /// A higher price waits for consent.
  case priceConsent
  /// Another product follows.
  case productChange
  /// A pause was asked for and has not begun.
  case pausePending
  /// Canceled, with payments left that were agreed to.
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
  /// A payment failed and nothing is tried any more.
  case notTried
  /// Canceled, with access until the end of what was paid for.
  case canceled
  /// Not renewed, for another reason than the customer's wish.
  case notRenewed
  /// Ended, because it was canceled.
  case endedCanceled
  /// Ended, because a payment was not collected.
  case endedUnpaid
  /// Ended, because a new price was not agreed to.
  case endedPrice
  /// Ended, because the product is not sold any more.
  case endedUnavailable
  /// Ended for another reason.
  case ended
  /// Paid back.
  case refunded
  /// Paid back, and still renewed by itself.
  case refundedRenewing
  /// Paid by a member of the family.
  case familyShared
  /// No longer shared by the family.
  case familyEnded
  /// Replaced by another purchase.
  case superseded
  /// Waiting for the first payment.
  case pending
  /// Given up before the first payment.
  case neverPaid
  /// How it stands has to be found out first.
  case unknown
}

/// What a reply's words leave open; the raw values stand in braces, as `{product}`.
public enum ReplyPlaceholder: String, Hashable, Sendable, CaseIterable {
  /// The customer's name.
  case name
  /// The product's own name.
  case product
  /// The name of the product that follows.
  case next
  /// The store.
  case store
  /// The page on which the payment method is changed.
  case link
  /// The page on which the subscription is changed.
  case settings
  /// The date of the next charge, or of what is awaited.
  case date
  /// The end of access, or of what was paid for.
  case until
  /// When the situation began.
  case since
  /// The date of the payment that failed.
  case failed
  /// The end of a pause.
  case resumes
  /// How many payments are left.
  case payments
  /// The new price.
  case price

  /// Whether it is known in every situation that may name it.
  public var isAlwaysKnown: Bool {
    switch self {
    case .product, .next, .store, .link, .settings: true
    case .name, .date, .until, .since, .failed, .resumes, .payments, .price: false
    }
  }
}

extension ReplyKey {
  /// What its words may leave open.
  public var placeholders: [ReplyPlaceholder] {
    let usual: [ReplyPlaceholder] = [.name, .product, .store, .settings]
    switch self {
    case .greeting, .closing: return [.name, .product]
    case .active, .activeUntil, .trial: return usual + [.date, .until, .price]
    case .prepaid: return usual + [.until]
    case .paymentAnnounced: return usual + [.link, .date, .until]
    case .priceConsent: return usual + [.date, .until, .price]
    case .productChange: return usual + [.next, .date, .until]
    case .pausePending: return usual + [.until, .resumes]
    case .commitment: return usual + [.date, .until, .payments]
    case .paused, .resuming: return usual + [.since, .resumes]
    case .processing: return usual + [.date, .until]
    case .grace: return usual + [.link, .failed, .until]
    case .hold, .notTried, .endedUnpaid: return usual + [.link, .failed, .since]
    case .canceled, .notRenewed: return usual + [.until]
    case .endedCanceled: return usual + [.since, .failed]
    case .endedPrice, .endedUnavailable, .ended, .superseded, .familyEnded, .refunded:
      return usual + [.since]
    case .refundedRenewing: return usual + [.since, .date]
    case .familyShared, .pending, .neverPaid, .unknown: return usual
    }
  }
}
