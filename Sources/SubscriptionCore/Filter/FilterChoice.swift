/// One of the values that a field can have.
public struct FilterChoice: Hashable, Sendable {
  /// The canonical name.
  public var name: String
  /// Alternative names.
  public var aliases: [String]

  /// Creates a choice; a name in camel case also has its hyphenated form as an alternative name.
  init(_ name: String, _ aliases: [String] = []) {
    self.name = name
    let hyphenated = FilterChoice.hyphenated(name)
    self.aliases = (hyphenated == name ? [] : [hyphenated]) + aliases
  }

  /// Returns whether a text names this choice, ignoring case.
  public func isNamed(_ text: String) -> Bool {
    let folded = Filter.foldCase(text)
    return Filter.foldCase(name) == folded || aliases.contains(folded)
  }

  private static func hyphenated(_ name: String) -> String {
    name.reduce(into: "") { text, character in
      text += character.isUppercase ? "-" + character.lowercased() : String(character)
    }
  }
}

/// The choices of the fields that have some.
///
/// A ledger stores the place of a choice in the list of its field, so the order is part of the
/// form of a ledger's rows.
extension [FilterChoice] {
  static var states: Self {
    SubscriptionState.allCases.map { FilterChoice($0.rawValue, $0.otherNames) }
  }
  static var stores: Self {
    Store.allCases.sorted { $0.code < $1.code }.map { FilterChoice($0.rawValue, $0.otherNames) }
  }
  static var environments: Self {
    StoreEnvironment.allCases.map { FilterChoice($0.rawValue, $0.otherNames) }
  }
  static var yesNo: Self {
    [FilterChoice("yes", ["true", "on"]), FilterChoice("no", ["false", "off"])]
  }
  static var verdicts: Self {
    [FilterChoice("now"), FilterChoice("scheduled"), FilterChoice("withheld")]
  }
  static var steps: Self { PromptStep.allCases.map { FilterChoice(String($0.rawValue)) } }
  static var withheldReasons: Self { WithheldReason.allCases.map { FilterChoice($0.rawValue) } }
  static var flags: Self { SubscriptionFlag.allCases.map { FilterChoice($0.rawValue) } }
  static var causes: Self { ChurnCause.allCases.map { FilterChoice($0.rawValue) } }
  static var endReasons: Self { EndReason.allCases.map { FilterChoice($0.rawValue) } }
  static var outcomes: Self {
    BillingEpisode.Outcome.allCases.map { FilterChoice($0.rawValue, $0.otherNames) }
  }
  static var recoveryStates: Self { [FilterChoice("grace"), FilterChoice("hold")] }
  static var eventWords: Self {
    TypeAlias.allCases.map { FilterChoice($0.rawValue, $0.otherNames) }
      + EventKind.allCases.map { FilterChoice($0.rawValue) }
  }
  static var eventWays: Self {
    SourceAlias.allCases.map { FilterChoice($0.rawValue, $0.otherNames) }
  }
}

extension SubscriptionState {
  /// Other names in filters: the three letters of the screens and the stores' own words.
  fileprivate var otherNames: [String] {
    let code = code.lowercased()
    return self == .hold ? [code, "retry", "billing-retry", "account-hold"] : [code]
  }
}

extension BillingEpisode.Outcome {
  fileprivate var otherNames: [String] {
    switch self {
    case .canceledByUser: ["canceled", "cancelled"]
    case .ranOut: ["lost", "lapsed"]
    case .open, .recoveredInGrace, .recoveredInHold, .refunded, .superseded: []
    }
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
