/// A name that can stand before `:` or a comparison in a filter.
public enum FilterField: String, Hashable, Sendable, CaseIterable {
  /// The state.
  case state
  /// The store.
  case store
  /// The environment.
  case env
  /// Whether the user has access.
  case access
  /// The time until granted access ends.
  case loses
  /// How long the state has lasted.
  case since
  /// The time until the store stops trying.
  case retry
  /// The time until grace ends.
  case grace
  /// The time until the next renewal.
  case renews
  /// The time until what was paid for ends.
  case paid
  /// The time until a pause ends.
  case resumes
  /// Whether or when a prompt is due.
  case due
  /// The step that applies.
  case step
  /// The policy's rule.
  case rule
  /// Why a prompt is withheld.
  case withheld
  /// How many prompts were shown in the billing episode.
  case shown
  /// The time until prompts go on.
  case snoozed
  /// Who claimed the case.
  case claimed
  /// The product.
  case product
  /// The plan.
  case plan
  /// The next product.
  case next
  /// The price.
  case price
  /// The monthly price.
  case mrr
  /// The currency.
  case currency
  /// The country.
  case country
  /// The app.
  case app
  /// The subscription.
  case id
  /// The account.
  case account
  /// The user's name.
  case name
  /// The mail address.
  case email
  /// The tags.
  case tag
  /// Whether auto-renew is on.
  case autorenew
  /// The flags.
  case flag
  /// Whether the user left or was lost.
  case cause
  /// Why it ended.
  case reason
  /// How long ago it ended.
  case ended
  /// The number of anomalies.
  case anomalies
  /// How long ago its latest event was stated.
  case last
  /// How long ago a fresh answer was asked for that has not come.
  case refresh
  /// What kind of event it is.
  case type
  /// By which way an event came.
  case source
  /// How long ago an event was heard.
  case heard
  /// Who recorded an event.
  case actor

  /// What can be written after a field.
  public enum Kind: Hashable, Sendable {
    /// A text: `:`, `:~` and `:/…/`.
    case text
    /// One of the field's choices: `:`.
    case choice
    /// A number: `:` and comparisons.
    case number
    /// An instant, or a length of time from now until it.
    case deadline
    /// An instant, or a length of time from it until now.
    case age
  }

  /// What can be written after the field.
  public var kind: Kind {
    switch self {
    case .rule, .claimed, .product, .plan, .next, .currency, .country, .app, .id, .account, .name,
      .email, .tag, .type, .actor:
      .text
    case .state, .store, .env, .access, .step, .withheld, .autorenew, .flag, .cause, .reason,
      .source:
      .choice
    case .shown, .price, .mrr, .anomalies: .number
    case .loses, .retry, .grace, .renews, .paid, .resumes, .due, .snoozed: .deadline
    case .since, .ended, .last, .refresh, .heard: .age
    }
  }

  /// Whether its values name an account, a purchase or a person.
  public var namesPerson: Bool {
    switch self {
    case .id, .account, .name, .email: true
    case .state, .store, .env, .access, .loses, .since, .retry, .grace, .renews, .paid, .resumes,
      .due, .step, .rule, .withheld, .shown, .snoozed, .claimed, .product, .plan, .next, .price,
      .mrr, .currency, .country, .app, .tag, .autorenew, .flag, .cause, .reason, .ended,
      .anomalies, .last, .refresh, .type, .source, .heard, .actor:
      false
    }
  }

  /// Other names of the field.
  public var aliases: [String] {
    switch self {
    case .env: ["environment"]
    case .email: ["mail"]
    case .tag: ["tags"]
    case .flag: ["flags"]
    case .autorenew: ["auto-renew", "renewing"]
    case .loses: ["until"]
    case .state: ["status"]
    case .next: ["pending"]
    case .type: ["event", "kind"]
    case .actor: ["by"]
    case .store, .access, .since, .retry, .grace, .renews, .paid, .resumes, .due, .step, .rule,
      .withheld, .shown, .snoozed, .claimed, .product, .plan, .price, .mrr, .currency, .country,
      .app, .id, .account, .name, .cause, .reason, .ended, .anomalies, .last, .refresh, .source,
      .heard:
      []
    }
  }

  /// The field that a name or another name stands for, whatever its case.
  public init?(named name: String) {
    guard let field = FilterField.named[Filter.foldCase(name)] else { return nil }
    self = field
  }

  private static let named: [String: FilterField] = allCases.reduce(into: [:]) { names, field in
    for name in [field.rawValue] + field.aliases { names[name] = field }
  }

  /// The column that the field tests.
  public var column: FilterColumn {
    switch self {
    case .state: .state
    case .store: .store
    case .env: .environment
    case .access: .access
    case .loses: .losesAt
    case .since: .stateSince
    case .retry: .retryEnds
    case .grace: .graceEnds
    case .renews: .renewsAt
    case .paid: .paidThrough
    case .resumes: .resumesAt
    case .due: .dueAt
    case .step: .step
    case .rule: .rule
    case .withheld: .withheld
    case .shown: .shown
    case .snoozed: .snoozedUntil
    case .claimed: .claimed
    case .product: .product
    case .plan: .plan
    case .next: .nextProduct
    case .price: .price
    case .mrr: .mrr
    case .currency: .currency
    case .country: .country
    case .app: .app
    case .id: .id
    case .account: .account
    case .name: .name
    case .email: .email
    case .tag: .tags
    case .autorenew: .autoRenew
    case .flag: .flags
    case .cause: .cause
    case .reason: .reason
    case .ended: .endedAt
    case .anomalies: .anomalies
    case .last: .lastEventAt
    case .refresh: .refreshRequestedAt
    case .type: .eventName
    case .source: .eventSource
    case .heard: .heardAt
    case .actor: .actor
    }
  }

  /// The column that the field's choices are compared with.
  var choiceColumn: FilterColumn {
    switch self {
    case .due: .verdict
    case .type: .typeAlias
    case _: column
    }
  }

  /// Whether it is an amount of money, which compares within one currency only.
  var isMoney: Bool { self == .price || self == .mrr }

  /// How many millionths make one of the column's whole numbers.
  var numberUnit: Int64 { isMoney ? 1 : 1_000_000 }
}
