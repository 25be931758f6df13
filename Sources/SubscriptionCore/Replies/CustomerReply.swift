/// A reply to a customer's question about a subscription: its state, until when it lasts, and what
/// to do.
///
/// The reply is in the second person and in the customer's time zone, and contains nothing that she
/// did not ask about. A team writes the texts itself (``ReplyTemplates``); this type chooses the
/// text for the subscription's situation and fills in its placeholders.
public struct CustomerReply: Hashable, Sendable {
  /// The situation.
  public let key: ReplyKey
  private let instants: [ReplyPlaceholder: Timestamp]
  private let values: [ReplyPlaceholder: String]
  private let store: Store
  private let zone: DisplayZone

  /// Determines the situation of a subscription and the values for the placeholders.
  ///
  /// - Parameters:
  ///   - subscriber: The subscription.
  ///   - now: The present.
  ///   - policy: The rules for dates.
  ///   - zone: The customer's time zone.
  ///   - name: The customer's name; empty if it is unknown.
  ///   - productName: Returns the name that customers know a product by.
  public init(
    about subscriber: Subscriber, at now: Timestamp, policy: ChurnPolicy, in zone: DisplayZone,
    to name: String = "", productName: (ProductID) -> String
  ) {
    let facts = ReplyFacts(Explanation(of: subscriber, at: now, policy: policy))
    key = facts.key
    (store, self.zone) = (subscriber.store, zone)
    let isBeside =
      switch key {
      case .doubled, .failingBeside, .holdBeside, .endedBeside: true
      default: false
      }
    let product = facts.product
    var values: [ReplyPlaceholder: String] = [
      .product: product.rawValue.isEmpty
        ? subscriber.app?.rawValue ?? subscriber.store.title : productName(product),
      .link: PaymentPage.link(
        store: subscriber.store, product: subscriber.product, app: subscriber.app),
      // One of two is chosen on the page of all subscriptions.
      .settings: PaymentPage.settings(
        store: subscriber.store,
        product: isBeside ? "" : key == .priceConsent ? subscriber.product : product,
        app: subscriber.app),
    ]
    if !name.isEmpty { values[.name] = name }
    var instants = facts.instants
    let next = isBeside ? facts.other?.product : facts.status.pendingProduct
    if let next { values[.next] = productName(next) }
    // The day on which the other one began distinguishes two purchases of one name.
    if isBeside, values[.next] == values[.product] { instants[.begun] = facts.other?.since }
    self.instants = instants
    if let left = subscriber.facts.commitmentPaymentsLeft, left > 0 {
      values[.payments] = String(left)
    }
    if let part = facts.explanation.refundedPart { values[.part] = part }
    if let price = subscriber.facts.renewalPrice { values[.price] = price.text }
    self.values = values
  }

  /// The reply in a language: greeting, answer and closing, separated by blank lines.
  public func text(_ templates: ReplyTemplates) -> String {
    var values = values
    values[.store] = templates.stores[store] ?? store.title
    for (place, instant) in instants { values[place] = templates.words(instant, in: zone) }
    return [ReplyKey.greeting, key, .closing]
      .compactMap { templates.texts[$0]?.filled(values) }
      .filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }
}

extension ProductID {
  /// A readable name for a product without a title: the identifier without the app's identifier in
  /// front, its parts as capitalized words, for example `Pro Monthly`.
  public func readable(in app: AppID?) -> String {
    var text = rawValue[...]
    if let app, !app.rawValue.isEmpty, text.hasPrefix(app.rawValue + ".") {
      text = text.dropFirst(app.rawValue.count + 1)
    }
    let words = text.split { ".-_ ".contains($0) }
    return words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
  }
}

/// The situation of a subscription with its dates.
private struct ReplyFacts {
  let explanation: Explanation
  var key = ReplyKey.unknown
  var instants: [ReplyPlaceholder: Timestamp] = [:]

  var status: SubscriptionStatus { explanation.status }
  /// A purchase that is charged beside this one, or gives access, with the date on which it began;
  /// `nil` if there is none.
  var other: (product: ProductID, since: Timestamp?)? {
    if let charged { return (charged.product, charged.since) }
    return givingAccess.map { ($0.product, $0.purchasedAt) }
  }
  /// A purchase that is charged beside this one; `nil` if there is none.
  private var charged: LinkedPurchase? { explanation.chargedBeside ?? explanation.paidBeside }
  /// The other purchase with a product that gives access; `nil` if there is none.
  private var givingAccess: RelatedPurchase? {
    explanation.givingAccess.flatMap { $0.product.rawValue.isEmpty ? nil : $0 }
  }

