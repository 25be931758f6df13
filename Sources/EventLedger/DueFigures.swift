import SubscriptionCore

/// The prompts that are due, by rule, by store and by how long they have been, in production.
public struct DueFigures: Hashable, Sendable {
  /// All of them.
  public var total = 0
  /// By the name of the policy's rule; empty where none chose the step.
  public var byRule: [String: Int] = [:]
  /// By store.
  public var byStore: [Store: Int] = [:]
  /// By how long they have been due: so long as ``ageBounds`` say, from the shortest on.
  public var byAge = Array(repeating: 0, count: ageBounds.count + 1)
  /// Whether so many are due that only those longest due were counted.
  public var isCut = false

  /// The ends of all groups of ages but the last.
  public static let ageBounds: [Duration] = [.hours(1), .hours(6), .hours(24)]
  /// The most prompts that are counted.
  public static let countMax = 20_000

  /// Creates figures of nothing.
  public init() {}

  /// Counts a prompt.
  ///
  /// - Returns: Whether more are to be counted.
  public mutating func count(
    rule: String, store: Store, since: Timestamp, now: Timestamp
  ) -> Bool {
    guard total < Self.countMax else {
      isCut = true
      return false
    }
    total += 1
    byRule[rule, default: 0] += 1
    byStore[store, default: 0] += 1
    let age = now - since
    byAge[Self.ageBounds.firstIndex { age < $0 } ?? Self.ageBounds.count] += 1
    return true
  }
}

extension SubscriberIndex {
  /// The prompts that are due, row by row from the one that is due longest.
  public func dueFigures(at now: Timestamp) throws(LedgerError) -> DueFigures {
    var figures = DueFigures()
    let due = Filter.and([
      .field(.due, .any([.choice("now")])), .field(.env, .any([.choice("production")])),
    ])
    var query = SubscriberQuery(filter: due, sort: .promptDue, limit: 500)
    while true {
      let page = try subscribers(query)
      for row in page.rows {
        guard case .due(let since) = row.status.prompt.verdict else { continue }
        let rule = row.status.prompt.rule ?? ""
        guard figures.count(rule: rule, store: row.store, since: since, now: now) else {
          return figures
        }
      }
      guard page.hasMore, let last = page.rows.last else { return figures }
      query.cursor = PageCursor(.after, last.id)
    }
  }
}
