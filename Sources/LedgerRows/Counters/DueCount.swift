import EventLedger
import SubscriptionCore

/// Counts due prompts, the longest due first.
struct DueCount {
  /// The figures of those that were counted.
  private(set) var figures = DueFigures()
  private let now: Timestamp
  /// A row keeps the folded name of its rule.
  private let names: [String: String]

  private static let stores = SubscriberField.store.codedChoices.map { Store(rawValue: $0) }

  /// Begins to count the prompts of a policy that are due at an instant.
  init(_ policy: ChurnPolicy, at now: Timestamp) {
    self.now = now
    names = Dictionary(
      policy.prompts.rules.map { (Filter.foldCase($0.name), $0.name) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Counts a prompt by the columns of its row.
  ///
  /// - Parameters:
  ///   - rule: The folded name of the rule.
  ///   - store: The number of the store.
  ///   - since: The instant since which it is due, in milliseconds since 1970.
  /// - Returns: Whether there is room for more.
  mutating func add(rule: String, store: Int64, since: Int64) -> Bool {
    guard let place = Int(exactly: store), DueCount.stores.indices.contains(place),
      let store = DueCount.stores[place]
    else { return true }
    return figures.count(
      rule: names[rule] ?? rule, store: store, since: Timestamp(milliseconds: since), now: now)
  }
}
