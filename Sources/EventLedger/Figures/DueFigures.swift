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
  /// A Boolean value that indicates whether so many are due that only those longest due were
  /// counted.
  public var isCut = false

  /// The ends of all groups of ages but the last.
  public static let ageBounds: [Duration] = [.hours(1), .hours(6), .hours(24)]
  /// The most prompts that are counted.
  public static let countMax = 20_000

  /// Creates figures of nothing.
  public init() {}

  /// Counts a prompt and returns whether more are to be counted.
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