  /// The product that the reply names: that of the purchase that replaced this one, if the reply
  /// names its end, or the one that was chosen for the next period, if its price awaits consent.
  var product: ProductID {
    if key == .priceConsent, let next = status.pendingProduct { return next }
    let ended = key == .ended ? explanation.endedSuccessor?.product : nil
    return ended.flatMap { $0.rawValue.isEmpty ? nil : $0 } ?? explanation.subscriber.product
  }

  init(_ explanation: Explanation) {
    self.explanation = explanation
    let status = explanation.status
    let granted = status.access.granted
    instants[.until] = granted ? status.access.until : nil
    instants[.since] = granted ? nil : status.access.until
    instants[.date] = [status.renewsAt, status.paidThrough].compactMap { $0 }
      .first { $0 > explanation.now }
    instants[.resumes] = status.resumesAt ?? explanation.subscriber.pendingPause?.resumesAt
    key = situation
    switch key {
    case .grace, .hold, .holdItems, .failingBeside, .holdBeside, .notTried, .endedUnpaid,
      .endedCanceled:
      let isOver = status.end != nil
      // A notification alone is dated when it was sent, not when the payment was due.
      let isUnknown =
        status.flags.contains(.notYetAsked) || isOver && explanation.lastFailure.isEmpty
      instants[.failed] = isUnknown ? nil : explanation.failedRenewalAt
    default: break
    }
    if let end = status.end, key != .endedUnpaid { instants[.since] = end.at }
    if key == .active, explanation.isNextPeriodFree { instants[.date] = nil }
    if key == .unacknowledged { instants[.date] = explanation.acknowledgedBy }
    if key == .processing || key == .resuming {
      (instants[.date], instants[.since]) = (status.paidThrough, status.stateSince)
    }
    if status.state == .renewalPending { instants[.until] = nil }
    if key == .refunded, let at = explanation.refundedAfterEnd { instants[.since] = at }
    if key == .ended, let other = explanation.endedSuccessor { instants[.since] = other.end }
    if explanation.latestGraceEnd != nil { instants[.since] = nil }
    // Another purchase gives access, so none was lost.
    if key == .priceConsent, explanation.givingAccess != nil { instants[.since] = nil }
    if key == .superseded {
      // An end of its own is not the day on which the other purchase took its place.
      instants[.since] = status.state == .superseded ? status.stateSince : nil
    }
    if status.state == .hold, let since = instants[.since], let failed = instants[.failed],
      since < failed
    {
      // A pause came before, in which there was no access either.
      instants[.since] = nil
    }
    let isProjected = explanation.subscriber.machine.periods.last?.failure?.graceEnds == nil
    let isOver = status.access.until.map { $0 <= explanation.now } ?? false
    if status.state == .grace, isProjected || isOver { instants[.until] = nil }
  }

  private var situation: ReplyKey {
    let flags = status.flags
    if status.state == .unknown || explanation.isLongSilent { return .unknown }
    if explanation.isOverdue || explanation.isHoldUnsaid { return .unknown }
    if flags.contains(.familyShared), !status.state.isOver {
      guard status.state == .hold, explanation.givingAccess == nil else { return .familyShared }
      return explanation.mayBeInGrace ? .unknown : .familyHold
    }
    switch status.state {
    case .active: return active(flags)
    case .renewalPending where flags.contains(.priceConsentPending): return .priceConsent
    case .renewalPending: return explanation.isResuming ? .resuming : .processing
    case .grace, .hold: return failing
    case .paused: return .paused
    case .canceled: return explanation.cancellationReason == .voluntary ? .canceled : .notRenewed
    case .expired, .refunded:
      if explanation.isAccessUnsaid { return .unknown }
      if let waiting = explanation.waitsAs, !waiting.isFamilyShared { return .unknown }
      // A later purchase does not keep the refunded one from being charged.
      if over == .refundedRenewing { return over }
      // What a member of the family bought took no place of an own purchase.
      guard let other = explanation.goesOnAs, !other.isFamilyShared, !wasBoughtBeforeEnd(other)
      else { return over }
      return other.isFailing(at: explanation.now) ? .unknown : .superseded
    case .superseded: return succession
    case .pending: return .pending
    case .unknown: return .unknown
    }
  }

