/// A column of a list of subscribers, by the name that `views.toml` uses.
public enum ListColumn: String, Hashable, Sendable, CaseIterable {
  /// The state's sign and letters.
  case state
  /// The subscription's identifier.
  case id
  /// Whose it is.
  case name
  /// The account's identifier.
  case account
  /// The store that sold it.
  case store
  /// The product.
  case product
  /// The time since the state began.
  case since
  /// The time until access is lost.
  case loses
  /// The time until the store's retries end.
  case retry
  /// The time until it renews.
  case renews
  /// The time since a prompt is due, or until one is.
  case due
  /// The price brought to one month.
  case mrr
  /// The account's tags.
  case tags
  /// The operator who claimed the case.
  case claimed
  /// The time since the latest event.
  case last
  /// Past and future as a bar.
  case timeline

  /// One sentence without a full stop.
  public var help: String {
    switch self {
    case .state: "the state's sign and letters"
    case .id: "the subscription's identifier"
    case .name: "whose it is"
    case .account: "the account's identifier"
    case .store: "the store that sold it"
    case .product: "the product"
    case .since: "how long the state has lasted"
    case .loses: "how long until access is lost"
    case .retry: "how long the store goes on trying to collect"
    case .renews: "how long until it renews"
    case .due: "how long a prompt has been due, or until one is"
    case .mrr: "the price brought to one month"
    case .tags: "the account's tags"
    case .claimed: "who took the case"
    case .last: "how long ago a store last spoke of it"
    case .timeline: "past and future as a bar"
    }
  }
}
