extension FilterField {
  /// The values that the field can have; empty where any text, number or time will do.
  public var choices: [FilterChoice] { FilterField.choiceTable[self] ?? [] }

  private static let choiceTable: [FilterField: [FilterChoice]] = allCases.reduce(into: [:]) {
    $0[$1] = $1.everyChoice
  }

  private var everyChoice: [FilterChoice] {
    switch self {
    case .state: SubscriptionState.allCases.map { FilterChoice($0.rawValue, $0.otherNames) }
    case .store: Store.allCases.map { FilterChoice($0.rawValue, $0.otherNames) }
    case .env: StoreEnvironment.allCases.map { FilterChoice($0.rawValue, $0.otherNames) }
    case .access, .autorenew:
      [FilterChoice("yes", ["true", "on"]), FilterChoice("no", ["false", "off"])]
    case .due: [FilterChoice("now"), FilterChoice("scheduled"), FilterChoice("withheld")]
    case .step: PromptStep.allCases.map { FilterChoice(String($0.rawValue)) }
    case .withheld: WithheldReason.allCases.map { FilterChoice($0.rawValue) }
    case .flag: SubscriptionFlag.allCases.map { FilterChoice($0.rawValue) }
    case .cause: ChurnCause.allCases.map { FilterChoice($0.rawValue) }
    case .reason: EndReason.allCases.map { FilterChoice($0.rawValue) }
    case .loses, .since, .retry, .grace, .renews, .paid, .resumes, .rule, .shown, .snoozed,
      .claimed, .product, .plan, .next, .price, .mrr, .currency, .country, .app, .id, .account,
      .name, .email, .tag, .ended, .anomalies, .last, .refresh, .heard, .actor:
      []
    case .type:
      TypeAlias.allCases.map { FilterChoice($0.rawValue, $0.otherNames) }
        + EventKind.allCases.map { FilterChoice($0.rawValue) }
    case .source: SourceAlias.allCases.map { FilterChoice($0.rawValue, $0.otherNames) }
    }
  }

  /// One sentence about the field, for help and completion.
  public var help: String {
    switch self {
    case .state: "Where the subscription stands."
    case .store: "The store that sold it."
    case .env: "The world it was bought in; only production is real money."
    case .access: "Whether the user has access."
    case .loses: "The time until access ends; nothing where it is lost or renews."
    case .since: "How long the state has lasted, or the date on which it began."
    case .retry: "The time until the store stops trying to collect a failed renewal."
    case .grace: "The time until grace ends."
    case .renews: "The time until the next renewal."
    case .paid: "The time until what was paid for ends; negative once it is over."
    case .resumes: "The time until a pause ends."
    case .due: "Whether a prompt is due, or the time until it is; negative once it is due."
    case .step: "The step of the payment-fix strategy that applies."
    case .rule: "The name of the policy's rule that chose the step."
    case .withheld: "Why a prompt is withheld."
    case .shown: "How many prompts were shown in the current billing episode."
    case .snoozed: "The time until snoozed prompts go on."
    case .claimed: "Who claimed the case."
    case .product: "The product identifier."
    case .plan: "The product, or the billing period: P1M, monthly; unknown where nothing proves it."
    case .next: "The product that takes over at the next renewal."
    case .price: "The price of one period in a currency, as 5usd."
    case .mrr: "The price brought to one month in a currency, as 5usd."
    case .currency: "The currency of the price, for example JPY."
    case .country: "The storefront's country: JP or JPN, in any case."
    case .app: "The bundle identifier or package name."
    case .id: "churntop's name for the subscription."
    case .account: "The app's name for the user."
    case .name: "The user's name."
    case .email: "The user's mail address."
    case .tag: "A tag of the account."
    case .autorenew: "Whether auto-renew is on."
    case .flag: "A fact that lies across the states."
    case .cause: "Whether the subscriber left (voluntary) or was lost (involuntary)."
    case .reason: "Why the subscription ended."
    case .ended: "How long ago it ended for good, or the date."
    case .anomalies: "How many misfits its data has."
    case .last: "How long ago a store last said something, or the date."
    case .refresh: "How long ago the store was to be asked anew, while it has not answered."
    case .type: "What kind of event it is: such a word, or the store's own name."
    case .source: "By which way an event came: a store, the app, an operator, a test."
    case .heard: "How long ago an event was heard, or the date."
    case .actor: "Who recorded an event."
    }
  }
}

extension SubscriptionState {
  /// Other names in filters: the three letters of the screens and the stores' own words.
  fileprivate var otherNames: [String] {
    let code = code.lowercased()
    return self == .hold ? [code, "retry", "billing-retry", "account-hold"] : [code]
  }
}

extension Store {
  fileprivate var otherNames: [String] {
    switch self {
    case .appStore: ["apple", "appstore", "ios"]
    case .googlePlay: ["play", "google", "googleplay", "android"]
    }
  }
}

extension StoreEnvironment {
  fileprivate var otherNames: [String] {
    switch self {
    case .production: ["prod"]
    case .sandbox: ["test", "testflight"]
    case .local: ["xcode"]
    }
  }
}