  /// The situation of who has replaced this subscription by another purchase.
  private var succession: ReplyKey {
    let (subscriber, now) = (explanation.subscriber, explanation.now)
    if let ended = explanation.endedSuccessor {
      // It may have been replaced in its turn.
      let goesOn = subscriber.related.contains { other in
        other.isRunning(at: now) && other.purchasedAt >= ended.purchasedAt
          && other.isOf(subscriber.facts.group)
      }
      return goesOn ? .superseded : .ended
    }
    guard let successor = explanation.successor else { return .superseded }
    return successor.isRunning(at: now) && !successor.isFailing(at: now) ? .superseded : .unknown
  }

  private func active(_ flags: Set<SubscriptionFlag>) -> ReplyKey {
    if flags.contains(.billingIssue) { return .paymentAnnounced }
    if flags.contains(.pausePending) { return .pausePending }
    if flags.contains(.cancellationScheduled) {
      return explanation.subscriber.facts.commitmentPaymentsLeft == 0 ? .canceled : .commitment
    }
    if flags.contains(.priceConsentPending) { return .priceConsent }
    if flags.contains(.acknowledgementPending) {
      let isOverdue = explanation.acknowledgedBy.map { $0 <= explanation.now } ?? false
      // A trial has no payment that could have arrived.
      return isOverdue || flags.contains(.trial) ? .unknown : .unacknowledged
    }
    if let charged, !charged.product.rawValue.isEmpty { return .doubled }
    if status.autoRenew == false { return .prepaid }
    if status.pendingProduct != nil { return .productChange }
    guard status.autoRenew == true else { return .activeUntil }
    return flags.contains(.trial) && !explanation.isNextPeriodFree ? .trial : .active
  }

  private var failing: ReplyKey {
    let promptCase = explanation.promptCase
    if promptCase.asksConsent { return .priceConsent }
    if promptCase.endReason == .productUnavailable {
      return status.state == .grace ? .notRenewed : .endedUnavailable
    }
    if promptCase.autoRenew == false { return .notTried }
    if let next = explanation.paidBeside, !next.product.rawValue.isEmpty { return .failingBeside }
    if status.state == .grace { return .grace }
    if explanation.mayBeInGrace { return .unknown }
    guard givingAccess == nil else { return .holdBeside }
    return explanation.hasWaitingItems ? .holdItems : .hold
  }

  /// Returns whether another purchase goes on as before.
  private func goesOnAsBefore(_ other: RelatedPurchase) -> Bool {
    !other.isFailing(at: explanation.now) && (other.autoRenew || other.isFamilyShared)
  }

  /// Returns whether another purchase was bought before this one ended, so that it is one more and
  /// not the one that took its place.
  private func wasBoughtBeforeEnd(_ other: RelatedPurchase) -> Bool {
    guard let end = status.end, end.reason != .familySharing, !explanation.wasNeverPaid,
      !status.flags.contains(.familyShared)
    else { return false }
    return other.purchasedAt < end.at
  }

  private var over: ReplyKey {
    // Whatever ended it was the purchaser's: the member had no payment and canceled nothing.
    if status.flags.contains(.familyShared) { return .familyEnded }
    if explanation.wasNeverPaid { return .neverPaid }
    if status.end?.reason == .refund, !explanation.subscriber.facts.isTrial {
      return explanation.renewsAfterRefund ? .refundedRenewing : .refunded
    }
    let isBeside = givingAccess != nil
    if let other = givingAccess, !goesOnAsBefore(other) { return .unknown }
    if explanation.refundedAfterEnd != nil { return .refunded }
    switch status.end?.reason {
    case .voluntary: return isBeside ? .endedBeside : .endedCanceled
    case .billing: return isBeside ? .endedBeside : .endedUnpaid
    case .priceIncrease: return isBeside ? .endedBeside : .endedPrice
    case .productUnavailable: return .endedUnavailable
    case .familySharing: return .familyEnded
    case .developer, .refund, .other, nil: return isBeside ? .endedBeside : .ended
    }
  }
}
