/// A value of a row that filters look at: what a ledger stores to answer them in SQL.
public enum FilterColumn: String, Hashable, Sendable, CaseIterable {
  // MARK: One text

  /// The subscription's id.
  case id
  /// The app's name for the user.
  case account
  /// The user's name.
  case name
  /// The user's mail address.
  case email
  /// The app.
  case app
  /// The product.
  case product
  /// The product that takes over at the next renewal.
  case nextProduct
  /// The storefront's country.
  case country
  /// The currency of the price.
  case currency
  /// The state.
  case state
  /// The store.
  case store
  /// The world it was bought in.
  case environment
  /// `yes` or `no`.
  case access
  /// `yes` or `no`.
  case autoRenew
  /// Whether the user left or was lost.
  case cause
  /// Why it ended.
  case reason
  /// `now`, `scheduled` or `withheld`.
  case verdict
  /// Why a prompt is withheld.
  case withheld
  /// The step that applies: `1`, `2` or `3`.
  case step
  /// The policy's rule that chose the step.
  case rule
  /// Who claimed the case.
  case claimed

  // MARK: Several texts

  /// The account's tags.
  case tags
  /// The product, the billing period as ISO 8601, and its name such as `monthly`.
  case plan
  /// The flags.
  case flags

  // MARK: Whole numbers

  /// The price of one period in millionths.
  case price
  /// The price brought to one month in millionths.
  case mrr
  /// The number of anomalies.
  case anomalies
  /// The number of prompts shown in the current billing episode.
  case shown

  // MARK: Instants in milliseconds since 1970

  /// When granted access ends.
  case losesAt
  /// When the state began.
  case stateSince
  /// The end of the store's tries.
  case retryEnds
  /// The end of grace.
  case graceEnds
  /// The next renewal.
  case renewsAt
  /// The end of what was paid for.
  case paidThrough
  /// The end of a pause.
  case resumesAt
  /// When it ended for good.
  case endedAt
  /// Since when a prompt is due, or when it will be.
  case dueAt
  /// Until when prompts wait.
  case snoozedUntil
  /// When its latest event was stated.
  case lastEventAt
  /// When a fresh answer from the store was asked for that has not come yet.
  case refreshRequestedAt

  // MARK: Of an event

  /// The words for what kind of event it is.
  case typeAlias
  /// The store's own name of the event, and each of its parts.
  case eventName
  /// The words for the way by which the event came.
  case eventSource
  /// Who recorded the event.
  case actor
  /// When the event was recorded, in milliseconds since 1970.
  case heardAt

  /// The columns in which bare words and bare patterns are looked for.
  public static let searched: [FilterColumn] = [.id, .account, .name, .email, .product]

  /// What a row holds in a column.
  public enum Value: Hashable, Sendable {
    /// One text; `nil` or empty where it is missing.
    case text(String?)
    /// Several texts; missing where there is none.
    case texts([String])
    /// A whole number; `nil` where it is missing.
    case integer(Int64?)
  }

  /// The kinds of ``Value``.
  public enum Kind: Hashable, Sendable {
    /// One text.
    case text
    /// Several texts.
    case texts
    /// A whole number.
    case integer
  }

  /// What kind of value the column has.
  public var kind: Kind {
    switch self {
    case .id, .account, .name, .email, .app, .product, .nextProduct, .country, .currency, .state,
      .store, .environment, .access, .autoRenew, .cause, .reason, .verdict, .withheld, .step,
      .rule, .claimed, .actor:
      .text
    case .tags, .plan, .flags, .typeAlias, .eventName, .eventSource: .texts
    case .price, .mrr, .anomalies, .shown, .losesAt, .stateSince, .retryEnds, .graceEnds,
      .renewsAt, .paidThrough, .resumesAt, .endedAt, .dueAt, .snoozedUntil, .lastEventAt,
      .refreshRequestedAt, .heardAt:
      .integer
    }
  }
}

/// Something that filters can be evaluated on.
public protocol FilterSubject {
  /// What it holds in a column; of the column's kind, and missing where it does not know.
  func value(of column: FilterColumn) -> FilterColumn.Value
}

extension SubscriberSummary: FilterSubject {
  /// The row's value in a column.
  public func value(of column: FilterColumn) -> FilterColumn.Value {
    switch column {
    case .id: .text(id.rawValue)
    case .account: .text(account?.rawValue)
    case .name: .text(profile?.name)
    case .email: .text(profile?.email)
    case .app: .text(app?.rawValue)
    case .product: .text(product.rawValue)
    case .nextProduct: .text(status.pendingProduct?.rawValue)
    case .country: .text(country)
    case .currency: .text(price?.currency)
    case .state: .text(status.state.rawValue)
    case .store: .text(store.rawValue)
    case .environment: .text(environment.rawValue)
    case .access: .text(status.access.granted ? "yes" : "no")
    case .autoRenew: .text(status.autoRenew.map { $0 ? "yes" : "no" })
    case .cause: .text(status.end?.cause?.rawValue)
    case .reason: .text(status.end?.reason.rawValue)
    case .verdict: .text(status.prompt.verdict.word)
    case .withheld: .text(status.prompt.verdict.withheldReason?.rawValue)
    case .step: .text(status.prompt.step.map { String($0.rawValue) })
    case .rule: .text(status.prompt.rule)
    case .claimed: .text(claimedBy)
    case .tags: .texts(profile?.tags ?? [])
    case .plan: .texts(FilterColumn.planTexts(product: product, plan: plan))
    case .flags: .texts(status.flags.map(\.rawValue).sorted())
    case .price: .integer(price?.micros)
    case .mrr: .integer(mrr?.micros)
    case .anomalies: .integer(Int64(anomalyCount))
    case .shown: .integer(Int64(status.prompt.shownInEpisode))
    case .losesAt: .integer(status.losesAccessAt?.milliseconds)
    case .stateSince: .integer(status.stateSince.milliseconds)
    case .retryEnds: .integer(status.retryEnds?.milliseconds)
    case .graceEnds: .integer(status.graceEnds?.milliseconds)
    case .renewsAt: .integer(status.renewsAt?.milliseconds)
    case .paidThrough: .integer(status.paidThrough?.milliseconds)
    case .resumesAt: .integer(status.resumesAt?.milliseconds)
    case .endedAt: .integer(status.end?.at.milliseconds)
    case .dueAt: .integer(status.prompt.verdict.instant?.milliseconds)
    case .snoozedUntil: .integer(snoozedUntil?.milliseconds)
    case .lastEventAt: .integer(lastEventAt.milliseconds)
    case .refreshRequestedAt: .integer(refreshRequestedAt?.milliseconds)
    case .typeAlias, .eventName, .eventSource: .texts([])
    case .actor: .text(nil)
    case .heardAt: .integer(nil)
    }
  }
}

extension FilterColumn {
  /// The text by which subscribers are found whose plan nothing proves.
  public static let unknownPlan = "unknown"

  /// The texts by which a plan is found.
  static func planTexts(product: ProductID, plan: BillingPeriod?) -> [String] {
    let name: String? =
      switch plan {
      case BillingPeriod.weekly: "weekly"
      case BillingPeriod.monthly: "monthly"
      case BillingPeriod(3, .month): "quarterly"
      case BillingPeriod.yearly, BillingPeriod(12, .month): "yearly"
      case nil, .some: nil
      }
    let unknown = plan == nil ? unknownPlan : nil
    return [product.rawValue, plan?.description, name, unknown].compactMap { $0 }
      .filter { !$0.isEmpty }
  }
}
