/// The aliases for kinds of events in filters, in addition to the names of ``EventKind``.
public enum TypeAlias: String, Hashable, Sendable, CaseIterable {
  /// A renewal was declined.
  case fail
  /// A store states grace.
  case grace
  /// A store states hold.
  case hold
  /// A declined renewal was paid after all.
  case recover
  /// A period was paid.
  case renew
  /// A purchase began.
  case buy
  /// Auto-renew was turned off.
  case cancel
  /// A pause was scheduled or began.
  case pause
  /// The product changes.
  case change
  /// The price changes.
  case price
  /// The subscription ended.
  case expire
  /// Everything about refunds.
  case refund
  /// A prompt was shown, snoozed or suppressed.
  case prompt
  /// An operator wrote a note.
  case note
  /// An operator claimed the case.
  case claim
  /// Any action of operators and the app.
  case action
  /// A kind that this build does not recognize.
  case unknown

  /// The kinds that the alias includes; `nil` if the stated facts decide.
  public var kinds: Set<EventKind>? {
    switch self {
    case .fail: [.billingFailed]
    case .grace, .hold: nil
    case .recover: [.recovered]
    case .renew: [.renewed, .recovered]
    case .buy: [.purchased, .purchasePending]
    case .cancel: [.autoRenewDisabled, .cancellationScheduled, .pendingPurchaseCanceled]
    case .pause: [.pauseScheduled, .paused]
    case .change: [.productChangeScheduled, .productChangeReverted, .productChanged, .superseded]
    case .price: [.priceChanged]
    case .expire: [.expired]
    case .refund: [.refunded, .revoked, .refundReversed, .refundDeclined, .refundRequested]
    case .prompt: [.promptShown, .promptSnoozed, .promptSuppressed]
    case .note: [.noted]
    case .claim: [.claimed]
    case .action: Set(EventKind.allCases.filter(\.isAction))
    case .unknown: [.unrecognized]
    }
  }

  /// Returns whether the alias includes an event.
  public func means(_ event: SubscriptionEvent) -> Bool {
    if let kinds { return kinds.contains(event.kind) }
    switch self {
    case .grace:
      let isTold = event.kind == .billingFailed && event.facts.graceEndsAt != nil
      return event.facts.status == .grace || isTold
    case .hold: return event.facts.status == .hold || event.kind == .holdStarted
    case .fail, .recover, .renew, .buy, .cancel, .pause, .change, .price, .expire, .refund,
      .prompt, .note, .claim, .action, .unknown:
      return false
    }
  }

  /// Alternative names in filters.
  var otherNames: [String] {
    switch self {
    case .fail: ["failed", "failure", "billing"]
    case .buy: ["purchase", "subscribe"]
    case .expire: ["end"]
    case .recover: ["recovery"]
    case .unknown: ["unrecognised"]
    case .grace, .hold, .renew, .cancel, .pause, .change, .price, .refund, .prompt, .note, .claim,
      .action:
      []
    }
  }

  /// Returns whether a text may be a store's own name for an event, rather than a mistyped alias:
  /// it has a capital letter, a digit or an underscore.
  static func canBeName(_ text: String) -> Bool {
    text.unicodeScalars.contains { scalar in
      scalar == "_" || scalar.properties.isUppercase || scalar.properties.numericType != nil
    }
  }
}

/// The aliases for sources of events in filters, in addition to ``EventSource``.
public enum SourceAlias: String, Hashable, Sendable, CaseIterable {
  /// The App Store, in any payload format.
  case appStore = "app-store"
  /// Google Play, in any payload format.
  case play
  /// The app.
  case app
  /// An operator.
  case ops
  /// A store's test environment rather than production.
  case test

  /// Returns whether an event came from the source.
  func means(_ event: SubscriptionEvent) -> Bool {
    switch self {
    case .appStore: event.source.store == .appStore
    case .play: event.source.store == .googlePlay
    case .app: event.source == .app
    case .ops: event.source == .operatorAction
    case .test: event.facts.environment.map { $0 != .production } ?? false
    }
  }

  /// Alternative names in filters.
  var otherNames: [String] {
    switch self {
    case .appStore: ["apple", "appstore", "ios"]
    case .play: ["google", "google-play", "googleplay", "android"]
    case .app: []
    case .ops: ["operator"]
    case .test: ["sandbox"]
    }
  }
}
