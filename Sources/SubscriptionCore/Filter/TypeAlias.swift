/// The words by which filters name kinds of events, beside the names of ``EventKind``.
public enum TypeAlias: String, Hashable, Sendable, CaseIterable {
  /// A renewal was declined.
  case fail
  /// A store says that it is in grace.
  case grace
  /// A store says that it is in hold.
  case hold
  /// A declined renewal was paid after all.
  case recover
  /// A period was paid.
  case renew
  /// A purchase began.
  case buy
  /// Auto-renew was turned off.
  case cancel
  /// A pause was asked for or began.
  case pause
  /// Another product takes over.
  case change
  /// The price changes.
  case price
  /// It ended.
  case expire
  /// Everything about refunds.
  case refund
  /// What became of prompts.
  case prompt
  /// Somebody wrote something down.
  case note
  /// Somebody took the case.
  case claim
  /// Whatever operators and the app recorded.
  case action
  /// A kind that this build has no word for.
  case unknown

  /// The kinds that the word stands for; `nil` where what the store stated decides.
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

  /// Whether the word stands for an event.
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

  /// Other names in filters.
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

  /// Whether a text may be a store's own name for an event, rather than a word that was
  /// mistyped: it has a capital letter, a digit or an underscore.
  static func canBeName(_ text: String) -> Bool {
    text.unicodeScalars.contains { scalar in
      scalar == "_" || scalar.properties.isUppercase || scalar.properties.numericType != nil
    }
  }
}

/// The words by which filters name the ways that events come, beside ``EventSource``.
public enum SourceAlias: String, Hashable, Sendable, CaseIterable {
  /// The App Store, by whatever payload.
  case appStore = "app-store"
  /// Google Play, by whatever payload.
  case play
  /// The app.
  case app
  /// An operator.
  case ops
  /// A store's test world rather than production.
  case test

  /// Whether an event came that way.
  func means(_ event: SubscriptionEvent) -> Bool {
    switch self {
    case .appStore: event.source.store == .appStore
    case .play: event.source.store == .googlePlay
    case .app: event.source == .app
    case .ops: event.source == .operatorAction
    case .test: event.facts.environment.map { $0 != .production } ?? false
    }
  }

  /// Other names in filters.
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
