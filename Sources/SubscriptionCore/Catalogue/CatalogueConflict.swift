/// A disagreement of two sources on one fact of a product, one of them the store's own settings.
public struct CatalogueConflict: Hashable, Sendable {
  /// The product; an app's setting has an empty one.
  public var key: ProductKey
  /// The fact: `period`, `graceDays`, `holdDays`, `price JP` and so on.
  public var fact: String
  /// The value that the other source states.
  public var value: String
  /// The other source.
  public var source: CatalogueSource
  /// The value in the store's settings.
  public var storeValue: String
  /// A Boolean value that indicates whether the store's settings are in force, rather than the
  /// other source.
  public var storeCounts: Bool

  /// The conflict as a sentence that includes what to do.
  public var sentence: String {
    let store = key.store.console
    let what = key.product.rawValue.isEmpty ? key.app?.rawValue ?? "every app" : "\(key)"
    let effect = storeCounts ? "the store's settings count" : "\(source.title) counts"
    return "\(what): \(fact) is \(value) in \(source.title) and \(storeValue) in \(store); "
      + "\(effect). Correct the one that is wrong."
  }
}

extension ProductCatalogue {
  /// The present disagreements of other sources with the stores' own settings.
  public var conflicts: [CatalogueConflict] {
    var newest: [String: [CatalogueStatement]] = [:]
    var order: [String] = []
    for statement in statements {
      let subject =
        "\(statement.key.store.rawValue) \(statement.key.app?.rawValue ?? "") \(statement.key) "
        + "\(statement.fact.field) \(statement.fact.detail)"
      if newest[subject] == nil { order.append(subject) }
      // Within one source the last one is the newest.
      newest[subject, default: []].removeAll { $0.source == statement.source }
      newest[subject, default: []].append(statement)
    }
    return order.flatMap { subject -> [CatalogueConflict] in
      let said = newest[subject] ?? []
      guard let store = said.first(where: { $0.source.isStore }) else { return [] }
      return said.filter { !$0.source.isStore && $0.fact != store.fact }.map { other in
        CatalogueConflict(
          key: store.key,
          fact: [other.fact.field, other.fact.detail].filter { !$0.isEmpty }.joined(
            separator: " "),
          value: other.fact.value, source: other.source, storeValue: store.fact.value,
          storeCounts: other.source.rank > store.source.rank)
      }
    }
  }

  /// Returns the disagreements of a policy's recovery settings with the stores' own settings.
  public func conflicts(with policy: RecoveryPolicy) -> [CatalogueConflict] {
    var result: [CatalogueConflict] = []
    for app in appStoreGrace.keys.sorted() {
      guard let facts = appStoreGrace[app], let store = facts.newest(from: .appStoreConnect),
        facts.fact(at: nil)?.source == .appStoreConnect,
        policy.appStoreGrace != .off, policy.appStoreGrace != store.value.length
      else { continue }
      result.append(
        CatalogueConflict(
          key: ProductKey(store: .appStore, app: AppID(app), product: ""), fact: "appStoreGrace",
          value: policy.appStoreGrace.rawValue, source: .policyFile,
          storeValue: store.value.length.rawValue, storeCounts: true))
    }
    for product in products where product.key.store == .googlePlay {
      guard let own = policy.googlePlayProducts[product.key.product.rawValue] else { continue }
      for (fact, mine, known) in [
        ("graceDays", own.graceDays, product.graceDays),
        ("holdDays", own.holdDays, product.holdDays),
      ] {
        guard let mine, let theirs = known.newest(from: .googlePlay)?.value, mine != theirs else {
          continue
        }
        result.append(
          CatalogueConflict(
            key: product.key, fact: fact, value: String(mine), source: .policyFile,
            storeValue: String(theirs), storeCounts: false))
      }
    }
    return result
  }
}
