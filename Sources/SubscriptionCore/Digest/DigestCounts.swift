/// The counts of one span.
struct DigestCounts: Hashable, Sendable {
  var failed = 0
  var failedInGrace = 0
  /// By the store's code.
  var failedByStore = Array(repeating: 0, count: Store.allCases.count)
  var lostAccess = 0
  var recoveredInGrace = 0
  var recoveredInHold = 0
  var ended: [EndReason: Int] = [:]
  var purchased: Set<SubscriptionID> = []
  var renewalOff: Set<SubscriptionID> = []
  var shown: [Int: Int] = [:]

  /// The items that an episode was counted for.
  struct News {
    var failed = false
    var lostAccess = false
    var recovered: Digest.Item?
  }

  /// Counts what of an episode lies in a range and returns the items that it was counted for.
  mutating func add(
    _ episode: BillingEpisode, of store: Store, in range: Range<Timestamp>
  ) -> News {
    var news = News()
    if range.contains(episode.failedAt) {
      failed += 1
      if episode.enteredGrace { failedInGrace += 1 }
      failedByStore[store.code] += 1
      news.failed = true
    }
    if let lostAt = episode.holdStartedAt, range.contains(lostAt) {
      lostAccess += 1
      news.lostAccess = true
    }
    guard let endedAt = episode.endedAt, range.contains(endedAt) else { return news }
    switch episode.outcome {
    case .recoveredInGrace:
      recoveredInGrace += 1
      news.recovered = .recoveredInGrace
    case .recoveredInHold:
      recoveredInHold += 1
      news.recovered = .recoveredInHold
    case .open, .canceledByUser, .ranOut, .refunded, .superseded: break
    }
    return news
  }

  /// Counts an event; prompts are counted once it is known which were taken back.
  mutating func add(_ event: SubscriptionEvent) {
    switch event.kind {
    case .purchased:
      // A member of the family pays nothing, and a change of the plan is another token of Google's.
      guard event.facts.familyShared != true, event.facts.replaces == nil else { return }
      purchased.insert(event.subscription)
    case .autoRenewDisabled:
      // Google Play reports every end in this way before it comes, whoever is behind it.
      guard [nil, .voluntary].contains(event.facts.endReason) else { return }
      renewalOff.insert(event.subscription)
    case _: break
    }
  }

  /// Returns the count of an item; `nil` for one that counts the present.
  func count(of item: Digest.Item) -> Int? {
    switch item {
    case .failed: failed
    case .lostAccess: lostAccess
    case .recoveredInGrace: recoveredInGrace
    case .recoveredInHold: recoveredInHold
    case .lost, .canceled, .refunded, .endedOther:
      ended.reduce(0) { $0 + ($1.key.digestItem == item ? $1.value : 0) }
    case .renewalOff: renewalOff.count
    case .purchased: purchased.count
    case .promptsShown: shown.values.reduce(0, +)
    case .atRisk, .promptsDue, .becameDue, .losesAccessSoon: nil
    }
  }

  /// Returns the parts of an item's count.
  func parts(of item: Digest.Item) -> [Digest.Part] {
    let parts: [Digest.Part] =
      switch item {
      case .failed:
        [
          Digest.Part("grace", "in grace", failedInGrace),
          Digest.Part("noGrace", "no grace", failed - failedInGrace),
        ] + Store.allCases.map { Digest.Part($0.rawValue, $0.title, failedByStore[$0.code]) }
      case .lost, .canceled, .endedOther:
        EndReason.allCases.filter { $0.digestItem == item }
          .map { Digest.Part($0.rawValue, $0.brief, ended[$0, default: 0]) }
      case .promptsShown:
        shown.sorted { $0.key < $1.key }.map {
          Digest.Part("step\($0.key)", $0.key == 0 ? "of no step" : "of step \($0.key)", $0.value)
        }
      case .atRisk, .lostAccess, .recoveredInGrace, .recoveredInHold, .refunded, .renewalOff,
        .purchased, .promptsDue, .becameDue, .losesAccessSoon:
        []
      }
    return parts.filter { $0.count > 0 }
  }
}

extension EndReason {
  /// The item of a digest that an end for this reason counts for.
  var digestItem: Digest.Item {
    switch self {
    case .billing, .priceIncrease: .lost
    case .voluntary, .developer, .familySharing: .canceled
    case .refund: .refunded
    case .productUnavailable, .other: .endedOther
    }
  }

  /// The reason in a few words that may follow a count.
  public var brief: String {
    switch self {
    case .voluntary: "by the user"
    case .billing: "not paid"
    case .priceIncrease: "price refused"
    case .productUnavailable: "not for sale"
    case .developer: "by the developer"
    case .refund: "refunded"
    case .familySharing: "no longer shared"
    case .other: "no reason stated"
    }
  }
}
